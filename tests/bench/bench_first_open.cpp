// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a crash as the workbench does, with symbols of one debuginfod server and caches that are
// empty. Prints when each part of the crashing thread's stack was shown, as one JSON object.
#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/model/event.h"
#include "core/model/thread_stack.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

using namespace faultline;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::string_view kUsage = "usage: bench_first_open CRASH URL CACHE_FOLDER\n";

/// A state of the crashing thread's stack.
struct Shown
{
    Clock::time_point when;
    std::vector<std::uint64_t> addresses; ///< The physical frames' program counters.
    std::vector<std::string> names;       ///< The same; empty while not known.
};

Shown shownOf(const ThreadStack& stack)
{
    Shown shown{.when = Clock::now(), .addresses = {}, .names = {}};
    for (const auto& frame : stack.frames) {
        const auto* native = frame.asNative();
        if (native == nullptr || frame.isInlined)
            continue;
        shown.names.push_back(frame.position.function.value_or(""));
    }
    for (const auto& registers : stack.registers)
        shown.addresses.push_back(registers.pc());
    return shown;
}

/// Collects the states that the window would show. Called from the engine's threads.
class Window
{
public:
    engine::Engine::Callback callback()
    {
        return [this](const engine::Notice& notice) { take(notice); };
    }

    std::vector<Shown> waitForReport()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isFinished; });
        return m_states;
    }

private:
    void take(const engine::Notice& notice)
    {
        const std::lock_guard lock(m_mutex);
        if (const auto* event = std::get_if<engine::EventSnapshot>(&notice))
            m_thread = event->value->requestingThread;
        const auto* stack = std::get_if<engine::StackSnapshot>(&notice);
        if (stack != nullptr && stack->value->thread == m_thread)
            m_states.push_back(shownOf(*stack->value));
        m_isFinished |= std::holds_alternative<engine::JobFinished>(notice);
        m_changed.notify_all();
    }

    std::mutex m_mutex; // Guards the members after it.
    std::condition_variable m_changed;
    std::optional<std::uint32_t> m_thread;
    std::vector<Shown> m_states;
    bool m_isFinished = false;
};

/// When the last stack was first shown, from which on it only got names.
std::optional<Clock::time_point> stackTime(const std::vector<Shown>& states)
{
    std::optional<Clock::time_point> first;
    for (auto state = states.rbegin();
         state != states.rend() && state->addresses == states.back().addresses; ++state)
        first = state->when;
    return first;
}

std::optional<Clock::time_point> nameTime(const std::vector<Shown>& states, std::size_t frame)
{
    const auto& last = states.back();
    for (const auto& state : states) {
        if (frame < std::min(state.names.size(), state.addresses.size()) &&
            state.names[frame] == last.names[frame] &&
            state.addresses[frame] == last.addresses[frame])
            return state.when;
    }
    return std::nullopt;
}

double secondsSince(Clock::time_point begin, std::optional<Clock::time_point> when)
{
    return when ? std::chrono::duration<double>(*when - begin).count() : -1;
}

void print(Clock::time_point begin, const std::vector<Shown>& states)
{
    std::string frames;
    const auto& last = states.back();
    for (std::size_t i = 0; i < last.names.size(); ++i)
        frames +=
            concat(i == 0 ? "" : ", ", R"({"function": ")", last.names[i], R"(", "seconds": )",
                   std::to_string(secondsSince(begin, nameTime(states, i))), "}");
    std::printf(R"({"stack": %.3f, "finished": %.3f, "frames": [%s]})"
                "\n",
                secondsSince(begin, stackTime(states)), secondsSince(begin, last.when),
                frames.c_str());
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::fputs(kUsage.data(), stderr);
        return 2;
    }
    engine::EngineConfig config;
    config.cacheDir = argv[3];
    config.useLocalFiles = true;
    sources::SourceConfig source;
    source.id = "bench";
    source.where = sources::HttpSource{.url = argv[2], .headers = {}};
    source.layout.type = sources::LayoutType::Debuginfod;
    config.sources = {source};
    Window window;
    const auto begin = Clock::now();
    engine::Engine engine(std::move(config), silentLog(), window.callback());
    engine.openEvent(std::filesystem::path(argv[1]));
    const auto states = window.waitForReport();
    if (states.empty()) {
        std::fputs("bench_first_open: no stack was shown\n", stderr);
        return 1;
    }
    print(begin, states);
    return 0;
}
