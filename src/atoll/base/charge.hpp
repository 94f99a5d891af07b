// SPDX-License-Identifier: Apache-2.0
// Memory that others allocate for us, such as the window of a decoder, in the ledger of memory.hpp while it is there.
#pragma once

#include <cstdint>

namespace Atoll::memory {

class Charge {
 public:
  Charge() = default;
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;
  ~Charge();

  // It is so many bytes now. Throws Error(resource) beyond the limit; then it is what it was.
  void set(std::uint64_t bytes);

 private:
  std::uint64_t bytes_ = 0;
};

}  // namespace Atoll::memory
