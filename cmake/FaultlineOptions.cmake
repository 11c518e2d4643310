# SPDX-License-Identifier: GPL-3.0-or-later
# Every option of the build, in one place.
include(CTest) # BUILD_TESTING

option(FAULTLINE_GUI "Build the workbench (needs Qt Widgets and QScintilla)" ON)
option(FAULTLINE_PYTHON "Build the Python module, if pybind11 and the headers of Python are there; not with sanitizers and fuzzers" ON)
option(FAULTLINE_FUZZERS "Build libFuzzer targets (needs clang); otherwise only the corpus replay drivers" OFF)
option(FAULTLINE_BENCHMARKS "Build the benchmark programs (needs Google Benchmark)" OFF)
option(FAULTLINE_UNITY "Compile a library's sources a dozen at a time; OFF compiles each alone, which shows a missing include" ON)
option(FAULTLINE_WERROR "Treat warnings as errors (CI)" OFF)
option(FAULTLINE_HARDENING "Harden Release builds (BAS-17); OFF only to measure what that costs" ON)
set(FAULTLINE_SANITIZE "" CACHE STRING "Comma-separated sanitizers, e.g. address,undefined or thread")
