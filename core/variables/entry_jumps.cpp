// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/entry_jumps.h"

#include "core/unwind/code/call_site.h"
#include "core/unwind/code/instruction_flow.h"
#include "core/unwind/code/jump_search.h"
#include "core/variables/value_frame.h"

#include <algorithm>
#include <array>

namespace faultline::variables {

namespace {

/// For one frame. Functions that were seen have fewer; what is longer is not followed.
constexpr std::uint32_t kMostInstructions = 8192;

/// Where the jump leads that is the instruction at `begin`.
std::optional<std::uint64_t>
targetAt(const MemoryReader& memory, CpuFamily family, std::uint64_t begin, std::uint64_t end)
{
    std::array<std::byte, unwind::kMaxFlowBytes> bytes{};
    const auto count = memory.read(begin, bytes);
    const auto flow = unwind::readFlow(family, Bytes(bytes).first(count), begin, false);
    const bool isThere = flow && (end == 0 || begin + flow->sizeBytes == end);
    return isThere ? flow->target : std::nullopt;
}

/// Where a jump out of a function of x86 or arm64 leads. If only its end is known, it is taken for
/// one of those with a distance of four bytes: E9, or 0F 80 to 0F 8F (Intel SDM volume 2, "JMP",
/// "Jcc").
std::optional<std::uint64_t> targetOf(const MemoryReader& memory,
                                      CpuFamily family,
                                      const object::TailJump& jump,
                                      std::uint64_t bias)
{
    constexpr std::uint64_t kJumpBytes = 5;
    const bool isIntel = family == CpuFamily::Intel64 || family == CpuFamily::Intel32;
    if (!isIntel && family != CpuFamily::Arm64)
        return std::nullopt;
    if (jump.address != 0)
        return targetAt(memory, family, jump.address + bias, 0);
    const auto end = jump.end + bias;
    if (!isIntel)
        return targetAt(memory, family, end - 4, end);
    const auto target = targetAt(memory, family, end - kJumpBytes, end);
    return target ? target : targetAt(memory, family, end - kJumpBytes - 1, end);
}

/// A function, and where it begins in the process.
struct Function
{
    object::EntryRef entry;
    std::uint64_t address = 0;
};

class WayBackSearch
{
public:
    WayBackSearch(const ValueFrame& frame, const ValueFrame& caller)
        : m_frame(frame), m_family(frame.facts().registers.family()),
          m_own{frame.functions().back().entry,
                frame.functions().back().entryAddress + frame.imageBias()},
          m_isThumb(isThumbCall(caller))
    {
    }

    bool finds() const
    {
        auto& allLeft = m_frame.budget().instructionsLeft();
        const auto allowed = std::min(kMostInstructions, allLeft);
        auto left = allowed;
        const bool isFound = leadsBack(left);
        allLeft -= allowed - left;
        return isFound;
    }

private:
    bool leadsBack(std::uint32_t& instructionsLeft) const
    {
        constexpr std::size_t kMostFunctions = 64;
        std::vector<Function> reached{m_own};
        for (std::size_t i = 0; i < reached.size(); ++i) {
            if (reached.size() > kMostFunctions)
                return true;
            const auto targets = describedTargets(reached[i].entry);
            if (!targets && codeLeadsBack(reached[i].address, instructionsLeft))
                return true;
            for (const auto& target : targets.value_or(std::vector<Function>())) {
                if (target.entry == m_own.entry)
                    return true;
                if (std::ranges::find(reached, target.entry, &Function::entry) == reached.end())
                    reached.push_back(target);
            }
        }
        return false;
    }

    /// The functions that one jumps to. Absent where the debug info does not claim to describe all
    /// jumps, or it is not certain where one leads.
    std::optional<std::vector<Function>> describedTargets(object::EntryRef function) const
    {
        const auto jumps = m_frame.info().tailJumps(function);
        if (!jumps)
            return std::nullopt;
        std::vector<Function> targets;
        for (const auto& jump : *jumps) {
            const auto target = jumpedTo(jump);
            if (!target)
                return std::nullopt;
            targets.push_back(*target);
        }
        return targets;
    }

    /// The function that a jump leads to, if that is certain: by its instruction, and with debug
    /// info that begins there.
    std::optional<Function> jumpedTo(const object::TailJump& jump) const
    {
        const auto bias = m_frame.imageBias();
        const auto target = targetOf(m_frame.memory(), m_family, jump, bias);
        const auto functions = target ? m_frame.info().functionsAt(*target - bias)
                                      : std::vector<object::FunctionInfo>();
        const bool isWhole = !functions.empty() && functions.back().entryAddress + bias == *target;
        return isWhole ? std::optional(Function{functions.back().entry, *target}) : std::nullopt;
    }

    bool codeLeadsBack(std::uint64_t address, std::uint32_t& instructionsLeft) const
    {
        if (m_family == CpuFamily::Arm32 && !m_isThumb)
            return true;
        const unwind::CodeSpace space{m_frame.memory(), m_family, m_isThumb.value_or(false)};
        return unwind::mayJumpTo(space, address, m_own.address, instructionsLeft);
    }

    /// The instruction set of 32-bit ARM that the frame's function has, by the call that leads to
    /// it. Jumps keep it. Absent on other CPUs, and where the call does not say.
    std::optional<bool> isThumbCall(const ValueFrame& caller) const
    {
        if (m_family != CpuFamily::Arm32)
            return std::nullopt;
        const auto returnAddress = caller.facts().pc & ~std::uint64_t{1};
        std::array<std::byte, unwind::kCallSiteBytes> before{};
        if (m_frame.memory().read(returnAddress - before.size(), before) != before.size())
            return std::nullopt;
        for (const auto thumbBit : {0u, 1u}) {
            const auto site = unwind::readCallSite(m_family, before, returnAddress | thumbBit);
            if (site.target == m_own.address)
                return site.isThumbTarget;
        }
        return std::nullopt;
    }

    const ValueFrame& m_frame;
    CpuFamily m_family;
    Function m_own;
    std::optional<bool> m_isThumb;
};

} // namespace

bool mayBeReachedByJump(const ValueFrame& frame, const ValueFrame& caller)
{
    return WayBackSearch(frame, caller).finds();
}

} // namespace faultline::variables
