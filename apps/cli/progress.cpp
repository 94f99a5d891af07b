// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <tuple>
#include <unistd.h>

#include "atoll/base/timer.hpp"

#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

constexpr double interval_seconds = 0.1;
constexpr std::string_view wipe = "\r\x1b[K";
constexpr int bar_width = 30;

std::atomic<bool> drawn{false};

std::string line(const Progress& progress) {
  if (progress.total == 0) return fmt::format("{}{}: {}", wipe, progress.phase, grouped(progress.done));
  const double share = std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total));
  const int full = static_cast<int>(share * bar_width);
  return fmt::format("{}{:<12} [{:#<{}}{:<{}}] {:3.0f} %", wipe, progress.phase, "", full, "", bar_width - full,
                     share * 100);
}

}  // namespace

void ProgressLine::operator()(const Progress& progress) {
  static const bool terminal = isatty(STDERR_FILENO) != 0;
  const double now = wall_seconds();
  if (!terminal || (now < next_seconds_ && progress.phase == phase_)) return;
  phase_ = progress.phase;
  next_seconds_ = now + interval_seconds;
  const std::string text = line(progress);
  drawn = true;
  std::ignore = write(STDERR_FILENO, text.data(), text.size());
}

void ProgressLine::erase() {
  if (drawn.exchange(false)) std::ignore = write(STDERR_FILENO, wipe.data(), wipe.size());
}

}  // namespace Atoll::cli
