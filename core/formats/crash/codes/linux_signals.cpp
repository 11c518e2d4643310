// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/codes/linux_signals.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/formats/crash/codes/code_names.h"

#include <algorithm>
#include <array>

namespace faultline::crash {

namespace {

// Linux, asm-generic/signal.h and siginfo.h.
constexpr auto kSignals = std::to_array<CodeName>({
    {1, "SIGHUP"},     {2, "SIGINT"},   {3, "SIGQUIT"},   {4, "SIGILL"},   {5, "SIGTRAP"},
    {6, "SIGABRT"},    {7, "SIGBUS"},   {8, "SIGFPE"},    {9, "SIGKILL"},  {10, "SIGUSR1"},
    {11, "SIGSEGV"},   {12, "SIGUSR2"}, {13, "SIGPIPE"},  {14, "SIGALRM"}, {15, "SIGTERM"},
    {16, "SIGSTKFLT"}, {17, "SIGCHLD"}, {18, "SIGCONT"},  {19, "SIGSTOP"}, {20, "SIGTSTP"},
    {21, "SIGTTIN"},   {22, "SIGTTOU"}, {23, "SIGURG"},   {24, "SIGXCPU"}, {25, "SIGXFSZ"},
    {26, "SIGVTALRM"}, {27, "SIGPROF"}, {28, "SIGWINCH"}, {29, "SIGIO"},   {30, "SIGPWR"},
    {31, "SIGSYS"},
});

/// Crashpad's and Breakpad's, for a dump without a crash.
constexpr CodeName kDumpRequested{0xffffffff, "DUMP_REQUESTED"};

constexpr auto kIllCodes = std::to_array<CodeName>({
    {1, "ILL_ILLOPC"},
    {2, "ILL_ILLOPN"},
    {3, "ILL_ILLADR"},
    {4, "ILL_ILLTRP"},
    {5, "ILL_PRVOPC"},
    {6, "ILL_PRVREG"},
    {7, "ILL_COPROC"},
    {8, "ILL_BADSTK"},
    {9, "ILL_BADIADDR"},
});

constexpr auto kTrapCodes = std::to_array<CodeName>({
    {1, "TRAP_BRKPT"},
    {2, "TRAP_TRACE"},
    {3, "TRAP_BRANCH"},
    {4, "TRAP_HWBKPT"},
    {5, "TRAP_UNK"},
    {6, "TRAP_PERF"},
});

constexpr auto kBusCodes = std::to_array<CodeName>({
    {1, "BUS_ADRALN"},
    {2, "BUS_ADRERR"},
    {3, "BUS_OBJERR"},
    {4, "BUS_MCEERR_AR"},
    {5, "BUS_MCEERR_AO"},
});

constexpr auto kFpeCodes = std::to_array<CodeName>({
    {1, "FPE_INTDIV"},
    {2, "FPE_INTOVF"},
    {3, "FPE_FLTDIV"},
    {4, "FPE_FLTOVF"},
    {5, "FPE_FLTUND"},
    {6, "FPE_FLTRES"},
    {7, "FPE_FLTINV"},
    {8, "FPE_FLTSUB"},
});

// 5 to 9 are named by Breakpad only.
constexpr auto kSegvCodes = std::to_array<CodeName>({
    {1, "SEGV_MAPERR"},
    {2, "SEGV_ACCERR"},
    {3, "SEGV_BNDERR"},
    {4, "SEGV_PKUERR"},
    {5, "SEGV_ACCADI"},
    {6, "SEGV_ADIDERR"},
    {7, "SEGV_ADIPERR"},
    {8, "SEGV_MTEAERR"},
    {9, "SEGV_MTESERR"},
});

constexpr auto kSysCodes = std::to_array<CodeName>({{1, "SYS_SECCOMP"}, {2, "SYS_USER_DISPATCH"}});

// Sorted as unsigned numbers: the negative ones come last. SI_USER (0) is handled apart.
constexpr auto kGenericCodes = std::to_array<CodeName>({
    {0x80, "SI_KERNEL"},
    {0xffffffc4, "SI_ASYNCNL"},
    {0xfffffff9, "SI_DETHREAD"},
    {0xfffffffa, "SI_TKILL"},
    {0xfffffffb, "SI_SIGIO"},
    {0xfffffffc, "SI_ASYNCIO"},
    {0xfffffffd, "SI_MESGQ"},
    {0xfffffffe, "SI_TIMER"},
    {0xffffffff, "SI_QUEUE"},
});

std::span<const CodeName> codesOf(std::uint32_t signal)
{
    switch (signal) {
    case 4: return kIllCodes;
    case 5: return kTrapCodes;
    case 7: return kBusCodes;
    case 8: return kFpeCodes;
    case 11: return kSegvCodes;
    case 31: return kSysCodes;
    default: return {};
    }
}

} // namespace

std::string_view linuxSignalName(std::uint64_t signal)
{
    return findCodeName(kSignals, signal);
}

std::optional<std::uint32_t> linuxSignalNumber(std::string_view name)
{
    constexpr auto kPrefix = std::string_view("SIG").size();
    if (name.empty())
        return std::nullopt;
    const auto found = std::ranges::find_if(kSignals, [name](const CodeName& known) {
        return known.name == name || known.name.substr(kPrefix) == name;
    });
    return found == kSignals.end() ? std::nullopt : std::optional(found->code);
}

std::optional<std::string> linuxSignalReason(std::uint32_t signal, std::uint32_t signalCode)
{
    const auto name = signal == kDumpRequested.code ? kDumpRequested.name : linuxSignalName(signal);
    if (name.empty())
        return std::nullopt;
    auto code = findCodeName(codesOf(signal), signalCode);
    // SI_USER: somebody sent the signal, which says nothing more.
    if (code.empty() && signalCode == 0)
        return std::string(name);
    if (code.empty())
        code = findCodeName(kGenericCodes, signalCode);
    if (code.empty())
        return concat(name, " / 0x", hexDigits(signalCode, 8));
    return concat(name, " / ", code);
}

bool isSentSignal(std::uint32_t signal, std::uint32_t signalCode, std::uint64_t address)
{
    constexpr std::array<std::uint32_t, 5> kFaults{4, 5, 7, 8, 11}; // ILL, TRAP, BUS, FPE, SEGV
    const auto code = static_cast<std::int32_t>(signalCode);
    const bool isFault = std::ranges::find(kFaults, signal) != kFaults.end();
    return code < 0 || (code == 0 && (!isFault || address == 0));
}

std::string unknownCrashReason(std::uint32_t code, std::uint32_t flags)
{
    return concat("unknown 0x", hexDigits(code, 8), " / 0x", hexDigits(flags, 8));
}

} // namespace faultline::crash
