# How a folder of the project is built: one library, one test program, its benchmarks.

# Our own code is held to these; headers of other projects enter as system headers.
add_library(allocstat_flags INTERFACE)
target_include_directories(allocstat_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(allocstat_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wnull-dereference -Wundef -Werror
  -fno-omit-frame-pointer)
if(ALLOCSTAT_SANITIZE)
  target_compile_definitions(allocstat_flags INTERFACE ALLOCSTAT_SANITIZED)
  target_compile_options(allocstat_flags INTERFACE
    -fsanitize=${ALLOCSTAT_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(allocstat_flags INTERFACE -fsanitize=${ALLOCSTAT_SANITIZE})
  set(ignored ${CMAKE_CURRENT_LIST_DIR}/sanitizer_ignore.txt)
  target_compile_options(allocstat_flags INTERFACE
    $<$<CXX_COMPILER_ID:Clang>:-fsanitize-ignorelist=${ignored}>)
  # gcc's null-dereference and maybe-uninitialized analyses misfire on instrumented code.
  target_compile_options(allocstat_flags INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-null-dereference;-Wno-maybe-uninitialized>)
endif()

# allocstat_fuzz(filter_fuzz LINKS allocstat_project) makes of filter_fuzz.cc, or of SOURCE, a program
# that feeds its function `int fuzz_...(const uint8_t*, size_t)` whatever libFuzzer thinks of. The
# folder's tests run the same function over the inputs that are kept. Only a build instrumented for
# it has the program.
function(allocstat_fuzz target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE" "LINKS")
  if(NOT ALLOCSTAT_SANITIZE MATCHES "fuzzer-no-link")
    return()
  endif()
  if(NOT arg_SOURCE)
    set(arg_SOURCE ${target}.cc)
  endif()
  file(STRINGS ${arg_SOURCE} entry REGEX "^extern \"C\" int fuzz_")
  string(REGEX MATCH "fuzz_[a-z_]+" entry "${entry}")
  if(NOT entry)
    message(FATAL_ERROR "${arg_SOURCE} has no extern \"C\" int fuzz_...()")
  endif()
  add_executable(${target} ${arg_SOURCE})
  target_link_libraries(${target} PRIVATE ${arg_LINKS} allocstat_flags)
  target_compile_definitions(${target} PRIVATE ${entry}=LLVMFuzzerTestOneInput)
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
endfunction()

# allocstat_folder(stats SOURCES u_test.cc LINKS allocstat_base TESTS u_test_test.cc TEST_LINKS ...)
# makes the library allocstat_stats and, with ALLOCSTAT_TESTS, the program stats_test that runs
# every test file of the folder. A test finds its data in <folder>/testdata by ALLOCSTAT_TESTDATA.
# THREADS: the folder's code or its tests start threads, so the thread sanitizer runs them.
function(allocstat_folder name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "THREADS" ""
    "SOURCES;LINKS;TESTS;TEST_LINKS;TEST_DEFINITIONS")
  set(library allocstat_${name})
  if(arg_SOURCES)
    add_library(${library} STATIC ${arg_SOURCES})
    target_link_libraries(${library} PUBLIC ${arg_LINKS} PRIVATE allocstat_flags)
    target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR})
  else()
    add_library(${library} INTERFACE)
    target_link_libraries(${library} INTERFACE ${arg_LINKS})
    target_include_directories(${library} INTERFACE ${PROJECT_SOURCE_DIR})
  endif()
  if(ALLOCSTAT_TESTS AND arg_TESTS)
    add_executable(${name}_test ${arg_TESTS})
    target_link_libraries(${name}_test PRIVATE
      ${library} ${arg_TEST_LINKS} allocstat_flags GTest::gmock GTest::gtest_main)
    target_compile_definitions(${name}_test PRIVATE
      ALLOCSTAT_TESTDATA="${CMAKE_CURRENT_SOURCE_DIR}/testdata"
      ALLOCSTAT_BINARY_DIR="${CMAKE_BINARY_DIR}" ${arg_TEST_DEFINITIONS})
    add_test(NAME ${name} COMMAND ${name}_test)
    set_tests_properties(${name} PROPERTIES TIMEOUT 300)
    # What is tested is the library. Optimizing the tests takes longer than they run.
    target_compile_options(${name}_test PRIVATE -O0 -g1)
    if(arg_THREADS)
      set_tests_properties(${name} PROPERTIES LABELS threads)
      add_dependencies(threaded_tests ${name}_test)
    endif()
  endif()
endfunction()
