// SPDX-License-Identifier: Apache-2.0
#include "atoll/base/output_file.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <poll.h>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <unistd.h>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/base/path.hpp"

namespace Atoll {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr std::uint64_t write_out_bytes = std::uint64_t{8} << 20;

[[noreturn]] void fail_write(int code, const std::string& path, std::uint64_t written) {
  const std::string after = fmt::format("after {} bytes", written);
  switch (code) {
    case ENOSPC:
    case EDQUOT:
      throw Error(ErrorKind::resource, "the disk is full " + after, path, "free space, or write to another disk");
    case EFBIG:
      throw Error(ErrorKind::resource,
                  "too large a file for this disk, or beyond the limit of files (ulimit -f), " + after, path,
                  "raise the limit, or write to another disk");
    case EPIPE: throw Error(ErrorKind::resource, "the reader of the output went away " + after, path);
    default:
      throw Error(ErrorKind::resource, fmt::format("cannot write {}: {}", after, reason(code)), path,
                  "check the disk, or write to another one");
  }
}

// `refused`: what it is that a path which is there cannot be written.
[[noreturn]] void fail_open(int code, const std::string& path, ErrorKind refused = ErrorKind::resource) {
  switch (code) {
    case ENOENT:
    case ENOTDIR:
      throw Error(ErrorKind::usage, "the folder does not exist", path, "create it first, or correct the path");
    case EISDIR: throw Error(ErrorKind::usage, "is a folder", path, "name a file in it");
    case ENAMETOOLONG: throw Error(ErrorKind::usage, "the name is too long", path, "choose a shorter one");
    case EACCES:
    case EPERM:
    case EROFS: throw Error(refused, "no permission to write: " + reason(code), path, "write to a folder of your own");
    case ENOSPC:
    case EDQUOT: throw Error(ErrorKind::resource, "the disk is full", path, "free space, or write to another disk");
    default: throw Error(refused, "cannot create: " + reason(code), path, "name another file");
  }
}

// As messages name it.
std::string name_of(const std::string& path) { return path == "-" ? "standard output" : path; }

// Best effort: the new name in the folder survives a power cut too.
void sync_folder_of(const std::string& path) {
  const int file = open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  fsync(file);
  close(file);
}

// Whether a file can be made beside this one: one without a name is, where there are such.
void check_folder_of(const std::string& path) {
  const std::string folder = folder_of(path);
  int code = EOPNOTSUPP;
#ifdef O_TMPFILE
  const int file = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  code = file < 0 ? errno : 0;
  if (file >= 0) close(file);
#endif
  if (code == EOPNOTSUPP || code == EISDIR) code = access(folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
  if (code != 0) fail_open(code, path, ErrorKind::usage);
}

// The hidden files there are. Never destroyed: abandon_all() may come at any time, and nothing that makes or renames one
// goes on after it.
struct Hidden {
  std::mutex mutex;
  std::set<std::string> paths;

  static Hidden& files() {
    static auto* const all = new Hidden;
    return *all;
  }
  // Descriptor, or -1 and errno.
  int make(const std::string& path) {
    const std::lock_guard lock(mutex);
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) paths.insert(path);
    return file;
  }
  // 0, or errno.
  int publish(const std::string& path, const std::string& as) {
    const std::lock_guard lock(mutex);
    if (rename(path.c_str(), as.c_str()) != 0) return errno;
    paths.erase(path);
    return 0;
  }
  void remove(const std::string& path) {
    const std::lock_guard lock(mutex);
    unlink(path.c_str());
    paths.erase(path);
  }
};

}  // namespace

OutputFile::OutputFile(const std::string& path)
    : name_(name_of(path)), final_(path), buffer_(std::make_unique_for_overwrite<char[]>(buffer_bytes)) {
  if (path.empty()) throw Error(ErrorKind::usage, "the name of the output file is empty");
  struct stat there{};
  if (const auto descriptor = descriptor_of(path)) {
    file_ = fcntl(*descriptor, F_DUPFD_CLOEXEC, 0);
    if (file_ < 0) fail_write(errno, name_, 0);
  } else if (stat(path.c_str(), &there) != 0) {
    if (errno != ENOENT || path.ends_with('/')) fail_open(errno, name_);
    final_ = followed(path);
    open_beside();
  } else if (S_ISDIR(there.st_mode)) {
    fail_open(EISDIR, name_);
  } else if (S_ISREG(there.st_mode)) {
    if (access(path.c_str(), W_OK) != 0) fail_open(errno, name_);
    final_ = followed(path);
    open_beside();
    std::ignore = fchmod(file_, there.st_mode & 07777);  // the new file is as private as the old one; else the default
  } else {
    file_ = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (file_ < 0) fail_open(errno, name_);
  }
}

void OutputFile::check(const std::string& path) {
  if (path.empty()) throw Error(ErrorKind::usage, "the name of the output file is empty");
  struct stat there{};
  if (const auto descriptor = descriptor_of(path)) {
    const int flags = fcntl(*descriptor, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY) return;
    throw Error(ErrorKind::usage, "is not open for writing", name_of(path), "name a file, or redirect it");
  }
  if (stat(path.c_str(), &there) != 0) {
    if (errno != ENOENT || path.ends_with('/')) fail_open(errno, path, ErrorKind::usage);
    return check_folder_of(followed(path));
  }
  if (S_ISDIR(there.st_mode)) fail_open(EISDIR, path);
  if (S_ISSOCK(there.st_mode)) fail_open(ENXIO, path, ErrorKind::usage);
  if (access(path.c_str(), W_OK) != 0) fail_open(errno, path, ErrorKind::usage);
  if (S_ISREG(there.st_mode)) check_folder_of(followed(path));
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::open_beside() {
  static std::atomic<unsigned> serial{0};
  const std::size_t name = final_.rfind('/') + 1;  // npos + 1 is 0
  for (int attempt = 0; attempt < 1000 && file_ < 0; ++attempt) {
    temporary_ = fmt::format("{}.{:.100}.{}-{}.part", final_.substr(0, name), final_.substr(name), getpid(), serial++);
    file_ = Hidden::files().make(temporary_);
    if (file_ < 0 && errno != EEXIST) break;
  }
  if (file_ >= 0) return;
  const int code = errno;
  temporary_.clear();
  fail_open(code, final_);
}

void OutputFile::write(const void* data, std::size_t bytes) {
  ATOLL_CHECK(file_ >= 0);
  const char* from = static_cast<const char*>(data);
  if (bytes > buffer_bytes - used_) flush();
  if (bytes >= buffer_bytes) return write_through(from, bytes);
  if (bytes != 0) std::memcpy(buffer_.get() + used_, from, bytes);
  used_ += bytes;
}

void OutputFile::flush() {
  const std::size_t bytes = used_;
  used_ = 0;
  write_through(buffer_.get(), bytes);
}

void OutputFile::write_through(const char* data, std::size_t bytes) {
  while (bytes != 0) {
    const ssize_t done = ::write(file_, data, bytes < write_out_bytes ? bytes : write_out_bytes);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0 && errno == EAGAIN) {  // a pipe that its owner made non-blocking
      pollfd ready{.fd = file_, .events = POLLOUT, .revents = 0};
      poll(&ready, 1, -1);
      continue;
    }
    if (done < 0) fail_write(errno, name_, written_);
#ifdef SYNC_FILE_RANGE_WRITE
    // The disk starts early, so that the sync of commit() is short.
    if (!temporary_.empty() &&
        written_ / write_out_bytes != (written_ + static_cast<std::uint64_t>(done)) / write_out_bytes) {
      std::ignore = sync_file_range(file_, 0, 0, SYNC_FILE_RANGE_WRITE);
    }
#endif
    written_ += static_cast<std::uint64_t>(done);
    data += done;
    bytes -= static_cast<std::size_t>(done);
  }
}

void OutputFile::commit() {
  ATOLL_CHECK(file_ >= 0);
  flush();
  if (!temporary_.empty() && fsync(file_) != 0) fail_write(errno, name_, written_);
  const int file = std::exchange(file_, -1);
  if (close(file) != 0 && errno != EINTR) fail_write(errno, name_, written_);
  if (temporary_.empty()) return;
  if (const int code = Hidden::files().publish(temporary_, final_); code != 0) fail_open(code, name_);
  temporary_.clear();
  sync_folder_of(final_);
}

void OutputFile::discard() noexcept {
  if (file_ >= 0) close(std::exchange(file_, -1));
  if (!temporary_.empty()) Hidden::files().remove(temporary_);
  temporary_.clear();
}

void OutputFile::abandon_all() noexcept {
  Hidden& hidden = Hidden::files();
  hidden.mutex.lock();  // for good
  for (const std::string& path : hidden.paths) unlink(path.c_str());
}

}  // namespace Atoll
