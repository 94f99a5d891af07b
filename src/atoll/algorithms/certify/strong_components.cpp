// SPDX-License-Identifier: Apache-2.0
// Why the rules suffice: a class in which paths lead from one vertex to all and back lies in one strong component; were
// two classes in the same one, arcs would lead from class to class in a cycle, and none of these would ever be peeled.
#include <atomic>
#include <fmt/format.h>
#include <numeric>
#include <span>
#include <string>
#include <string_view>

#include "atoll/algorithms/certify.hpp"
#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/algorithms/certify/labels.hpp"
#include "atoll/algorithms/classes.hpp"
#include "atoll/algorithms/kernels/components/worklist.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll::certify {
namespace {

using kernels::SharedGraph;
using kernels::Worklist;

class Classes {
 public:
  Classes(const Layout& layout, const IdArray& component, Crew& crew)
      : component_(component),
        crew_(crew),
        out_(layout, *layout.push),
        in_(layout, *layout.pull),
        label_(out_.slots()) {
    each([&](std::uint32_t v) { label_[v] = out_.slot_of(component[out_.user(v)]); });
  }

  Verdict check() {
    Verdict verdict = reached(out_, "from {} to it");
    if (verdict.ok) verdict = reached(in_, "from it to {}");
    return verdict.ok ? peeled() : verdict;
  }

 private:
  template <class F>
  void each(F&& visit) const {
    out_.for_vertices(crew_, crew_.watch(), visit);
  }

  template <class F>
  void each_run(F&& visit) const {
    out_.for_chunks(crew_, crew_.watch(), [&](std::uint32_t begin, std::uint32_t end) {
      for_runs(begin, end, [&](std::uint64_t v) { return label_[v]; }, visit);
    });
  }

  // Searches all classes at once, each from its label.
  Verdict reached(const SharedGraph& graph, std::string_view where) const {
    Array<std::uint64_t> marks(words_for(graph.slots()));
    Worklist list(graph.vertices());
    const auto mark = [&](std::uint32_t v) { return claim_bit(marks.data(), v); };
    each([&](std::uint32_t v) {
      if (label_[v] == v && mark(v)) list.put({&v, 1});
    });
    while (!list.empty()) {
      list.round(crew_, crew_.watch(), [&](std::uint32_t v, const auto& push) {
        for (const std::uint32_t w : graph[v]) {
          if (label_[w] == label_[v] && mark(w)) push(w);
        }
        return graph.degree(v);
      });
    }
    return every_vertex(graph.vertices(), crew_, [&](std::uint64_t v) -> std::string {
      if (test_bit(marks.data(), graph.slot_of(v))) return {};
      return fmt::format("is in component {}, but inside that no path leads ", component_[v]) +
             fmt::format(fmt::runtime(where), component_[v]);
    });
  }

  // The vertices of each class side by side: those of label c end at end_[c], where those of c + 1 begin.
  void gather() {
    end_ = Array<std::uint64_t>(out_.slots());
    members_ = Array<std::uint32_t>(out_.vertices());
    const auto take = [&](std::uint32_t label, std::uint64_t count) {
      return std::atomic_ref(end_[label]).fetch_add(count, std::memory_order_relaxed);
    };
    each_run([&](std::uint32_t label, std::uint64_t first, std::uint64_t last) { take(label, last - first); });
    prefix_sum(end_, crew_);
    each_run([&](std::uint32_t label, std::uint64_t first, std::uint64_t last) {
      std::uint32_t* const mine = members_.data() + take(label, last - first);
      std::iota(mine, mine + (last - first), static_cast<std::uint32_t>(first));
    });
  }

  std::span<const std::uint32_t> members(std::uint32_t label) const {
    const std::uint64_t begin = label == 0 ? 0 : end_[label - 1];
    return {members_.data() + begin, end_[label] - begin};
  }

  // Peels the classes that no arc enters from a class not peeled. What lies on a cycle, or behind one, waits for ever.
  Verdict peeled() {
    gather();
    Array<std::uint64_t> entering(out_.slots());  // arcs into the class of a label
    each([&](std::uint32_t v) {
      for (const std::uint32_t w : out_[v]) {
        if (label_[w] != label_[v]) std::atomic_ref(entering[label_[w]]).fetch_add(1, std::memory_order_relaxed);
      }
    });
    Worklist list(out_.vertices());
    each([&](std::uint32_t v) {
      if (label_[v] == v && entering[v] == 0) list.put(members(v));
    });
    while (!list.empty()) {
      list.round(crew_, crew_.watch(), [&](std::uint32_t v, const auto& push) {
        for (const std::uint32_t w : out_[v]) {
          if (label_[w] == label_[v]) continue;
          if (std::atomic_ref(entering[label_[w]]).fetch_sub(1, std::memory_order_relaxed) != 1) continue;
          for (const std::uint32_t member : members(label_[w])) push(member);
        }
        return out_.degree(v);
      });
    }
    return every_vertex(out_.vertices(), crew_, [&](std::uint64_t v) -> std::string {
      if (entering[label_[out_.slot_of(v)]] == 0) return {};
      return fmt::format("its component {}, or one from which arcs lead to it, lies on a cycle of components",
                         component_[v]);
    });
  }

  const IdArray& component_;
  Crew& crew_;
  const SharedGraph out_;
  const SharedGraph in_;
  Array<std::uint32_t> label_;  // [slots]: the slot of the component's name
  Array<std::uint64_t> end_;
  Array<std::uint32_t> members_;
};

}  // namespace

Verdict strong_components(const Layout& layout, const IdArray& component, Crew& crew) {
  const Verdict verdict = labels(component, "component", layout.vertices, crew);
  return verdict.ok ? Classes(layout, component, crew).check() : verdict;
}

}  // namespace Atoll::certify
