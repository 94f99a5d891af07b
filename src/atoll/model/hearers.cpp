// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/hearers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace Atoll {
namespace {

// Distinct ones among `slots` that `messages` hit, each as likely as another.
double distinct(double messages, double slots) { return slots <= 0 ? 0 : slots * -std::expm1(-messages / slots); }

}  // namespace

double records(double messages, double slots) {
  if (messages <= 0 || slots <= 0) return 0;
  const double hit = distinct(messages, slots);
  const double each = std::max(1.0, messages / hit);
  const double sum = std::log(each) + std::numbers::egamma + 1 / (2 * each) - 1 / (12 * each * each);  // the harmonic
  return std::min(messages, hit * std::max(1.0, sum));
}

double Hearers::told(double messages, double slots) const {
  double sum = 0;
  for (const HearerClass& some : classes_) sum += distinct(messages * some.messages, slots * some.slots);
  return sum;
}

// The best of all is as likely any of them.
double Hearers::told_better(double messages, double before, double slots) const {
  return messages <= 0 ? 0 : told(before + messages, slots) * messages / (before + messages);
}

double Hearers::better(double messages, double before, double slots) const {
  double sum = 0;
  for (const HearerClass& some : classes_) {
    const double here = slots * some.slots;
    sum += records((before + messages) * some.messages, here) - records(before * some.messages, here);
  }
  return std::clamp(sum, 0.0, messages);
}

Hearers Hearers::reached(double messages, double vertices) const {
  const double slots = told(messages, vertices);
  if (slots <= 0) return *this;
  std::vector<HearerClass> classes;
  for (const HearerClass& some : classes_) {
    const double here = distinct(messages * some.messages, vertices * some.slots);
    if (here > 0) classes.push_back({here / slots, some.messages});
  }
  return Hearers(std::move(classes));
}

void DegreeCount::add(std::uint64_t degree) {
  Class& some = by_width_[static_cast<std::size_t>(std::bit_width(degree))];
  ++some.vertices;
  some.arcs += degree;
}

void DegreeCount::add(const DegreeCount& other) {
  for (std::size_t i = 0; i < by_width_.size(); ++i) {
    by_width_[i].vertices += other.by_width_[i].vertices;
    by_width_[i].arcs += other.by_width_[i].arcs;
  }
}

Hearers DegreeCount::hearers() const {
  Class all;
  for (const Class& some : by_width_) {
    all.vertices += some.vertices;
    all.arcs += some.arcs;
  }
  if (all.arcs == 0) return Hearers();
  std::vector<HearerClass> classes;
  for (const Class& some : by_width_) {
    if (some.vertices == 0) continue;
    classes.push_back({static_cast<double>(some.vertices) / static_cast<double>(all.vertices),
                       static_cast<double>(some.arcs) / static_cast<double>(all.arcs)});
  }
  return Hearers(std::move(classes));
}

}  // namespace Atoll
