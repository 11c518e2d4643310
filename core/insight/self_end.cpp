// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/self_end.h"

#include "core/insight/code_owner.h"
#include "core/insight/frame_names.h"
#include "core/insight/function_name.h"
#include "core/insight/kernel_names.h"
#include "core/insight/key_frame.h"
#include "core/insight/runtime_names.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

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
    EndingFunction{"kill", Part::Signal},
    EndingFunction{"pthread_kill", Part::Signal},
    EndingFunction{"__pthread_kill", Part::Signal},
    EndingFunction{"__pthread_kill_internal", Part::Signal},
    EndingFunction{"__pthread_kill_implementation", Part::Signal},
    EndingFunction{"__GI___pthread_kill", Part::Signal},
    EndingFunction{"abort", Part::Signal},
    EndingFunction{"__GI_abort", Part::Signal},
    EndingFunction{"__libc_android_abort", Part::Signal},
    EndingFunction{"abort_message", Part::Signal},
    EndingFunction{"__libc_message", Part::Signal},
    EndingFunction{"__libc_fatal", Part::Signal},
    EndingFunction{"__fortify_fail", Part::Signal},
    EndingFunction{"__GI___fortify_fail", Part::Signal},
    EndingFunction{"__stack_chk_fail", Part::Signal},
    EndingFunction{"__chk_fail", Part::Signal},
    EndingFunction{"__GI___chk_fail", Part::Signal},
    EndingFunction{"malloc_printerr", Part::Signal},
    EndingFunction{"__cxa_pure_virtual", Part::Signal},
    EndingFunction{"__cxa_deleted_virtual", Part::Signal},
    EndingFunction{"_purecall", Part::Signal},
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
    EndingFunction{"__gxx_personality_sj0", Part::Throw},
    EndingFunction{"__gxx_personality_seh0", Part::Throw},
    EndingFunction{"_Unwind_RaiseException", Part::Throw},
    EndingFunction{"_Unwind_RaiseException_Phase2", Part::Throw},
    EndingFunction{"_Unwind_ForcedUnwind", Part::Throw},
    EndingFunction{"_Unwind_ForcedUnwind_Phase2", Part::Throw},
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
/// it sends the signal twice, the second time from the handler of the first. The sanitizers of GCC
/// and Clang print a report before they end the process.
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
    EndingFunction{"__sanitizer::", Part::Signal},
    EndingFunction{"__asan::", Part::Signal},
    EndingFunction{"__asan_report_", Part::Signal},
    EndingFunction{"__hwasan::", Part::Signal},
    EndingFunction{"__lsan::", Part::Signal},
    EndingFunction{"__msan::", Part::Signal},
    EndingFunction{"__msan_warning", Part::Signal},
    EndingFunction{"__tsan::", Part::Signal},
    EndingFunction{"_swift_stdlib_reportFatalError", Part::Assertion},
    EndingFunction{"__ubsan::", Part::Signal},
    EndingFunction{"__ubsan_handle_", Part::Signal},
    EndingFunction{"__interceptor_", Part::Signal},
    EndingFunction{"___interceptor_", Part::Signal},
};

/// Functions of C libraries that find a program's mistake and call one of the functions above:
/// those of the heap, and the checked forms of memcpy() and others. They end nothing by themselves.
constexpr std::array<std::string_view, 38> kFinders{"free",
                                                    "cfree",
                                                    "__libc_free",
                                                    "__GI___libc_free",
                                                    "_int_free",
                                                    "_int_free_check",
                                                    "_int_free_chunk",
                                                    "_int_free_merge_chunk",
                                                    "_int_free_create_chunk",
                                                    "_int_free_maybe_consolidate",
                                                    "tcache_double_free_verify",
                                                    "tcache_free",
                                                    "malloc",
                                                    "__libc_malloc",
                                                    "__libc_malloc2",
                                                    "__GI___libc_malloc",
                                                    "_int_malloc",
                                                    "sysmalloc",
                                                    "malloc_consolidate",
                                                    "unlink_chunk",
                                                    "munmap_chunk",
                                                    "calloc",
                                                    "__libc_calloc",
                                                    "__libc_calloc2",
                                                    "realloc",
                                                    "__libc_realloc",
                                                    "__GI___libc_realloc",
                                                    "_int_realloc",
                                                    "mremap_chunk",
                                                    "reallocarray",
                                                    "memalign",
                                                    "__libc_memalign",
                                                    "_int_memalign",
                                                    "_mid_memalign",
                                                    "operator delete",
                                                    "operator delete[]",
                                                    "operator new",
                                                    "operator new[]"};

bool isFinder(std::string_view qualifiedName)
{
    const auto name = withoutMark(qualifiedName);
    return (name.starts_with("__") && name.ends_with("_chk")) ||
           std::ranges::find(kFinders, name) != kFinders.end();
}

/// These catch panics. They lie below every Rust thread's own functions, which may be inlined.
constexpr std::array<std::string_view, 2> kPanicCatchers{"std::panicking::try",
                                                         "std::panicking::catch_unwind"};

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

/// What prints a stack or a message and then ends the process: the sanitizers, libFuzzer, and the
/// logs of Chromium, V8, glog, Abseil and GLib. Beginnings of names; one that ends in a letter ends
/// a word too, so that a program's "~LogMessageQueue" is its own.
constexpr auto kToolBeginnings = std::to_array<std::string_view>({
    "__sanitizer_print_stack_trace",
    "__sanitizer_cov_",
    "__sanitizer::",
    "__interceptor_backtrace",
    "__interceptor_malloc",
    "__hwasan_check_",
    // What a DLL of Windows exports, which a look-up without symbols finds.
    "_sanitizer_",
    "_asan_rtl_",
    "_asan_set_seh_filter",
    "_asan_wrap_",
    "CrashTrampolineAsm", // Fuchsia's, of libFuzzer.
    "fuzzer::PrintStackTrace",
    "fuzzer::(anonymous namespace)::",
    "fuzzer::StaticCrashHandler",
    "fuzzer::AlarmHandler",
    "fuzzer::MallocHook",
    "fuzzer::TracePC::",
    "fuzzer::Fuzzer::HandleMalloc",
    "fuzzer::Fuzzer::CrashOnOverwrittenData",
    "fuzztest::internal::CheckStackLimit",
    "fuzztest::internal::CheckWatchdogLimits",
    "base::debug::",
    "base::ImmediateCrash",
    "ImmediateCrash",
    "logging::LogMessage::",
    "logging::(anonymous namespace)::",
    "logging::`anonymous namespace'::",
    "logging::CheckError::",
    "logging::CheckNoreturnError::",
    "logging::NotReachedError::",
    "logging::NotReachedNoreturnError::",
    "~LogMessage", // Inlined calls have no class.
    "~LogMessageFatal",
    "~CheckLogMessage",
    "~DCheckLogMessage",
    "V8_Fatal",
    "V8_Dcheck",
    "v8::base::OS::Abort",
    "v8::base::debug::",
    "v8::base::FatalOOM",
    "v8::api_internal::",
    "v8::Utils::ReportApiFailure",
    "v8::internal::V8::FatalProcessOutOfMemory",
    "blink::ReportV8FatalError",
    "absl::log_internal::",
    "absl::cleanup_internal::",
    "absl::Cleanup<",
    "google::LogMessage",
    "google::LogMessageFatal",
    "g_assertion_message",
    "g_assertion_message_",
    "g_log",
    "g_logv",
    "g_log_",
    "__android_log_assert",
});

bool isLetterOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool beginsWith(std::string_view name, std::string_view beginning)
{
    if (!name.starts_with(beginning))
        return false;
    const auto rest = name.substr(beginning.size());
    const bool goesOn = !rest.empty() && (isLetterOrDigit(rest.front()) || rest.front() == '_');
    return !goesOn || !isLetterOrDigit(beginning.back());
}

bool isToolsReporting(std::string_view name)
{
    const bool isCallback = name.starts_with("fuzzer::Fuzzer::") && name.ends_with("Callback");
    return isCallback || std::ranges::any_of(kToolBeginnings, [&](std::string_view beginning) {
               return beginsWith(name, beginning);
           });
}

std::uint32_t bitOf(Part part)
{
    return 1U << unsigned(part);
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

bool namesOneOf(std::string_view reason, std::span<const std::string_view> names)
{
    return std::ranges::any_of(
        names, [&](std::string_view name) { return reason.find(name) != std::string_view::npos; });
}

bool endsItself(const Report& report)
{
    static constexpr std::array<std::string_view, 6> kReasons{
        "SIGABRT",   "EXC_CRASH",      "Unhandled C++ Exception",
        "FAST_FAIL", "FATAL_APP_EXIT", "NSException"};
    return namesOneOf(report.event->crash.reason, kReasons) || isPanicText(report);
}

/// Linux says of a signal that a program sent it, perhaps to itself.
bool wasSent(const Report& report)
{
    static constexpr std::array<std::string_view, 3> kCodes{"SI_TKILL", "SI_USER", "SI_QUEUE"};
    return namesOneOf(report.event->crash.reason, kCodes);
}

SelfEnd::Kind kindOf(std::uint32_t parts)
{
    const auto has = [parts](Part part) { return (parts & bitOf(part)) != 0; };
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

/// The functions with which the process ended itself.
struct Ending
{
    std::uint32_t parts = 0; ///< A bit for each Part. 0: there are no such functions.
    std::size_t end = 0;     ///< The first row below them.

    bool has(Part part) const { return (parts & bitOf(part)) != 0; }
};

class CrashedStack
{
public:
    CrashedStack(const Report& report, const ThreadStack& stack)
        : m_report(report), m_frames(stack.frames),
          m_first(std::max(firstUnreported(), interruptedRow()))
    {
        while (const auto next = rowBelowHandler(m_first))
            m_first = *next;
        const bool isPanic = isPanicText(report) || isRustPanicMessage(report);
        m_ending = endingFrom(isPanic ? firstOfPanic() : m_first);
    }

    /// Rows above it belong to a handler of the signal, which ended the process.
    std::size_t first() const { return m_first; }

    const Ending& ending() const { return m_ending; }

    bool hasCaller() const { return m_ending.parts != 0 && m_ending.end < m_frames.size(); }

    /// The first row below the ending functions that does not belong to the language's runtime, nor
    /// to the standard library in the program's modules, such as std::vector::at().
    std::size_t caller() const
    {
        const auto first = callerOfRuntime();
        for (auto row = first; row < m_frames.size() && !isSignalFrame(row); ++row) {
            if (!isLibraryCode(m_report, m_frames[row]))
                return isInApp(m_report, m_frames[row]) ? row : first;
        }
        return first;
    }

    /// The row that a call of a pointer to nowhere left, such as a null pointer: its return address
    /// is on top of the stack or in the link register, so it is no guess.
    std::optional<std::size_t> callerOfNowhere() const
    {
        return m_first == 0 && m_frames.size() > 1 && isCallerOfNowhere(m_frames[0], m_frames[1])
                   ? std::optional<std::size_t>(1)
                   : std::nullopt;
    }

    /// Rust's handler ends the process if the address lies in a guard page, and else returns.
    bool isRustOverflow() const
    {
        for (std::size_t row = 0; row < m_first; ++row) {
            const auto name = nameOf(row);
            if (name.starts_with("std::sys") &&
                name.find("stack_overflow::imp::signal_handler") != std::string::npos)
                return true;
        }
        return false;
    }

    /// Go's runtime makes a stack larger in this function.
    bool isGoOverflow() const
    {
        return m_ending.has(Part::GoFatalError) && nameOf(m_ending.end) == "runtime.newstack" &&
               m_frames.size() > kDeepStack;
    }

private:
    std::size_t callerOfRuntime() const
    {
        const bool isRust = m_ending.has(Part::RustPanic);
        const bool isGo = m_ending.has(Part::GoPanic) || m_ending.has(Part::GoFatalError);
        for (auto row = m_ending.end; row < m_frames.size(); ++row) {
            const auto name = nameOf(row);
            if (isOutermostOfRuntime(name))
                break;
            if (!(isRust && isRustLibrary(name)) && !(isGo && isGoRuntime(name)))
                return row;
        }
        return m_ending.end;
    }

    /// A stack this deep that may not grow any more has overflowed.
    static constexpr std::size_t kDeepStack = 500;
    /// More rows above a signal's frame are a program of its own, and no handler of a crash.
    static constexpr std::size_t kMaxHandlerRows = 64;

    std::string nameOf(std::size_t row) const
    {
        return std::string(qualifiedName(knownFunction(m_report, m_frames[row])));
    }

    bool isSignalFrame(std::size_t row) const
    {
        if (isSignalTrampoline(nameOf(row)))
            return true;
        const auto* below = row + 1 < m_frames.size() ? m_frames[row + 1].asNative() : nullptr;
        return below != nullptr && below->method == UnwindMethod::SignalFrame;
    }

    Ending endingFrom(std::size_t first) const
    {
        Ending ending{.end = first};
        std::optional<std::uint32_t> library;
        for (std::size_t i = first; i < m_frames.size() && !isSignalFrame(i); ++i) {
            const auto name = nameOf(i);
            if (const auto* function = endingFunction(name)) {
                ending.parts |= bitOf(function->part);
                ending.end = i + 1;
                library = m_frames[i].module;
            } else if (ending.parts != 0 && isFinder(name)) {
                ending.end = i + 1;
                library = m_frames[i].module;
            } else if (!isKernelEntry(name) &&
                       !isHiddenSystemCode(m_report, m_frames[i], library)) {
                break;
            }
        }
        return ending;
    }

    /// The first row below the functions that wrote the report: a tool that prints a stack itself
    /// begins with its own. Functions of the system and of the standard library lie above and
    /// between them.
    std::size_t firstUnreported() const
    {
        constexpr std::size_t kMaxNameless = 3;
        if (m_report.event->kind != EventKind::NativeText)
            return 0;
        std::size_t end = 0;
        std::size_t nameless = 0;
        for (std::size_t row = 0; row < m_frames.size() && nameless <= kMaxNameless; ++row) {
            const auto name = nameOf(row);
            if (isReporting(row, name))
                end = row + 1;
            else if (name.empty())
                ++nameless;
            else if (!isSignalTrampoline(name) && !isKernelEntry(name) &&
                     endingFunction(name) == nullptr && !isOthersCode(m_report, m_frames[row]))
                break;
        }
        if (end > 0 && end < m_frames.size() && isTrampoline(end))
            ++end;
        return end < m_frames.size() ? end : 0;
    }

    /// libFuzzer's handler of signals is called by the system's trampoline, often without a name.
    bool isTrampoline(std::size_t row) const
    {
        const auto name = nameOf(row);
        return nameOf(row - 1).starts_with("fuzzer::") &&
               (name.empty() || isSignalTrampoline(name));
    }

    bool isReporting(std::size_t row, std::string_view name) const
    {
        return isOfKernel(row) ? isKernelReporting(withoutMark(name)) : isToolsReporting(name);
    }

    /// Readers of text give the kernel's own file its usual name. Inlined calls are in the file of
    /// the row that they are inlined into.
    bool isOfKernel(std::size_t row) const
    {
        constexpr std::size_t kMaxInlined = 64;
        const auto end = std::min(m_frames.size(), row + kMaxInlined);
        while (isInFileOfNext(m_frames[row]) && row + 1 < end)
            ++row;
        const auto& frame = m_frames[row];
        const auto isKernel = [](const std::optional<std::string>& file) {
            return file == "vmlinux" || file == "kernel" || file == "netbsd";
        };
        const auto& modules = m_report.event->modules;
        const auto* native = frame.asNative();
        const auto module = frame.module || native == nullptr ? frame.module : native->relativeTo;
        if (module && *module < modules.size())
            return isKernel(modules[*module].codeFile);
        return native != nullptr && isKernel(native->package);
    }

    /// Texts of kernels give an inlined call its source alone.
    static bool isInFileOfNext(const Frame& frame)
    {
        const auto* native = frame.asNative();
        return frame.isInlined || (native != nullptr && !frame.module && !native->relativeTo &&
                                   !native->package && frame.position.file);
    }

    /// The row that a signal interrupted whose handler ended the process. A handler whose own
    /// assertion or exception ended it has crashed itself.
    std::optional<std::size_t> rowBelowHandler(std::size_t first) const
    {
        const auto ending = endingFrom(first);
        if (ending.parts != bitOf(Part::Signal))
            return std::nullopt;
        const auto end = std::min(m_frames.size(), ending.end + kMaxHandlerRows);
        for (auto i = ending.end; i + 1 < end; ++i) {
            if (isSignalFrame(i))
                return isGuess(m_frames[i + 1]) ? std::nullopt : std::optional(i + 1);
        }
        return std::nullopt;
    }

    /// The row that a program says its signal interrupted, when it printed its own stack in a
    /// handler; else the first.
    std::size_t interruptedRow() const
    {
        if (m_report.event->kind != EventKind::NativeText)
            return 0;
        const auto end = std::min(m_frames.size(), kMaxHandlerRows);
        for (std::size_t row = 0; row < end; ++row) {
            if (m_frames[row].trust == FrameTrust::Context)
                return row;
        }
        return 0;
    }

    static bool isGuess(const Frame& frame)
    {
        return frame.trust == FrameTrust::Scan || frame.trust == FrameTrust::CfiScan;
    }

    /// Some other tool printed the stack of a panic, whose words Rust wrote before.
    static bool isRustPanicMessage(const Report& report)
    {
        return report.event->kind == EventKind::NativeText &&
               report.event->crash.assertion.find(" panicked at ") != std::string::npos;
    }

    /// Rust's text begins with the functions that print it, and with those of a hook.
    std::size_t firstOfPanic() const
    {
        for (std::size_t i = 0; i < m_frames.size(); ++i) {
            if (isRustPanicEntry(nameOf(i)))
                return i;
        }
        return m_first;
    }

    const Report& m_report;
    const std::vector<Frame>& m_frames;
    std::size_t m_first = 0;
    Ending m_ending;
};

std::optional<SelfEnd> selfEndOf(const Report& report, const CrashedStack& stack)
{
    if (!endsItself(report) || (!stack.hasCaller() && stack.first() == 0))
        return std::nullopt;
    if (!stack.hasCaller())
        return SelfEnd{.kind = stack.isRustOverflow() ? SelfEnd::Kind::StackOverflow
                                                      : SelfEnd::Kind::Abort,
                       .caller = stack.first()};
    return SelfEnd{.kind = stack.isGoOverflow() ? SelfEnd::Kind::StackOverflow
                                                : kindOf(stack.ending().parts),
                   .caller = stack.caller()};
}

/// Do the rows above the caller say only how the language's runtime reports the failure?
bool isOfLanguage(SelfEnd::Kind kind)
{
    return kind == SelfEnd::Kind::RustPanic || kind == SelfEnd::Kind::GoPanic ||
           kind == SelfEnd::Kind::GoFatalError || kind == SelfEnd::Kind::StackOverflow;
}

} // namespace

bool isEndingFunction(std::string_view qualifiedName)
{
    return endingFunction(qualifiedName) != nullptr;
}

bool isCallerOfNowhere(const Frame& innermost, const Frame& caller)
{
    const auto* callee = innermost.asNative();
    const auto* native = caller.asNative();
    if (callee == nullptr || native == nullptr || innermost.module || !caller.module ||
        innermost.trust != FrameTrust::Context)
        return false;
    constexpr std::uint64_t kLargestWord = 8;
    const bool isOnTop = native->method == UnwindMethod::Scan && native->sp > callee->sp &&
                         native->sp - callee->sp <= kLargestWord;
    return isOnTop || native->method == UnwindMethod::LinkRegister;
}

std::optional<SelfEnd> selfEnd(const Report& report)
{
    const auto* frames = report.event ? stackOf(report, crashedThread(report)) : nullptr;
    if (frames == nullptr || !endsItself(report))
        return std::nullopt;
    return selfEndOf(report, CrashedStack(report, *frames));
}

CrashPlace crashPlace(const Report& report)
{
    const auto* frames = report.event ? stackOf(report, crashedThread(report)) : nullptr;
    if (frames == nullptr || frames->frames.empty())
        return {};
    const CrashedStack stack(report, *frames);
    if (const auto end = selfEndOf(report, stack); end && isOfLanguage(end->kind))
        return {.first = end->caller, .blamed = end->caller};
    if (const auto caller = stack.callerOfNowhere())
        return {.first = 0, .blamed = *caller};
    const bool isText = report.event->kind == EventKind::NativeText;
    const bool skipsEnding = stack.hasCaller() && (isText || endsItself(report) || wasSent(report));
    return {.first = stack.first(), .blamed = skipsEnding ? stack.caller() : stack.first()};
}

const Frame* blamedFrame(const Report& report)
{
    const auto* stack = stackOf(report, crashedThread(report));
    if (stack == nullptr || stack->frames.empty())
        return nullptr;
    return &stack->frames[crashPlace(report).blamed];
}

} // namespace faultline::insight
