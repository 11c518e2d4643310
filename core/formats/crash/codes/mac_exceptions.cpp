// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/codes/mac_exceptions.h"

#include "core/formats/crash/codes/code_names.h"

#include <array>

namespace faultline::crash {

namespace {

constexpr auto kExceptions = std::to_array<CodeName>({
    {1, "EXC_BAD_ACCESS"},
    {2, "EXC_BAD_INSTRUCTION"},
    {3, "EXC_ARITHMETIC"},
    {4, "EXC_EMULATION"},
    {5, "EXC_SOFTWARE"},
    {6, "EXC_BREAKPOINT"},
    {7, "EXC_SYSCALL"},
    {8, "EXC_MACH_SYSCALL"},
    {9, "EXC_RPC_ALERT"},
    {10, "EXC_CRASH"},
    {11, "EXC_RESOURCE"},
    {12, "EXC_GUARD"},
    {13, "EXC_CORPSE_NOTIFY"},
    {0x10003, "EXC_SOFT_SIGNAL"},
});

constexpr auto kSignals = std::to_array<CodeName>({
    {1, "SIGHUP"},   {2, "SIGINT"},   {3, "SIGQUIT"},  {4, "SIGILL"},   {5, "SIGTRAP"},
    {6, "SIGABRT"},  {7, "SIGEMT"},   {8, "SIGFPE"},   {9, "SIGKILL"},  {10, "SIGBUS"},
    {11, "SIGSEGV"}, {12, "SIGSYS"},  {13, "SIGPIPE"}, {14, "SIGALRM"}, {15, "SIGTERM"},
    {24, "SIGXCPU"}, {25, "SIGXFSZ"}, {30, "SIGUSR1"}, {31, "SIGUSR2"},
});

} // namespace

std::string_view machExceptionName(std::uint32_t exception)
{
    return findCodeName(kExceptions, exception);
}

std::string_view macSignalName(std::uint64_t signal)
{
    return findCodeName(kSignals, signal);
}

} // namespace faultline::crash
