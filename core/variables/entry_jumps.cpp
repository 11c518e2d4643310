// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/entry_jumps.h"

#include "core/unwind/code/call_site.h"
#include "core/unwind/code/jump_search.h"
#include "core/variables/value_frame.h"

#include <algorithm>
#include <array>

namespace faultline::variables {

namespace {

/// More than any function has that was seen; what is longer is not followed.
constexpr std::uint32_t kMostInstructions = 8192;

/// Where a jump of x86 with a distance of four bytes leads. Only its end tells where a conditional
/// one begins. Source: Intel's manual, volume 2, "JMP" (E9) and "Jcc" (0F 80 to 0F 8F).
std::optional<std::uint64_t>
intelTarget(const MemoryReader& memory, const object::TailJump& jump, std::uint64_t bias)
{
    constexpr std::uint64_t kDistanceBytes = 4;
    constexpr std::uint64_t kJumpBytes = 1 + kDistanceBytes;
    const auto end = (jump.end != 0 ? jump.end : jump.address + kJumpBytes) + bias;
    const auto distance = memory.readUnsigned(end - kDistanceBytes, kDistanceBytes);
    const bool isJump = memory.readUnsigned(end - kJumpBytes, 1) == 0xe9u;
    const auto condition = memory.readUnsigned(end - kJumpBytes, 1).value_or(0);
    const bool isConditional = jump.end != 0 && (condition & 0xf0) == 0x80 &&
                               memory.readUnsigned(end - kJumpBytes - 1, 1) == 0x0fu;
    if (!distance || (!isJump && !isConditional))
        return std::nullopt;
    return end + static_cast<std::uint64_t>(static_cast<std::int32_t>(*distance));
}

/// Where a jump of arm64 leads. Its distance is a number of instructions in 26 bits. Source: Arm
/// Architecture Reference Manual for A-profile, "B".
std::optional<std::uint64_t>
armTarget(const MemoryReader& memory, const object::TailJump& jump, std::uint64_t bias)
{
    constexpr std::uint64_t kInstructionBytes = 4;
    constexpr std::uint32_t kDistance = 0x03ffffff;
    constexpr std::uint32_t kJump = 0x14000000;
    constexpr unsigned kOtherBits = 6;
    const auto at = (jump.address != 0 ? jump.address : jump.end - kInstructionBytes) + bias;
    const auto code = memory.readUnsigned(at, kInstructionBytes);
    if (!code || (*code & ~std::uint64_t{kDistance}) != kJump)
        return std::nullopt;
    const auto bits = static_cast<std::uint32_t>(*code) << kOtherBits;
    const std::int64_t instructions = static_cast<std::int32_t>(bits) >> kOtherBits;
    return at + static_cast<std::uint64_t>(instructions) * kInstructionBytes;
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
        constexpr std::size_t kMostFunctions = 64;
        std::vector<Function> reached{m_own};
        for (std::size_t i = 0; i < reached.size(); ++i) {
            if (reached.size() > kMostFunctions)
                return true;
            const auto targets = describedTargets(reached[i].entry);
            if (!targets && codeLeadsBack(reached[i].address))
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

private:
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
        std::optional<std::uint64_t> target;
        if (m_family == CpuFamily::Intel64 || m_family == CpuFamily::Intel32)
            target = intelTarget(m_frame.memory(), jump, bias);
        else if (m_family == CpuFamily::Arm64)
            target = armTarget(m_frame.memory(), jump, bias);
        const auto functions = target ? m_frame.info().functionsAt(*target - bias)
                                      : std::vector<object::FunctionInfo>();
        const bool isWhole = !functions.empty() && functions.back().entryAddress + bias == *target;
        return isWhole ? std::optional(Function{functions.back().entry, *target}) : std::nullopt;
    }

    bool codeLeadsBack(std::uint64_t address) const
    {
        if (m_family == CpuFamily::Arm32 && !m_isThumb)
            return true;
        const unwind::CodeSpace space{m_frame.memory(), m_family, m_isThumb.value_or(false)};
        auto left = kMostInstructions;
        return unwind::mayJumpTo(space, address, m_own.address, left);
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
