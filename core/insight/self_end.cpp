// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/self_end.h"

#include "core/insight/code_owner.h"
#include "core/insight/frame_names.h"
#include "core/insight/function_name.h"
#include "core/insight/key_frame.h"

#include <algorithm>
#include <array>

namespace faultline::insight {

namespace {

enum class Part : std::uint8_t {
    Signal,
    Assertion,
    Terminate,
    Throw,
    RustPanic,
    GoPanic,
    GoFatalError
};

struct EndingFunction
{
    std::string_view name;
    Part part;
};

/// The runtimes of glibc, musl, Apple, Android, libstdc++, libc++ and Microsoft.
constexpr std::array kEndingFunctions{
    EndingFunction{"raise", Part::Signal},
    EndingFunction{"gsignal", Part::Signal},
    EndingFunction{"__GI_raise", Part::Signal},
    EndingFunction{"tgkill", Part::Signal},
    EndingFunction{"pthread_kill", Part::Signal},
    EndingFunction{"__pthread_kill", Part::Signal},
    EndingFunction{"__pthread_kill_internal", Part::Signal},
    EndingFunction{"__pthread_kill_implementation", Part::Signal},
    EndingFunction{"__GI___pthread_kill", Part::Signal},
    EndingFunction{"abort", Part::Signal},
    EndingFunction{"__GI_abort", Part::Signal},
    EndingFunction{"abort_message", Part::Signal},
    EndingFunction{"__libc_message", Part::Signal},
    EndingFunction{"__libc_fatal", Part::Signal},
    EndingFunction{"__fortify_fail", Part::Signal},
    EndingFunction{"__GI___fortify_fail", Part::Signal},
    EndingFunction{"__stack_chk_fail", Part::Signal},
    EndingFunction{"__chk_fail", Part::Signal},
    EndingFunction{"__GI___chk_fail", Part::Signal},
    EndingFunction{"malloc_printerr", Part::Signal},
    EndingFunction{"__assert_fail", Part::Assertion},
    EndingFunction{"___assert_fail", Part::Assertion},
    EndingFunction{"__GI___assert_fail", Part::Assertion},
    EndingFunction{"__assert_fail_base", Part::Assertion},
    EndingFunction{"__assert_perror_fail", Part::Assertion},
    EndingFunction{"__assert_rtn", Part::Assertion},
    EndingFunction{"__assert", Part::Assertion},
    EndingFunction{"__assert2", Part::Assertion},
    EndingFunction{"_assert", Part::Assertion},
    EndingFunction{"_wassert", Part::Assertion},
    EndingFunction{"std::terminate", Part::Terminate},
    EndingFunction{"std::__terminate", Part::Terminate},
    EndingFunction{"terminate", Part::Terminate},
    EndingFunction{"__cxxabiv1::__terminate", Part::Terminate},
    EndingFunction{"__gnu_cxx::__verbose_terminate_handler", Part::Terminate},
    EndingFunction{"demangling_terminate_handler", Part::Terminate},
    EndingFunction{"__clang_call_terminate", Part::Terminate},
    EndingFunction{"__cxa_call_terminate", Part::Terminate},
    EndingFunction{"_objc_terminate", Part::Terminate},
    EndingFunction{"__gxx_personality_v0", Part::Throw},
    EndingFunction{"_Unwind_RaiseException", Part::Throw},
    EndingFunction{"_Unwind_Resume_or_Rethrow", Part::Throw},
    EndingFunction{"__cxa_throw", Part::Throw},
    EndingFunction{"__cxa_rethrow", Part::Throw},
    EndingFunction{"std::rethrow_exception", Part::Throw},
    EndingFunction{"__cxxabiv1::failed_throw", Part::Throw},
    EndingFunction{"objc_exception_throw", Part::Throw},
    EndingFunction{"__exceptionPreprocess", Part::Throw},
    EndingFunction{"+[NSException raise:format:]", Part::Throw},
    EndingFunction{"-[NSException raise]", Part::Throw},
    EndingFunction{"objc_exception_rethrow", Part::Throw},
    EndingFunction{"_CxxThrowException", Part::Throw},
    EndingFunction{"RaiseException", Part::Throw},
};

/// Beginnings of names. Rust: std, core and panic_abort of 1.40 to 1.95, with the shims that newer
/// compilers put into `__rustc`. Go: the package runtime of 1.16 to 1.25. With GOTRACEBACK=crash,
/// it sends the signal twice, the second time from the handler of the first.
constexpr std::array kEndingPrefixes{
    EndingFunction{"std::process::abort", Part::Signal},
    EndingFunction{"std::sys::unix::abort_internal", Part::Signal},
    EndingFunction{"std::sys::pal::unix::abort_internal", Part::Signal},
    EndingFunction{"std::sys::abort_internal", Part::Signal},
    EndingFunction{"std::panicking::", Part::RustPanic},
    EndingFunction{"core::panicking::", Part::RustPanic},
    EndingFunction{"std::sys::backtrace::__rust_end_short_backtrace", Part::RustPanic},
    EndingFunction{"std::sys_common::backtrace::__rust_end_short_backtrace", Part::RustPanic},
    EndingFunction{"rust_begin_unwind", Part::RustPanic},
    EndingFunction{"rust_panic", Part::RustPanic},
    EndingFunction{"__rust_abort", Part::RustPanic},
    EndingFunction{"__rust_start_panic", Part::RustPanic},
    EndingFunction{"panic_abort::", Part::RustPanic},
    EndingFunction{"core::option::unwrap_failed", Part::RustPanic},
    EndingFunction{"core::option::expect_failed", Part::RustPanic},
    EndingFunction{"core::result::unwrap_failed", Part::RustPanic},
    EndingFunction{"core::slice::index::slice_", Part::RustPanic},
    EndingFunction{"core::str::slice_error_fail", Part::RustPanic},
    EndingFunction{"core::cell::panic_already_", Part::RustPanic},
    EndingFunction{"runtime.raise", Part::Signal},
    EndingFunction{"runtime.dieFromSignal", Part::Signal},
    EndingFunction{"runtime.sigfwdgo", Part::Signal},
    EndingFunction{"runtime.sigtramp", Part::Signal},
    EndingFunction{"runtime.sigreturn", Part::Signal},
    EndingFunction{"runtime.crash", Part::Signal},
    EndingFunction{"runtime.systemstack", Part::Signal},
    EndingFunction{"runtime.gopanic", Part::GoPanic},
    EndingFunction{"runtime.fatalpanic", Part::GoPanic},
    EndingFunction{"runtime.goPanic", Part::GoPanic},
    EndingFunction{"runtime.panic", Part::GoPanic},
    EndingFunction{"runtime.sigpanic", Part::GoPanic},
    EndingFunction{"runtime.throw", Part::GoFatalError},
    EndingFunction{"runtime.fatal", Part::GoFatalError},
    EndingFunction{"internal/runtime/maps.fatal", Part::GoFatalError},
};

/// These catch panics. They lie below every Rust thread's own functions, which may be inlined.
constexpr std::array<std::string_view, 2> kPanicCatchers{"std::panicking::try",
                                                         "std::panicking::catch_unwind"};

/// Compilers mark split functions: "abort.cold", "f.constprop.0".
std::string_view withoutMark(std::string_view name)
{
    return name.substr(0, name.find('.', 1));
}

const EndingFunction* endingByPrefix(std::string_view name)
{
    constexpr std::string_view kRustShims = "__rustc::";
    if (name.starts_with(kRustShims))
        name.remove_prefix(kRustShims.size());
    if (std::ranges::any_of(kPanicCatchers,
                            [&](std::string_view catcher) { return name.starts_with(catcher); }))
        return nullptr;
    const auto found = std::ranges::find_if(kEndingPrefixes, [&](const EndingFunction& function) {
        return name.starts_with(function.name);
    });
    return found == kEndingPrefixes.end() ? nullptr : found;
}

const EndingFunction* endingFunction(std::string_view qualifiedName)
{
    const auto* found =
        std::ranges::find(kEndingFunctions, withoutMark(qualifiedName), &EndingFunction::name);
    return found == kEndingFunctions.end() ? endingByPrefix(qualifiedName) : found;
}

const EndingFunction* endingFunction(const Report& report, const Frame& frame)
{
    return endingFunction(qualifiedName(knownFunction(report, frame)));
}

/// A system's library without symbols may hide the first functions. If it has exported symbols
/// alone, its local functions are named after the ones before them. `library` is the module of the
/// functions found so far.
bool isHiddenSystemCode(const Report& report,
                        const Frame& frame,
                        std::optional<std::uint32_t> library)
{
    if (!frame.module || isInApp(report, frame))
        return false;
    return knownFunction(report, frame).empty() ||
           (frame.module == library && frame.position.line.value_or(0) == 0);
}

bool endsItself(const Report& report)
{
    static constexpr std::array<std::string_view, 6> kReasons{
        "SIGABRT",   "EXC_CRASH",      "Unhandled C++ Exception",
        "FAST_FAIL", "FATAL_APP_EXIT", "NSException"};
    return std::ranges::any_of(kReasons, [&](std::string_view reason) {
        return report.event->crash.reason.find(reason) != std::string::npos;
    });
}

SelfEnd::Kind kindOf(std::uint32_t parts)
{
    const auto has = [parts](Part part) { return (parts & 1U << unsigned(part)) != 0; };
    if (has(Part::GoPanic))
        return SelfEnd::Kind::GoPanic;
    if (has(Part::GoFatalError))
        return SelfEnd::Kind::GoFatalError;
    if (has(Part::RustPanic))
        return SelfEnd::Kind::RustPanic;
    if (has(Part::Throw))
        return SelfEnd::Kind::UncaughtException;
    return has(Part::Assertion) ? SelfEnd::Kind::FailedAssertion : SelfEnd::Kind::Abort;
}

} // namespace

bool isEndingFunction(std::string_view qualifiedName)
{
    return endingFunction(qualifiedName) != nullptr;
}

std::optional<SelfEnd> selfEnd(const Report& report)
{
    const auto* stack = report.event ? stackOf(report, crashedThread(report)) : nullptr;
    if (stack == nullptr || !endsItself(report))
        return std::nullopt;
    std::uint32_t parts = 0;
    std::size_t end = 0;
    std::optional<std::uint32_t> library;
    for (std::size_t i = 0; i < stack->frames.size(); ++i) {
        if (const auto* function = endingFunction(report, stack->frames[i])) {
            parts |= 1U << unsigned(function->part);
            end = i + 1;
            library = stack->frames[i].module;
        } else if (!isHiddenSystemCode(report, stack->frames[i], library)) {
            break;
        }
    }
    if (parts == 0 || end == stack->frames.size())
        return std::nullopt;
    return SelfEnd{.kind = kindOf(parts), .caller = end};
}

const Frame* blamedFrame(const Report& report)
{
    const auto* stack = stackOf(report, crashedThread(report));
    if (stack == nullptr || stack->frames.empty())
        return nullptr;
    const auto end = selfEnd(report);
    return &stack->frames[end ? end->caller : 0];
}

} // namespace faultline::insight
