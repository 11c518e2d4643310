#include "core/unwind/pushed_arguments.h"

#include "core/unwind/stack_scan.h"

namespace faultline::unwind {

namespace {

constexpr std::uint32_t kMostPushedBytes = 64;

bool isFrameData(UnwindMethod method)
{
    return method == UnwindMethod::FrameData || method == UnwindMethod::Fpo ||
           method == UnwindMethod::BreakpadWin;
}

/// Another size that a call of this function proves.
std::optional<UnwindStep> provenOther(const WalkEnvironment& environment,
                                      const Callee& callee,
                                      const UnwindTable& table,
                                      UnwindQuery query,
                                      const UnwindStep& stated)
{
    const auto statedBytes = query.grandCalleeParameterBytes;
    for (std::uint32_t bytes = 0; bytes <= kMostPushedBytes; bytes += 4) {
        query.grandCalleeParameterBytes = bytes;
        auto other = table.unwind(query, *environment.event.memory);
        const bool isSame = other && other->caller.sp() == stated.caller.sp();
        if (bytes != statedBytes && isSame)
            return std::nullopt; // It finds the frame by something else.
        if (other && callsWhom(environment, callee, other->caller.pc()) == Calls::This)
            return *std::move(other);
    }
    return std::nullopt;
}

} // namespace

Result<UnwindStep> unwindPushedArguments(WalkEnvironment& environment,
                                         const Callee& callee,
                                         const UnwindTable& table,
                                         UnwindQuery query)
{
    auto stated = table.unwind(query, *environment.event.memory);
    if (!stated || !isFrameData(stated->method) ||
        callsWhom(environment, callee, stated->caller.pc()) == Calls::This)
        return stated;
    if (auto other = provenOther(environment, callee, table, query, *stated))
        return *std::move(other);
    if (query.grandCalleeParameterBytes == 0 ||
        judgeReturnAddress(environment, stated->caller.pc()) == ReturnAddressVerdict::Accepted)
        return stated;
    query.grandCalleeParameterBytes = 0;
    auto without = table.unwind(query, *environment.event.memory);
    const bool isBetter = without && isCertainReturnAddress(environment, without->caller.pc());
    return isBetter ? std::move(without) : std::move(stated);
}

} // namespace faultline::unwind
