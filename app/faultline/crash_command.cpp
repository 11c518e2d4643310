// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/crash_command.h"

#include "app/faultline/command_support.h"
#include "core/base/thread_start.h"

#include <array>
#include <cstdio>
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

/// With a copy of the token on the stack, as every request to a server has one.
void writeToNullWithToken()
{
    const auto token = readSecret({}, "FAULTLINE_SERVER_TOKEN").value_or("");
    std::array<char, 64> copy{};
    token.copy(copy.data(), copy.size() - 1);
    const volatile char* volatile kept = copy.data();
    writeToNull();
    std::fputc(*kept, stderr);
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
    if (arguments.way == "token")
        writeToNullWithToken();
    if (arguments.way == "exception")
        throw std::runtime_error("asked to crash");
    if (arguments.way == "thread") {
        const auto thread = startThread([](const std::stop_token&) { writeToNull(); });
        if (!thread)
            std::fputs("faultline: no thread to crash on\n", stderr);
    }
    if (arguments.way == "overflow") {
        volatile int depth = 0;
        callDeeper(depth);
    }
    std::abort();
}

} // namespace faultline::app
