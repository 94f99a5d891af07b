# SPDX-License-Identifier: Apache-2.0
# The libraries we stand on. All that are missing are named at once, with the Debian package of each.
find_package(PkgConfig QUIET)
set(atoll_missing "")

# Remembers `name` as missing unless `found`; `package` is Debian's name of it.
macro(atoll_need found name package)
  if(NOT ${found})
    string(APPEND atoll_missing "  ${name} (Debian: ${package})\n")
  endif()
endmacro()

# A library that is known to pkg-config only, as PkgConfig::<name>.
macro(atoll_need_module name module package)
  if(PkgConfig_FOUND)
    pkg_check_modules(${name} QUIET IMPORTED_TARGET ${module})
  endif()
  atoll_need("${name}_FOUND" ${module} ${package})
endmacro()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads QUIET)
find_package(fmt QUIET)
find_package(ZLIB QUIET)
find_package(LibLZMA QUIET)
atoll_need(PkgConfig_FOUND pkg-config pkg-config)
atoll_need(Threads_FOUND "POSIX threads" libc6-dev)
atoll_need(fmt_FOUND fmt libfmt-dev)
atoll_need(ZLIB_FOUND zlib zlib1g-dev)
atoll_need(LIBLZMA_FOUND liblzma liblzma-dev)
atoll_need_module(hwloc hwloc libhwloc-dev)
atoll_need_module(zstd libzstd libzstd-dev)
atoll_need_module(xxhash libxxhash libxxhash-dev)

if(ATOLL_APPS)
  find_package(CLI11 QUIET)
  atoll_need(CLI11_FOUND CLI11 libcli11-dev)
  find_path(ATOLL_VEGA vega-parser.min.js PATH_SUFFIXES share/javascript/vega
            DOC "Folder of Vega's modules, vega-*.min.js, as Debian packs them")
  atoll_need(ATOLL_VEGA "Vega, for --report" libjs-vega)
endif()
if(ATOLL_APPS OR ATOLL_TESTS)
  find_package(nlohmann_json QUIET)
  atoll_need(nlohmann_json_FOUND nlohmann-json nlohmann-json3-dev)
endif()
if(ATOLL_TESTS)
  find_package(GTest QUIET)
  atoll_need(GTest_FOUND GoogleTest libgtest-dev)
endif()

if(atoll_missing)
  message(FATAL_ERROR "Atoll needs libraries that are not here:\n${atoll_missing}"
                      "Run tools/bootstrap: it installs them, or says how.")
endif()
