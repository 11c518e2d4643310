// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/out_of_memory.h"

#include "app/faultline/exit_code.h"

#include <exception>
#include <new>
#include <string_view>
#include <unistd.h>

namespace faultline::app {

namespace {

/// Must not allocate memory.
[[noreturn]] void sayOutOfMemory()
{
    constexpr std::string_view kText = "faultline: out of memory\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kText.data(), kText.size());
    ::_exit(static_cast<int>(ExitCode::Failed));
}

bool isOutOfMemory(const std::exception_ptr& thrown)
{
    try {
        if (thrown)
            std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
        return true;
    } catch (...) { // NOLINT(bugprone-empty-catch): the former handler says what it is.
    }
    return false;
}

} // namespace

void endWhenOutOfMemory()
{
    static const std::terminate_handler former = std::get_terminate();
    std::set_terminate([] {
        if (isOutOfMemory(std::current_exception()))
            sayOutOfMemory();
        former();
    });
}

} // namespace faultline::app
