// SPDX-License-Identifier: Apache-2.0
// A cluster in one process: packets between endpoints, delivered in an order drawn from a seed, so that a test meets
// the orders a network would produce and a failure replays. Thread-safe. What is sent is counted, and so is what was
// handled: equal counts once nobody sends any more mean that nothing is under way.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "atoll/base/check.hpp"
#include "atoll/base/random.hpp"

namespace Atoll {

struct Packet {
  int from = 0;
  std::uint32_t tag = 0;  // what it is, as its sender and receiver agree
  std::vector<std::byte> bytes = {};

  template <class T>
  void append(std::span<const T> items) {
    const auto raw = std::as_bytes(items);
    bytes.insert(bytes.end(), raw.begin(), raw.end());
  }
  template <class T>
  void append(const T& item) {
    append(std::span<const T>(&item, 1));
  }
};

// Reads a packet front to back.
class PacketReader {
 public:
  explicit PacketReader(const Packet& packet) : bytes_(packet.bytes) {}
  bool done() const { return bytes_.empty(); }
  template <class T>
  void take(std::span<T> items) {
    ATOLL_CHECK(bytes_.size() >= items.size_bytes());
    if (!items.empty()) std::memcpy(items.data(), bytes_.data(), items.size_bytes());
    bytes_ = bytes_.subspan(items.size_bytes());
  }
  template <class T>
  T take() {
    T item;
    take(std::span<T>(&item, 1));
    return item;
  }

 private:
  std::span<const std::byte> bytes_;
};

class Loopback {
 public:
  Loopback(int endpoints, std::uint64_t seed)
      : random_(seed), mailboxes_(std::make_unique<Mailbox[]>(static_cast<std::size_t>(endpoints))) {}

  void send(int to, Packet packet) {
    sent_.fetch_add(1, std::memory_order_relaxed);
    Mailbox& box = mailboxes_[static_cast<std::size_t>(to)];
    const std::lock_guard lock(box.mutex);
    box.packets.push_back(std::move(packet));
  }

  // One of the packets that wait at an endpoint; handled() must follow when it has been worked in.
  std::optional<Packet> receive(int at) {
    Mailbox& box = mailboxes_[static_cast<std::size_t>(at)];
    const std::lock_guard lock(box.mutex);
    if (box.packets.empty()) return std::nullopt;
    const std::uint64_t draw = random_.below(box.drawn++, box.packets.size());
    std::swap(box.packets[draw], box.packets.back());
    Packet packet = std::move(box.packets.back());
    box.packets.pop_back();
    return packet;
  }
  void handled() { handled_.fetch_add(1, std::memory_order_release); }

  // Nothing under way, provided that nobody sends any more.
  bool quiet() const { return handled_.load(std::memory_order_acquire) == sent_.load(std::memory_order_relaxed); }

 private:
  struct Mailbox {
    std::mutex mutex;
    std::vector<Packet> packets;
    std::uint64_t drawn = 0;
  };
  Random random_;
  std::unique_ptr<Mailbox[]> mailboxes_;
  std::atomic<std::uint64_t> sent_{0};
  std::atomic<std::uint64_t> handled_{0};
};

}  // namespace Atoll
