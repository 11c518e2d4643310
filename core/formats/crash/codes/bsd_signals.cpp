// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/codes/bsd_signals.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/formats/crash/codes/code_names.h"

#include <array>

namespace faultline::crash {

namespace {

// All three agree on these, and give different names to 32 and more.
constexpr auto kSignals = std::to_array<CodeName>({
    {1, "SIGHUP"},     {2, "SIGINT"},   {3, "SIGQUIT"},   {4, "SIGILL"},   {5, "SIGTRAP"},
    {6, "SIGABRT"},    {7, "SIGEMT"},   {8, "SIGFPE"},    {9, "SIGKILL"},  {10, "SIGBUS"},
    {11, "SIGSEGV"},   {12, "SIGSYS"},  {13, "SIGPIPE"},  {14, "SIGALRM"}, {15, "SIGTERM"},
    {16, "SIGURG"},    {17, "SIGSTOP"}, {18, "SIGTSTP"},  {19, "SIGCONT"}, {20, "SIGCHLD"},
    {21, "SIGTTIN"},   {22, "SIGTTOU"}, {23, "SIGIO"},    {24, "SIGXCPU"}, {25, "SIGXFSZ"},
    {26, "SIGVTALRM"}, {27, "SIGPROF"}, {28, "SIGWINCH"}, {29, "SIGINFO"}, {30, "SIGUSR1"},
    {31, "SIGUSR2"},
});

constexpr auto kIllCodes = std::to_array<CodeName>({
    {1, "ILL_ILLOPC"},
    {2, "ILL_ILLOPN"},
    {3, "ILL_ILLADR"},
    {4, "ILL_ILLTRP"},
    {5, "ILL_PRVOPC"},
    {6, "ILL_PRVREG"},
    {7, "ILL_COPROC"},
    {8, "ILL_BADSTK"},
});

constexpr auto kTrapCodes = std::to_array<CodeName>({{1, "TRAP_BRKPT"}, {2, "TRAP_TRACE"}});

constexpr auto kBusCodes =
    std::to_array<CodeName>({{1, "BUS_ADRALN"}, {2, "BUS_ADRERR"}, {3, "BUS_OBJERR"}});

constexpr auto kSegvCodes = std::to_array<CodeName>({{1, "SEGV_MAPERR"}, {2, "SEGV_ACCERR"}});

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

constexpr auto kFreeBsdFpeCodes = std::to_array<CodeName>({
    {1, "FPE_INTOVF"},
    {2, "FPE_INTDIV"},
    {3, "FPE_FLTDIV"},
    {4, "FPE_FLTOVF"},
    {5, "FPE_FLTUND"},
    {6, "FPE_FLTRES"},
    {7, "FPE_FLTINV"},
    {8, "FPE_FLTSUB"},
});

constexpr auto kFreeBsdCodes = std::to_array<CodeName>({
    {0x10001, "SI_USER"},
    {0x10002, "SI_QUEUE"},
    {0x10003, "SI_TIMER"},
    {0x10004, "SI_ASYNCIO"},
    {0x10005, "SI_MESGQ"},
    {0x10006, "SI_KERNEL"},
    {0x10007, "SI_LWP"},
});

// Sorted as unsigned numbers: the negative ones come last.
constexpr auto kNetBsdCodes = std::to_array<CodeName>({
    {0xfffffffb, "SI_LWP"},
    {0xfffffffc, "SI_MESGQ"},
    {0xfffffffd, "SI_ASYNCIO"},
    {0xfffffffe, "SI_TIMER"},
    {0xffffffff, "SI_QUEUE"},
});

constexpr auto kOpenBsdCodes = std::to_array<CodeName>({
    {0xfffffffd, "SI_TIMER"},
    {0xfffffffe, "SI_QUEUE"},
    {0xffffffff, "SI_LWP"},
});

std::span<const CodeName> codesOf(BsdSystem system, std::uint32_t signal)
{
    switch (signal) {
    case 4: return kIllCodes;
    case 5: return kTrapCodes;
    case 8:
        if (system == BsdSystem::FreeBsd)
            return kFreeBsdFpeCodes;
        return kFpeCodes;
    case 10: return kBusCodes;
    case 11: return kSegvCodes;
    default: return {};
    }
}

std::span<const CodeName> senderCodesOf(BsdSystem system)
{
    switch (system) {
    case BsdSystem::FreeBsd: return kFreeBsdCodes;
    case BsdSystem::NetBsd: return kNetBsdCodes;
    case BsdSystem::OpenBsd: return kOpenBsdCodes;
    }
    return {};
}

} // namespace

std::optional<std::string>
bsdSignalReason(BsdSystem system, std::uint32_t signal, std::uint32_t signalCode)
{
    const auto name = findCodeName(kSignals, signal);
    if (name.empty())
        return std::nullopt;
    // Zero is SI_USER or says nothing; SI_NOINFO says nothing.
    constexpr std::uint32_t kNoInfo = 32767;
    if (signalCode == 0 || signalCode == kNoInfo)
        return std::string(name);
    auto code = findCodeName(codesOf(system, signal), signalCode);
    if (code.empty())
        code = findCodeName(senderCodesOf(system), signalCode);
    if (code.empty())
        return concat(name, " / 0x", hexDigits(signalCode, 8));
    return concat(name, " / ", code);
}

} // namespace faultline::crash
