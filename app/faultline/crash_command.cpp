// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/crash_command.h"

#include "core/base/thread_start.h"

#include <cstdlib>
#include <stdexcept>

namespace faultline::app {

namespace {

// The names are what the tests look for in the dump's stack.

[[gnu::noinline]] void writeToNull()
{
    volatile int* volatile nowhere = nullptr;
    *nowhere = 1; // NOLINT(clang-analyzer-core.NullDereference): this is the crash.
}

/// Never ends, but the compiler cannot know.
[[gnu::noinline]] void callDeeper(volatile int& depth)
{
    const volatile int own = depth;
    depth = depth + 1;
    if (depth >= 0)
        callDeeper(depth);
    depth = depth + own; // Not a tail call.
}

} // namespace

ExitCode run(const CrashArguments& arguments)
{
    if (arguments.way == "segv")
        writeToNull();
    if (arguments.way == "exception")
        throw std::runtime_error("asked to crash");
    if (arguments.way == "thread")
        static_cast<void>(startThread([](const std::stop_token&) { writeToNull(); }));
    if (arguments.way == "overflow") {
        volatile int depth = 0;
        callDeeper(depth);
    }
    std::abort();
}

} // namespace faultline::app
