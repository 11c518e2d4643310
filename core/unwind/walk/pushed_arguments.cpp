// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/pushed_arguments.h"

#include "core/unwind/walk/return_address.h"

#include <functional>

namespace faultline::unwind {

namespace {

constexpr std::uint32_t kMostPushedBytes = 64;

bool isFrameData(UnwindMethod method)
{
    return method == UnwindMethod::FrameData || method == UnwindMethod::Fpo ||
           method == UnwindMethod::BreakpadWin;
}

using Check = std::function<bool(std::uint64_t returnAddress)>;

/// The first other size whose return address is accepted.
std::optional<UnwindStep> otherSize(const WalkEnvironment& environment,
                                    const UnwindTable& table,
                                    UnwindQuery query,
                                    const UnwindStep& stated,
                                    const Check& passes)
{
    const auto statedBytes = query.grandCalleeParameterBytes;
    for (std::uint32_t bytes = 0; bytes <= kMostPushedBytes; bytes += 4) {
        query.grandCalleeParameterBytes = bytes;
        auto other = table.unwind(query, *environment.event.asNative()->memory);
        const bool isSame = other && other->caller.sp() == stated.caller.sp();
        if (bytes != statedBytes && isSame)
            return std::nullopt; // The frame is found by something else than sp.
        if (other && passes(other->caller.pc()))
            return *std::move(other);
    }
    return std::nullopt;
}

/// Are the bytes before it unknown, and has the function that contains it no known end?
bool isOfSymbolOnly(const WalkEnvironment& environment, std::uint64_t returnAddress)
{
    const auto module = environment.moduleMap.find(returnAddress - 1);
    const auto function = functionAt(environment, returnAddress - 1, module);
    return function && !function->hasExtent && !followsCall(environment, returnAddress, module);
}

/// A call through a pointer or an import's stub may have led here, so the record stands. A word
/// further up that a direct call proves may be older.
bool isUnrefuted(WalkEnvironment& environment, const Callee& callee, std::uint64_t returnAddress)
{
    return isCertainReturnAddress(environment, returnAddress) &&
           callsWhom(environment, callee, returnAddress) == Calls::Anyone;
}

} // namespace

Result<UnwindStep> unwindPushedArguments(WalkEnvironment& environment,
                                         const Callee& callee,
                                         const UnwindTable& table,
                                         UnwindQuery query)
{
    auto stated = table.unwind(query, *environment.event.asNative()->memory);
    const auto callsThis = [&](std::uint64_t returnAddress) {
        return callsWhom(environment, callee, returnAddress) == Calls::This;
    };
    if (!stated || !isFrameData(stated->method) || callsThis(stated->caller.pc()) ||
        isUnrefuted(environment, callee, stated->caller.pc()))
        return stated;
    if (auto other = otherSize(environment, table, query, *stated, callsThis))
        return *std::move(other);
    // If the code is unknown, the certainty of a function's extent decides next.
    const auto isInFunction = [&](std::uint64_t returnAddress) {
        const auto module = environment.moduleMap.find(returnAddress - 1);
        const auto function = functionAt(environment, returnAddress - 1, module);
        return function && function->hasExtent && isLikelyReturnAddress(environment, returnAddress);
    };
    const auto isLikely = [&](std::uint64_t returnAddress) {
        return isLikelyReturnAddress(environment, returnAddress);
    };
    const bool isAccepted =
        judgeReturnAddress(environment, stated->caller.pc()) == ReturnAddressVerdict::Accepted;
    const bool isStretched = isAccepted && isOfSymbolOnly(environment, stated->caller.pc());
    if (isAccepted && !isStretched)
        return stated;
    if (auto other = otherSize(environment, table, query, *stated, isInFunction))
        return *std::move(other);
    if (isAccepted)
        return stated;
    if (auto other = otherSize(environment, table, query, *stated, isLikely))
        return *std::move(other);
    return stated;
}

} // namespace faultline::unwind
