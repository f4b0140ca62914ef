# How a folder of the project is built: one library, one test program, its benchmarks.

# Our own code is held to these; headers of other projects enter as system headers.
add_library(allocstat_flags INTERFACE)
target_include_directories(allocstat_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(allocstat_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wnull-dereference -Wundef -Werror
  -fno-omit-frame-pointer)
if(ALLOCSTAT_SANITIZE)
  target_compile_options(allocstat_flags INTERFACE
    -fsanitize=${ALLOCSTAT_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(allocstat_flags INTERFACE -fsanitize=${ALLOCSTAT_SANITIZE})
  # gcc's null-dereference and maybe-uninitialized analyses misfire on instrumented code.
  target_compile_options(allocstat_flags INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-null-dereference;-Wno-maybe-uninitialized>)
endif()

# allocstat_folder(stats SOURCES u_test.cc LINKS allocstat_base TESTS u_test_test.cc TEST_LINKS ...)
# makes the library allocstat_stats and, with ALLOCSTAT_TESTS, the program stats_test that runs
# every test file of the folder. A test finds its data in <folder>/testdata by ALLOCSTAT_TESTDATA.
function(allocstat_folder name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS;TESTS;TEST_LINKS;TEST_DEFINITIONS")
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
  endif()
endfunction()
