// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/go_states.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace faultline::waits {

namespace {

struct StateRow
{
    std::string_view text;
    WaitState state;
    WaitObjectKind kind = WaitObjectKind::Unknown; ///< Unknown: the state names no object.
};

// golang/go, src/runtime/runtime2.go (waitReasonStrings) and src/runtime/traceback.go
// (gStatusStrings). Other reasons are those of the runtime's own goroutines.
constexpr auto kStates = std::to_array<StateRow>({
    {"running", WaitState::Running},
    {"runnable", WaitState::Running},
    {"copystack", WaitState::Running},
    {"preempted", WaitState::Running},
    {"GC assist marking", WaitState::Running},
    {"GC worker (active)", WaitState::Running},
    {"syscall", WaitState::InSystem},
    {"sleep", WaitState::Sleeping},
    {"IO wait", WaitState::InInput},
    {"chan receive", WaitState::Waiting, WaitObjectKind::Channel},
    {"chan receive (nil chan)", WaitState::Waiting, WaitObjectKind::Channel},
    {"chan send", WaitState::Waiting, WaitObjectKind::Channel},
    {"chan send (nil chan)", WaitState::Waiting, WaitObjectKind::Channel},
    {"select", WaitState::Waiting},
    {"select (no cases)", WaitState::Waiting},
    {"semacquire", WaitState::Waiting, WaitObjectKind::Semaphore},
    {"sync.Cond.Wait", WaitState::Waiting, WaitObjectKind::Condition},
    {"sync.Mutex.Lock", WaitState::Waiting, WaitObjectKind::Mutex},
    {"sync.RWMutex.Lock", WaitState::Waiting, WaitObjectKind::ReaderWriterLock},
    {"sync.RWMutex.RLock", WaitState::Waiting, WaitObjectKind::ReaderWriterLock},
    {"sync.WaitGroup.Wait", WaitState::Waiting},
});

constexpr std::string_view kNumber = "goroutine ";

/// "chan receive" of "goroutine 7 [chan receive, 3 minutes, locked to thread]" and of "goroutine 7
/// [chan receive (durable), synctest bubble 1]".
std::optional<std::string_view> stateText(const EventThread& thread)
{
    const std::string_view name = thread.name ? std::string_view(*thread.name) : std::string_view();
    const auto open = name.find('[');
    if (!name.starts_with(kNumber) || open == std::string_view::npos || !name.ends_with(']'))
        return std::nullopt;
    auto text = name.substr(open + 1, name.size() - open - 2);
    text = text.substr(0, text.find(','));
    for (const std::string_view mark : {" (scan)", " (durable)"}) {
        if (text.ends_with(mark))
            text.remove_suffix(mark.size());
    }
    return trimAscii(text);
}

} // namespace

std::shared_ptr<const WaitGraph> findGoWaits(const Event& event)
{
    WaitGraph graph;
    for (std::uint32_t i = 0; i < event.threads.size(); ++i) {
        const auto text = stateText(event.threads[i]);
        if (!text)
            continue;
        ThreadWait wait;
        wait.thread = i;
        const auto row = std::ranges::find(kStates, *text, &StateRow::text);
        wait.state = row == kStates.end() ? WaitState::Waiting : row->state;
        if (wait.state != WaitState::Running)
            wait.call = toValidUtf8(*text);
        if (row != kStates.end() && row->kind != WaitObjectKind::Unknown) {
            wait.object = static_cast<std::uint32_t>(graph.objects.size());
            graph.objects.emplace_back().kind = row->kind;
        }
        graph.threads.push_back(std::move(wait));
    }
    return graph.threads.empty() ? nullptr : std::make_shared<const WaitGraph>(std::move(graph));
}

} // namespace faultline::waits
