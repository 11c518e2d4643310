#include "core/insight/self_end.h"

#include "core/insight/code_owner.h"
#include "core/insight/function_name.h"
#include "core/insight/key_frame.h"
#include "core/insight/signature.h"

#include <algorithm>
#include <array>

namespace faultline::insight {

namespace {

enum class Part : std::uint8_t { Signal, Assertion, Terminate, Throw };

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
    EndingFunction{"objc_exception_rethrow", Part::Throw},
    EndingFunction{"_CxxThrowException", Part::Throw},
    EndingFunction{"RaiseException", Part::Throw},
};

/// Compilers mark split functions: "abort.cold", "f.constprop.0".
std::string_view withoutMark(std::string_view name)
{
    return name.substr(0, name.find('.', 1));
}

const EndingFunction* endingFunction(std::string_view qualifiedName)
{
    const auto* found =
        std::ranges::find(kEndingFunctions, withoutMark(qualifiedName), &EndingFunction::name);
    return found == kEndingFunctions.end() ? nullptr : found;
}

const EndingFunction* endingFunction(const Report& report, const Frame& frame)
{
    return endingFunction(qualifiedName(knownFunction(report, frame)));
}

/// A system's library without symbols may hide the first functions.
bool isUnnamedSystemCode(const Report& report, const Frame& frame)
{
    return knownFunction(report, frame).empty() && frame.module && !isInApp(report, frame);
}

bool endsItself(const Report& report)
{
    static constexpr std::array<std::string_view, 5> kReasons{
        "SIGABRT", "EXC_CRASH", "Unhandled C++ Exception", "FAST_FAIL", "FATAL_APP_EXIT"};
    return std::ranges::any_of(kReasons, [&](std::string_view reason) {
        return report.event->crash.reason.find(reason) != std::string::npos;
    });
}

SelfEnd::Kind kindOf(std::uint32_t parts)
{
    const auto has = [parts](Part part) { return (parts & 1U << unsigned(part)) != 0; };
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
    for (std::size_t i = 0; i < stack->frames.size(); ++i) {
        if (const auto* function = endingFunction(report, stack->frames[i])) {
            parts |= 1U << unsigned(function->part);
            end = i + 1;
        } else if (!isUnnamedSystemCode(report, stack->frames[i])) {
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
