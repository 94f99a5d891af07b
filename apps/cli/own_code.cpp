// SPDX-License-Identifier: Apache-2.0
#include "cli/own_code.hpp"

#include <bit>
#include <cstdint>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace Atoll::cli {
namespace {

// Of what the system tells of a page (Linux, admin-guide/mm/pagemap): it is in memory, and of the file mapped there.
// One that was written into is not.
bool is_of_file(std::uint64_t told) {
  constexpr std::uint64_t present = std::uint64_t{1} << 63, of_file = std::uint64_t{1} << 61;
  return (told & present) != 0 && (told & of_file) != 0;
}

void forget_pages(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t page, int page_map) {
  std::vector<std::uint64_t> told((end - begin + page - 1) / page);
  const auto bytes = static_cast<ssize_t>(told.size() * sizeof told[0]);
  const auto offset = static_cast<off_t>(begin / page * sizeof told[0]);
  if (pread(page_map, told.data(), told.size() * sizeof told[0], offset) != bytes) return;
  for (std::size_t first = 0, last = 0; first < told.size(); first = ++last) {
    while (last < told.size() && is_of_file(told[last])) ++last;
    if (last > first) madvise(std::bit_cast<void*>(begin + first * page), (last - first) * page, MADV_DONTNEED);
  }
}

// Of one file that code is mapped from: what nobody may write into.
int forget_segments(dl_phdr_info* file, std::size_t, void* page_map) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  for (int i = 0; i < file->dlpi_phnum; ++i) {
    const auto& segment = file->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0) continue;
    const std::uintptr_t begin = file->dlpi_addr + segment.p_vaddr;
    forget_pages(begin / page * page, begin + segment.p_memsz, page, *static_cast<const int*>(page_map));
  }
  return 0;
}

}  // namespace

void forget_code() {
  int page_map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (page_map < 0) return;
  dl_iterate_phdr(forget_segments, &page_map);
  close(page_map);
}

}  // namespace Atoll::cli
