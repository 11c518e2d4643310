// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/jump_search.h"

#include "core/unwind/code/instruction_flow.h"

#include <array>
#include <set>
#include <tuple>
#include <vector>

namespace faultline::unwind {

namespace {

class JumpSearch
{
public:
    JumpSearch(const CodeSpace& space, std::uint64_t target, std::uint32_t& instructionsLeft)
        : m_space(space), m_target(target), m_left(instructionsLeft)
    {
    }

    bool finds(std::uint64_t entry)
    {
        m_ways.push_back(entry);
        while (!m_ways.empty()) {
            const auto pc = m_ways.back();
            m_ways.pop_back();
            if (!follow(pc))
                return true;
        }
        return false;
    }

private:
    /// Goes on to the next return, jump, or instruction that was seen before in the same state.
    /// False where that leads to the target, or it is not known where.
    bool follow(std::uint64_t pc)
    {
        unsigned conditional = 0;
        bool returnsElsewhere = false;
        while (m_seen.emplace(pc, conditional, returnsElsewhere).second) {
            const auto flow = readAt(pc);
            const bool isKnown = flow && !(flow->isReturn && returnsElsewhere);
            if (!isKnown || flow->target == m_target || isJumpByCall(*flow, pc))
                return false;
            if (flow->target)
                m_ways.push_back(*flow->target);
            if (!flow->goesOn && conditional == 0)
                return true;
            conditional = flow->conditional != 0 ? flow->conditional
                                                 : conditional - (conditional != 0 ? 1 : 0);
            returnsElsewhere = flow->setsStackTop;
            pc += flow->sizeBytes;
            if (pc == m_target)
                return false;
        }
        return true;
    }

    /// Does a call only serve to put another address into the place of its return address? Thunks
    /// that replace indirect jumps do so (LLVM, "Retpolines"). A callee right after its call reads
    /// pc. Code of callees that is not there is taken for that of functions.
    bool isJumpByCall(const InstructionFlow& call, std::uint64_t pc)
    {
        if (!call.callee || *call.callee == pc + call.sizeBytes)
            return false;
        const auto first = readAt(*call.callee);
        return first && first->dropsReturnAddress;
    }

    std::optional<InstructionFlow> readAt(std::uint64_t pc)
    {
        if (m_left == 0)
            return std::nullopt;
        --m_left;
        std::array<std::byte, kMaxFlowBytes> bytes{};
        const auto count = m_space.memory.read(pc, bytes);
        return readFlow(m_space.family, Bytes(bytes).first(count), pc, m_space.isThumb);
    }

    const CodeSpace& m_space;
    std::uint64_t m_target;
    std::uint32_t& m_left;
    std::vector<std::uint64_t> m_ways;
    std::set<std::tuple<std::uint64_t, unsigned, bool>> m_seen;
};

} // namespace

bool mayJumpTo(const CodeSpace& space,
               std::uint64_t entry,
               std::uint64_t target,
               std::uint32_t& instructionsLeft)
{
    return JumpSearch(space, target, instructionsLeft).finds(entry);
}

} // namespace faultline::unwind
