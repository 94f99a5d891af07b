# SPDX-License-Identifier: Apache-2.0
# Test binaries. Each result file lands in results/ of the build folder, where tools/test counts the cases.
enable_testing()

find_program(ATOLL_SYMBOLIZER NAMES llvm-symbolizer-19 llvm-symbolizer)
mark_as_advanced(ATOLL_SYMBOLIZER)

# What every test binary finds in its environment; the sanitizers' options mean nothing to a build without them.
set(atoll_test_environment
  ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
  LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/lsan.supp:print_suppressions=0
  UBSAN_OPTIONS=print_stacktrace=1
  TSAN_OPTIONS=second_deadlock_stack=1)
if(ATOLL_SANITIZE STREQUAL "thread")
  # The tests of everywhere show right answers to every certificate; what is done to a file byte by byte is asan's,
  # bytes are counted in the other builds, and the last two are about what one thread does.
  set(atoll_not_of_threads *Certificate.Accepts* *Certificate.FindsNo* *.refuses_every_* *.refuses_a_flipped_*
      *.spans_many_blocks *.LeavesOneCopyOfTheArcs* *.PeaksAtOneAndAHalf* Rounds.* *_by_whatever_this_processor_has)
  list(JOIN atoll_not_of_threads ":" atoll_not_of_threads)
  list(APPEND atoll_test_environment "GTEST_FILTER=-${atoll_not_of_threads}")
endif()
if(ATOLL_SYMBOLIZER)
  list(APPEND atoll_test_environment ASAN_SYMBOLIZER_PATH=${ATOLL_SYMBOLIZER})
endif()

# References and graphs that the tests share.
file(GLOB_RECURSE support_sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/tests/support/*.cpp ${PROJECT_SOURCE_DIR}/src/atoll/*/testing.cpp)
add_library(test_support STATIC EXCLUDE_FROM_ALL ${support_sources})
target_include_directories(test_support PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(test_support PUBLIC atoll::atoll)
target_compile_definitions(test_support PUBLIC ATOLL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
if(ATOLL_SANITIZE)
  target_compile_definitions(test_support PRIVATE ATOLL_SANITIZED)
endif()
if(ATOLL_SANITIZE STREQUAL "thread")
  target_compile_definitions(test_support PUBLIC ATOLL_SANITIZED_FOR_THREADS)
endif()
atoll_precompile(test_support)

# What a sanitizer sees in another test as well: tests of where accesses go, and for the thread sanitizer those that run
# on one thread, or on threads as another one does.
set(atoll_seen_by_others locality counted)
if(ATOLL_SANITIZE STREQUAL "thread")
  list(APPEND atoll_seen_by_others common_bits output_file steering loopback machine blocks layout_spaces mutation cover
       laws wide_offsets stage_order buckets joined_arcs growth)
endif()
list(JOIN atoll_seen_by_others "|" atoll_seen_by_others)

# A GoogleTest binary of the sources that match `pattern`; none, no target. Extra arguments: the number of parallel
# shards that ctest runs it in (0: ctest does not run it).
function(atoll_test_binary name shards pattern)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${pattern})
  if(ATOLL_SANITIZE OR NOT ATOLL_COUNTING)
    list(FILTER sources EXCLUDE REGEX "/(${atoll_seen_by_others})_test\\.cpp$")
  endif()
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE test_support GTest::gtest_main nlohmann_json::nlohmann_json)
  atoll_precompile(${name} <gtest/gtest.h>)
  atoll_unite(${name} 6)
  # Tests wait for their compiler longer than for themselves; the library they link is what we ship.
  target_compile_options(${name} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  set(result GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/results/${name}.)
  set(shard 0)
  while(shard LESS shards)
    add_test(NAME ${name}.${shard} COMMAND ${name})
    set_tests_properties(${name}.${shard} PROPERTIES ENVIRONMENT
      "${atoll_test_environment};GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard};${result}${shard}.xml")
    math(EXPR shard "${shard} + 1")
  endwhile()
endfunction()

set(atoll_long_running algorithms/kernels/paths/buckets_test.cpp algorithms/kernels/paths/contraction_test.cpp
  algorithms/kernels/paths/needless_arcs_test.cpp algorithms/kernels/ranks/paired_rounds_test.cpp
  algorithms/kernels/ranks/stage_order_test.cpp algorithms/kernels/ranks/tiles_test.cpp graph/build_test.cpp
  graph/binary/read_atoll_test.cpp graph/read/read_test.cpp)
atoll_test_binary(unit_tests 2 src/atoll/*_test.cpp)
if(ATOLL_SANITIZE)
  target_compile_options(unit_tests PRIVATE -O0)  # halves their compilation; the library is optimised as ever
  # But these run for longer than they compile. What is precompiled for the others is not for them.
  list(TRANSFORM atoll_long_running PREPEND ${PROJECT_SOURCE_DIR}/src/atoll/)
  set_source_files_properties(${atoll_long_running} PROPERTIES COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON
                                                    SKIP_UNITY_BUILD_INCLUSION ON)
endif()
# The parts of the program that are easier to test without it.
if(TARGET atoll_cli)
  target_sources(unit_tests PRIVATE ${PROJECT_SOURCE_DIR}/apps/cli/complaint.cpp
                                    ${PROJECT_SOURCE_DIR}/apps/cli/complaint_test.cpp
                                    ${PROJECT_SOURCE_DIR}/apps/cli/text.cpp
                                    ${PROJECT_SOURCE_DIR}/apps/cli/trials.cpp
                                    ${PROJECT_SOURCE_DIR}/apps/cli/trials_test.cpp)
  target_include_directories(unit_tests PRIVATE ${PROJECT_SOURCE_DIR}/apps)
endif()
atoll_test_binary(everywhere_tests 2 tests/everywhere/*.cpp)
# Most of what is compiled are algorithms, and these three checks take a third of the time of that. The first and the
# last find what the address sanitizer finds too; what may lie askew, bytes of files and pages, comes from the folders
# below, which have all checks.
if(ATOLL_SANITIZE MATCHES "address.*undefined")
  set(atoll_fewer_checks -fno-sanitize=null,alignment,object-size)
  target_compile_options(everywhere_tests PRIVATE ${atoll_fewer_checks})
  set_source_files_properties(${atoll_algorithms} PROPERTIES COMPILE_OPTIONS "${atoll_fewer_checks}")
endif()
if(NOT ATOLL_SANITIZE)
  atoll_test_binary(numa_tests 0 tests/numa/*.cpp)
endif()
