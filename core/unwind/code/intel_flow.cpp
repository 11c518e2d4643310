// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/intel_flow.h"

#include "core/unwind/code/intel_frame_state.h"

#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace faultline::unwind {

namespace {

using Flow = IntelInstruction::Flow;

/// Reads code in pieces.
class CodeWindow
{
public:
    explicit CodeWindow(const CodeSource& source) : m_source(source) {}

    /// The known bytes from an address on: at least one whole instruction where the code is known.
    Bytes at(std::uint64_t address)
    {
        const auto offset = address - m_begin;
        if (offset >= m_count || (m_count - offset < kMaxIntelInstructionBytes && !m_isLast)) {
            m_begin = address;
            m_count = m_source.code(address, m_bytes);
            m_isLast = m_count < m_bytes.size();
        }
        const auto at = static_cast<std::size_t>(address - m_begin);
        return Bytes(m_bytes).subspan(at, m_count - at);
    }

private:
    const CodeSource& m_source;
    std::array<std::byte, 512> m_bytes{};
    std::uint64_t m_begin = 0;
    std::size_t m_count = 0;
    bool m_isLast = false;
};

struct Place
{
    std::uint64_t address = 0;
    IntelFrameState frame;
    bool isTailCalled =
        false; ///< Reached by a jump without a frame, so it may be another function's code.
    bool isCertain = true; ///< Reached without passing a call or a switch.
    bool isLoop = false;   ///< Reached by a backward conditional jump.
};

struct Seen
{
    std::optional<std::int64_t> depth;
    bool isCertain = false;
};

class Follower
{
public:
    Follower(const CodeSource& source,
             const FlowTarget& target,
             bool is64Bit,
             std::uint32_t& instructionsLeft)
        : m_source(source), m_window(source), m_target(target), m_is64(is64Bit),
          m_left(instructionsLeft)
    {
    }

    std::optional<IntelFrameShape> run(std::uint64_t entry)
    {
        m_open.push_back({.address = entry, .frame = IntelFrameState(m_is64)});
        while (auto place = nextPlace())
            followFrom(*std::move(place));
        return m_found && !m_isContradictory ? m_found->shape() : std::nullopt;
    }

private:
    /// Certain places come first. A call may not return, and the bytes after it may then belong to
    /// something else. Places with little on the stack go first among these, because a call that
    /// does not return leaves its arguments on the stack.
    std::optional<Place> nextPlace()
    {
        if (m_open.empty() && m_found)
            return std::nullopt;
        if (m_open.empty() && !m_afterCalls.empty()) {
            m_open.push_back(std::move(m_afterCalls.begin()->second));
            m_afterCalls.erase(m_afterCalls.begin());
        }
        if (m_open.empty())
            addCase();
        if (m_open.empty())
            return std::nullopt;
        auto place = std::move(m_open.back());
        m_open.pop_back();
        return place;
    }

    /// A switch's cases lie after the switch. Each case begins after the end of another.
    void addCase()
    {
        while (!m_ends.empty() && m_open.empty()) {
            const auto end = *m_ends.begin();
            m_ends.erase(m_ends.begin());
            const auto above = m_switches.lower_bound(end);
            if (above != m_switches.begin())
                m_open.push_back(
                    {.address = end, .frame = std::prev(above)->second, .isCertain = false});
        }
    }

    /// Follows the instructions from a place until the path ends.
    void followFrom(Place place)
    {
        while (m_left > 0 && enter(place)) {
            --m_left;
            const auto instruction =
                decodeIntelInstruction(m_window.at(place.address), place.address, m_is64);
            if (!instruction)
                return;
            const auto next = place.address + instruction->sizeBytes;
            if (!m_found && isTarget(place.address, next, *instruction))
                m_found = place.frame;
            place.frame.apply(*instruction);
            if (!goesOn(*instruction, next, place))
                return;
            place.address = next;
            place.isLoop = false;
        }
    }

    /// Tells whether the place is new. If two certain paths reach it with different frames, a loop
    /// allocates stack space, and the result is contradictory.
    bool enter(const Place& place)
    {
        const auto depth = place.frame.stackDepth();
        const auto [known, isNew] = m_seen.try_emplace(place.address, Seen{depth, place.isCertain});
        const bool areCertain = place.isLoop && place.isCertain && known->second.isCertain;
        m_isContradictory = m_isContradictory || (areCertain && known->second.depth != depth);
        return isNew;
    }

    bool
    isTarget(std::uint64_t address, std::uint64_t next, const IntelInstruction& instruction) const
    {
        return m_target.isReturnAddress ? instruction.flow == Flow::Call && next == m_target.pc
                                        : address == m_target.pc;
    }

    /// Notes the other places that the instruction leads to. Returns whether the next instruction
    /// is reached.
    bool goesOn(const IntelInstruction& instruction, std::uint64_t next, const Place& place)
    {
        switch (instruction.flow) {
        case Flow::Next: return true;
        case Flow::Call: addAfterCall(instruction, next, place); return false;
        case Flow::Branch:
            addTarget(*instruction.target, next, place, instruction.flow);
            return true;
        case Flow::Jump: addTarget(*instruction.target, next, place, instruction.flow); break;
        case Flow::JumpAnywhere: addJump(instruction, next, place); break;
        case Flow::Return:
        case Flow::Stop: break;
        }
        if (!place.isTailCalled)
            m_ends.insert(next);
        return false;
    }

    void addTarget(std::uint64_t target, std::uint64_t next, const Place& from, Flow flow)
    {
        auto place = from;
        place.address = target;
        place.isTailCalled =
            from.isTailCalled || (flow != Flow::Branch && from.frame.stackDepth() == 0);
        place.isLoop = flow == Flow::Branch && target < next;
        m_open.push_back(std::move(place));
    }

    void addJump(const IntelInstruction& instruction, std::uint64_t next, const Place& from)
    {
        const auto target = instruction.slot ? m_source.word(*instruction.slot) : std::nullopt;
        if (target)
            addTarget(*target, next, from, instruction.flow);
        else if (from.frame.stackDepth() != 0 && !from.isTailCalled)
            m_switches.emplace(from.address, from.frame);
    }

    void addAfterCall(const IntelInstruction& call, std::uint64_t next, const Place& from)
    {
        auto place = from;
        place.address = next;
        place.isCertain = false;
        if (!m_is64 && call.target == next)
            place.frame.moveStack(-4); // This call only pushes its address, which a pop then reads.
        else if (!m_is64 && call.target)
            place.frame.moveStack(removedBy(*call.target));
        m_afterCalls.emplace(place.frame.stackDepth().value_or(0), std::move(place));
    }

    /// The bytes of arguments that a called function removes, as its first return instruction says.
    /// 32-bit functions that return structures remove one pointer.
    std::int64_t removedBy(std::uint64_t entry)
    {
        const auto [known, isNew] = m_removed.try_emplace(entry, 0);
        if (isNew)
            known->second = firstReturn(entry);
        return known->second;
    }

    std::int64_t firstReturn(std::uint64_t entry)
    {
        constexpr int kMaxReturnSearch = 1024;
        CodeWindow window(m_source);
        std::vector<std::uint64_t> open{entry};
        std::set<std::uint64_t> seen;
        for (int i = 0; i < kMaxReturnSearch && m_left > 0 && !open.empty(); ++i, --m_left) {
            const auto address = open.back();
            open.pop_back();
            const auto instruction =
                seen.insert(address).second
                    ? decodeIntelInstruction(window.at(address), address, m_is64)
                    : std::nullopt;
            if (!instruction)
                continue;
            const auto flow = instruction->flow;
            if (flow == Flow::Return)
                return instruction->amount;
            if (flow == Flow::Branch || flow == Flow::Jump)
                open.push_back(*instruction->target);
            if (flow == Flow::Branch || flow == Flow::Next || flow == Flow::Call)
                open.push_back(address + instruction->sizeBytes);
        }
        return 0;
    }

    const CodeSource& m_source;
    CodeWindow m_window;
    FlowTarget m_target;
    bool m_is64;
    std::uint32_t& m_left;
    std::vector<Place> m_open;
    std::multimap<std::int64_t, Place> m_afterCalls;     // Keyed by the depth of the stack.
    std::set<std::uint64_t> m_ends;                      // Places after jumps and returns.
    std::map<std::uint64_t, IntelFrameState> m_switches; // The frames at jumps through a table.
    std::unordered_map<std::uint64_t, Seen> m_seen;
    std::unordered_map<std::uint64_t, std::int64_t> m_removed; // Keyed by the called function.
    std::optional<IntelFrameState> m_found;
    bool m_isContradictory = false;
};

} // namespace

std::optional<IntelFrameShape> followIntelCode(const CodeSource& source,
                                               std::uint64_t entry,
                                               const FlowTarget& target,
                                               bool is64Bit,
                                               std::uint32_t& instructionsLeft)
{
    return Follower(source, target, is64Bit, instructionsLeft).run(entry);
}

} // namespace faultline::unwind
