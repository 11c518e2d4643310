// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/signal_names.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

constexpr std::array<std::string_view, 32> kSignals{
    "",          "SIGHUP",  "SIGINT",    "SIGQUIT", "SIGILL",   "SIGTRAP", "SIGABRT", "SIGBUS",
    "SIGFPE",    "SIGKILL", "SIGUSR1",   "SIGSEGV", "SIGUSR2",  "SIGPIPE", "SIGALRM", "SIGTERM",
    "SIGSTKFLT", "SIGCHLD", "SIGCONT",   "SIGSTOP", "SIGTSTP",  "SIGTTIN", "SIGTTOU", "SIGURG",
    "SIGXCPU",   "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGIO",   "SIGPWR",  "SIGSYS"};

} // namespace

std::optional<std::uint32_t> linuxSignalNumber(std::string_view name)
{
    if (name.empty())
        return std::nullopt;
    const auto found = std::ranges::find_if(kSignals, [name](std::string_view known) {
        return known == name || (known.size() > 3 && known.substr(3) == name);
    });
    if (found == kSignals.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(found - kSignals.begin());
}

std::string_view linuxSignalName(std::uint64_t number)
{
    return number < kSignals.size() ? kSignals[number] : std::string_view();
}

} // namespace faultline::nativetext
