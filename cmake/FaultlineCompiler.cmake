# SPDX-License-Identifier: GPL-3.0-or-later
# Language level, warnings and sanitizers. Everything is attached to targets through faultline_flags.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

find_program(FAULTLINE_CCACHE ccache)
if(FAULTLINE_CCACHE)
    set(CMAKE_C_COMPILER_LAUNCHER "${FAULTLINE_CCACHE}")
    set(CMAKE_CXX_COMPILER_LAUNCHER "${FAULTLINE_CCACHE}")
endif()
# Debug info names sources from the root of the checkout: what the compiler cache has from another clone is then right in this one.
add_compile_options("-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")

# Hundreds of programs are linked for the tests: lld does each in a quarter of the time. What ships is linked by the default linker.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    find_program(FAULTLINE_LLD ld.lld PATHS /usr/lib/llvm-19/bin)
    if(FAULTLINE_LLD)
        cmake_path(GET FAULTLINE_LLD PARENT_PATH lld_folder)
        add_link_options(-fuse-ld=lld "-B${lld_folder}")
    endif()
else()
    # LLVM's parts bring a tenth of the program that nothing uses, and 92 000 pointers, which packed relocations make cheap to load.
    add_link_options(-Wl,--gc-sections -Wl,-z,pack-relative-relocs)
endif()

add_library(faultline_flags INTERFACE)
target_include_directories(faultline_flags INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(faultline_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor)
# Clang 19 reports std::get_temporary_buffer, which the stable_sort of libstdc++ 12 calls, wherever that is used.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(faultline_flags INTERFACE -Wno-deprecated-declarations)
endif()
# GCC collects garbage in 128 MiB, which a precompiled header nearly fills; with more it compiles a tenth faster.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(faultline_flags INTERFACE --param=ggc-min-expand=200 --param=ggc-min-heapsize=524288)
endif()
if(FAULTLINE_WERROR)
    target_compile_options(faultline_flags INTERFACE -Werror)
endif()
if(FAULTLINE_SANITIZE)
    target_compile_options(faultline_flags INTERFACE "-fsanitize=${FAULTLINE_SANITIZE}" -fno-omit-frame-pointer)
    target_link_options(faultline_flags INTERFACE "-fsanitize=${FAULTLINE_SANITIZE}")
    if(FAULTLINE_SANITIZE MATCHES "undefined")
        target_compile_options(faultline_flags INTERFACE -fno-sanitize-recover=undefined)
    endif()
    # GCC's flow analysis reports false positives in instrumented standard containers.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(faultline_flags INTERFACE -Wno-maybe-uninitialized)
    endif()
endif()
if(FAULTLINE_FUZZERS)
    target_compile_options(faultline_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
