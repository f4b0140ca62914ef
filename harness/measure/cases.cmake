# allocstat_add_cases(suite SOURCES a.cc b.cc [LIBRARIES lib...])
#
# Makes two executables from one set of objects: `suite`, in which the cases are timed, and
# `suite-count`, in which they are counted, with the interposer and the wrapped edges of the loop.
# The sources are any Google Benchmark suite, with a main function of its own or without. Sanitizers
# of addresses and threads have an interposer of their own, which ours cannot share a process with:
# under them only `suite` is made.

find_package(benchmark REQUIRED)
find_package(ZLIB REQUIRED)  # the counting executable's start-up test counts inside it
find_library(ALLOCSTAT_JEMALLOC jemalloc REQUIRED)

# What a main function calls to run its benchmarks; see harness/measure/entry.cc.
set(ALLOCSTAT_ENTRY_WRAPS
  _ZN9benchmark22RunSpecifiedBenchmarksEv
  _ZN9benchmark22RunSpecifiedBenchmarksENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
  _ZN9benchmark22RunSpecifiedBenchmarksEPNS_17BenchmarkReporterE
  _ZN9benchmark22RunSpecifiedBenchmarksEPNS_17BenchmarkReporterENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
  _ZN9benchmark22RunSpecifiedBenchmarksEPNS_17BenchmarkReporterES1_
  _ZN9benchmark22RunSpecifiedBenchmarksEPNS_17BenchmarkReporterES1_NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)

# What every loop calls, and what sets how long it runs; see harness/measure/wraps.cc.
set(ALLOCSTAT_LOOP_WRAPS
  _ZN9benchmark5State16StartKeepRunningEv
  _ZN9benchmark5State17FinishKeepRunningEv
  _ZN9benchmark5State11PauseTimingEv
  _ZN9benchmark5State12ResumeTimingEv
  _ZN9benchmark5State15PauseTimingImplEv
  _ZN9benchmark5State16ResumeTimingImplEv
  _ZN9benchmark8internal25RegisterBenchmarkInternalEPNS0_9BenchmarkE
  _ZN9benchmark8internal9Benchmark7MinTimeEd
  _ZN9benchmark8internal9Benchmark13MinWarmUpTimeEd
  _ZN9benchmark8internal9Benchmark11RepetitionsEi)

set(ALLOCSTAT_MEASURE_DIR ${CMAKE_CURRENT_LIST_DIR})

function(allocstat_add_cases name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")

  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}}" flags)
  string(REPLACE "\\" "\\\\" flags "${flags}")
  string(REPLACE "\"" "\\\"" flags "${flags}")
  set(facts ${CMAKE_CURRENT_BINARY_DIR}/${name}-facts.cc)
  file(CONFIGURE OUTPUT ${facts} @ONLY CONTENT [[
#include "harness/measure/build_facts.h"
namespace allocstat {
const char* const build_flags = "@flags@";
const char* const build_type = "@CMAKE_BUILD_TYPE@";
const char* const benchmark_version = "@benchmark_VERSION@";
}  // namespace allocstat
]])
  # Asked at every build, compiled only when the answer has changed.
  set(commit ${CMAKE_CURRENT_BINARY_DIR}/${name}-commit.cc)
  add_custom_target(${name}-commit BYPRODUCTS ${commit}
    COMMAND ${CMAKE_COMMAND} -D OUT=${commit} -D SOURCE_DIR=${CMAKE_SOURCE_DIR}
      -P ${ALLOCSTAT_MEASURE_DIR}/commit.cmake
    VERBATIM)

  add_library(${name}-objects OBJECT ${arg_SOURCES})
  add_library(${name}-facts OBJECT ${facts} ${commit})
  add_dependencies(${name}-facts ${name}-commit)
  target_link_libraries(${name}-facts PRIVATE allocstat_measure)
  target_include_directories(${name}-objects PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name}-objects PUBLIC benchmark::benchmark ${arg_LIBRARIES})

  allocstat_link_cases(${name} ${name} allocstat_plain "${ALLOCSTAT_ENTRY_WRAPS}" "${arg_LIBRARIES}")
  if(NOT ALLOCSTAT_SANITIZE MATCHES "address|thread")
    allocstat_link_cases(${name}-count ${name} allocstat_counting
      "${ALLOCSTAT_ENTRY_WRAPS};${ALLOCSTAT_LOOP_WRAPS}" "${arg_LIBRARIES}")
    target_link_libraries(${name}-count PRIVATE ZLIB::ZLIB)
  endif()
endfunction()

function(allocstat_link_cases executable name kind wraps libraries)
  add_executable(${executable}
    $<TARGET_OBJECTS:${name}-objects> $<TARGET_OBJECTS:${name}-facts>
    $<TARGET_OBJECTS:allocstat_measure> $<TARGET_OBJECTS:${kind}>)
  list(TRANSFORM wraps PREPEND "-Wl,--wrap=")
  target_link_options(${executable} PRIVATE ${wraps})
  target_link_libraries(${executable} PRIVATE
    ${libraries} allocstat_main allocstat_benchfmt allocstat_base allocstat_flags
    benchmark::benchmark ${ALLOCSTAT_JEMALLOC})
endfunction()
