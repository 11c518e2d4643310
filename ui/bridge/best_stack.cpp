// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/best_stack.h"

#include "core/engine/insight.h"

#include <map>
#include <set>
#include <span>
#include <utility>

namespace faultline::ui {

namespace {

/// The rows of one physical frame.
using Group = std::span<const Frame>;
/// Instruction and stack pointer tell physical frames apart even in a recursion.
using Place = std::pair<std::uint64_t, std::uint64_t>;

std::vector<Group> groupsOf(const std::vector<Frame>& frames)
{
    std::vector<Group> groups;
    for (std::size_t begin = 0; begin < frames.size();) {
        std::size_t end = begin + 1;
        while (end < frames.size() && frames[end].originalIndex == frames[begin].originalIndex)
            ++end;
        groups.push_back(std::span(frames).subspan(begin, end - begin));
        begin = end;
    }
    return groups;
}

Place placeOf(Group group)
{
    const NativeFrame* native = group.back().asNative();
    return native ? Place{native->instructionAddress, native->sp} : Place{};
}

bool isNamed(Group group)
{
    const NativeFrame* native = group.back().asNative();
    return group.back().position.function || (native && native->symbol);
}

/// A walk that was cut short has no reason for its end. Frames that the file brings have none
/// either, but they are equally many in both states.
bool wentFurther(const ThreadStack& later, const ThreadStack& earlier)
{
    return later.end != StackEnd::NotReached ||
           insight::physicalFrameCount(later) >= insight::physicalFrameCount(earlier);
}

/// Finds the named groups of `other` that can replace groups of `base` without a name. Deep stacks
/// rarely have any, so the frames are only looked at.
std::map<Place, Group> betterGroups(const ThreadStack& base, const ThreadStack& other)
{
    std::set<Place> wanted;
    for (const Group group : groupsOf(base.frames)) {
        if (!isNamed(group))
            wanted.insert(placeOf(group));
    }
    std::map<Place, Group> better;
    if (wanted.empty())
        return better;
    for (const Group group : groupsOf(other.frames)) {
        if (isNamed(group) && wanted.contains(placeOf(group)))
            better.emplace(placeOf(group), group);
    }
    return better;
}

} // namespace

std::shared_ptr<const ThreadStack> bestStack(const std::shared_ptr<const ThreadStack>& earlier,
                                             const std::shared_ptr<const ThreadStack>& later)
{
    if (!earlier || earlier->frames.empty())
        return later;
    const bool takesLater = wentFurther(*later, *earlier);
    const auto& base = takesLater ? later : earlier;
    const auto better = betterGroups(*base, takesLater ? *earlier : *later);
    if (better.empty() && base->complete == later->complete)
        return base;
    auto best = std::make_shared<ThreadStack>(*base);
    best->complete = later->complete;
    best->frames.clear();
    for (const Group group : groupsOf(base->frames)) {
        const auto named = isNamed(group) ? better.end() : better.find(placeOf(group));
        const Group& taken = named == better.end() ? group : named->second;
        for (Frame frame : taken) {
            frame.originalIndex = group.back().originalIndex;
            best->frames.push_back(std::move(frame));
        }
    }
    return best;
}

} // namespace faultline::ui
