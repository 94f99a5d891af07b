// SPDX-License-Identifier: Apache-2.0
// A function that somebody else keeps, as an argument: what is called once per piece of work is passed like this, so that
// who deals the pieces is plain code. It allocates nothing and must not outlive the call it was passed to.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace Atoll {

template <class Signature>
class FunctionRef;

template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef>)
  FunctionRef(F&& function)
      : kept_(const_cast<void*>(static_cast<const void*>(std::addressof(function)))),
        call_([](void* kept, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<F>*>(kept))(std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const { return call_(kept_, std::forward<Arguments>(arguments)...); }

 private:
  void* kept_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace Atoll
