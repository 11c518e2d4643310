// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/known_starts.h"

#include "core/unwind/walk/frame_pointer.h"

#include <algorithm>
#include <array>

namespace faultline::unwind {

namespace {

/// Names in kernel32, ntdll and C runtimes of Windows.
constexpr std::array<std::string_view, 7> kWindowsNames{
    "BaseThreadInitThunk",  "BaseThreadStart", "RtlUserThreadStart", "_RtlUserThreadStart",
    "__RtlUserThreadStart", "mainCRTStartup",  "wWinMainCRTStartup",
};
static_assert(std::ranges::is_sorted(kWindowsNames));

/// Names in dyld and Apple's libpthread.
constexpr std::array<std::string_view, 6> kAppleNames{
    "_pthread_body", "_pthread_start", "_start", "start", "start_wqthread", "thread_start",
};
static_assert(std::ranges::is_sorted(kAppleNames));

/// Names in glibc, musl and bionic. A program may have its own function "start", so that name,
/// which dyld uses, is not in the list.
constexpr std::array<std::string_view, 19> kOtherNames{
    "__bionic_clone",
    "__clone",
    "__clone3",
    "__libc_init",
    "__libc_start_call_main",
    "__libc_start_main",
    "__libc_start_main_impl",
    "__pthread_start",
    "__start",
    "__start_context",
    "__start_thread",
    "_dl_start_user",
    "_pthread_start",
    "_start",
    "_start_c",
    "clone",
    "clone3",
    "libc_start_main_stage2",
    "start_thread",
};
static_assert(std::ranges::is_sorted(kOtherNames));

/// Names in the start code and thread libraries of the BSDs.
constexpr std::array<std::string_view, 7> kBsdNames{
    "___start",     "__start", "__tfork_thread", "_rtld_start", "_start", "pthread__create_tramp",
    "thread_start",
};
static_assert(std::ranges::is_sorted(kBsdNames));

bool isBsd(OsFamily os)
{
    return os == OsFamily::FreeBsd || os == OsFamily::NetBsd || os == OsFamily::OpenBsd;
}

/// The function that such functions begin in themselves (_start calls __libc_start_main), if the
/// frame pointer leads to it. Its name proves the frame.
StepResult
stepToOuterStart(WalkEnvironment& environment, const Callee& callee, std::string_view name)
{
    auto step = stepByFramePointer(environment, callee);
    if (!step.caller || step.caller->end)
        return std::nullopt;
    const auto pc = environment.strip(step.caller->registers.pc());
    const auto outer = functionAt(environment, pc - 1, environment.moduleMap.find(pc - 1));
    const bool isOuter =
        outer && outer->name != name && isThreadStart(outer->name, environment.event.system.os);
    return isOuter ? std::move(step) : StepResult();
}

} // namespace

bool isThreadStart(std::string_view function, OsFamily os)
{
    // i386 Windows decorates the name: _BaseThreadInitThunk@12.
    const auto at = function.find('@');
    auto name = function.substr(0, at);
    if (at != std::string_view::npos && at > 0 && name.starts_with('_') && name != "_start")
        name.remove_prefix(1);
    if (std::ranges::binary_search(kWindowsNames, name))
        return true;
    switch (os) {
    case OsFamily::Windows: return false;
    case OsFamily::MacOs:
    case OsFamily::Ios: return std::ranges::binary_search(kAppleNames, name);
    case OsFamily::FreeBsd:
    case OsFamily::NetBsd:
    case OsFamily::OpenBsd: return std::ranges::binary_search(kBsdNames, name);
    default: return std::ranges::binary_search(kOtherNames, name);
    }
}

StepResult endAtBsdStart(WalkEnvironment& environment, const Callee& callee)
{
    if (!isBsd(environment.event.system.os))
        return std::nullopt;
    return endAtKnownStart(environment, callee);
}

StepResult endAtKnownStart(WalkEnvironment& environment, const Callee& callee)
{
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    if (callee.isContext || !function ||
        !isThreadStart(function->name, environment.event.system.os))
        return std::nullopt;
    auto step = stepToOuterStart(environment, callee, function->name);
    if (step.caller || environment.modules.pending())
        return step;
    Caller end;
    end.end = StackEnd::KnownStart;
    return end;
}

} // namespace faultline::unwind
