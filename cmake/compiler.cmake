# SPDX-License-Identifier: Apache-2.0
# How every file here is compiled: the language, the warnings, the processor, the sanitizers, and the tools that save time.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict)  # gcc bug 105651: it warns of std::string's own operator+
endif()
if(ATOLL_WERROR)
  add_compile_options(-Werror)
endif()

# Only what every machine of the last dozen years has; faster instructions are chosen at run time, inside the kernels.
if(ATOLL_CPU STREQUAL "native")
  add_compile_options(-march=native)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  add_compile_options(-march=x86-64-v2)
endif()

if(ATOLL_SANITIZE)
  add_compile_options(-fsanitize=${ATOLL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ATOLL_SANITIZE})
endif()

# Headers of others that nearly every file of a target reads, compiled once. The preset clang does without, so that
# clang-tidy sees whether a file includes what it uses.
set(atoll_common_headers <algorithm> <array> <atomic> <bit> <cmath> <cstdint> <functional> <limits> <memory> <mutex>
  <optional> <span> <string> <string_view> <type_traits> <utility> <variant> <vector> <fmt/format.h>)
function(atoll_precompile target)
  target_precompile_headers(${target} PRIVATE ${atoll_common_headers} ${ARGN})
endfunction()
# Compiles `batch` files of a target as one: the headers that they share are read once. A name of one file is no shadow
# over another's, and a file that is included no header; the preset clang sees each alone.
function(atoll_unite target batch)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ATOLL_UNITY} UNITY_BUILD_BATCH_SIZE ${batch})
  if(ATOLL_UNITY)
    target_compile_options(${target} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")  # or ccache never finds such a file again
endif()

find_program(ATOLL_CCACHE ccache)
mark_as_advanced(ATOLL_CCACHE)
if(ATOLL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ATOLL_CCACHE})
endif()
