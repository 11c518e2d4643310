// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/script_stack/script_part.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/script_stack/script_event.h"
#include "core/formats/crash/script_stack/script_stacks.h"
#include "core/formats/crash/script_stack/stack_line.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace faultline::scriptstack {

namespace {

constexpr std::string_view kEngine = ", js engine: ";
constexpr std::string_view kAnnouncement = ", stack:";

bool hasPlace(const ScriptStackFrame& frame)
{
    return frame.position.line.has_value() || frame.bytecode.has_value();
}

/// Takes the name of the engine from the end of a message's first line.
std::string takeEngine(std::string& message)
{
    const auto line = message.substr(0, message.find('\n'));
    const auto at = line.rfind(kEngine);
    if (at == std::string::npos)
        return {};
    message.erase(at, line.size() - at);
    return line.substr(at + kEngine.size());
}

/// How many frames a thread of the event has in its own language.
std::size_t framesOf(const Event& event, std::size_t thread)
{
    if (const auto* jvm = event.asJvm())
        return thread < jvm->stacks.size() ? jvm->stacks[thread].frames.size() : 0;
    const auto& given = event.threads[thread].givenFrames;
    return given ? given->size() : 0;
}

} // namespace

bool isQuotedFrame(std::string_view line)
{
    const auto parsed = parseStackLine(line);
    return std::holds_alternative<FrameLine>(parsed);
}

std::string_view withoutAnnouncement(std::string_view line)
{
    const auto text = trimAscii(line);
    return text.ends_with(kAnnouncement) ? text.substr(0, text.size() - kAnnouncement.size())
                                         : line;
}

std::optional<QuotedStacks> readQuotedStacks(std::string_view message, const ParseLimits& limits)
{
    const auto first = message.substr(0, message.find('\n'));
    const auto text = concat(withoutAnnouncement(first), message.substr(first.size()));
    auto scripts = readScriptStacks(text, limits);
    if (!scripts)
        return std::nullopt;
    const bool isKnown = std::ranges::any_of(scripts->stacks, [](const ScriptStack& stack) {
        return std::ranges::any_of(stack.frames, hasPlace);
    });
    if (!isKnown)
        return std::nullopt;
    QuotedStacks quoted{.scripts = *std::move(scripts), .engine = {}};
    for (auto& stack : quoted.scripts.stacks) {
        auto engine = takeEngine(stack.value);
        if (!engine.empty())
            quoted.engine = std::move(engine);
    }
    return quoted;
}

std::uint32_t addScriptPart(Event& event, ScriptEvent scripts, const ParseLimits& limits)
{
    const auto first = event.threads.size();
    const auto firstModule = event.modules.size();
    const auto added = eventOf(std::move(scripts), limits);
    auto& own = std::get<ScriptEvent>(added->detail);
    for (std::size_t i = 0; i < first; ++i)
        event.threads[i].frameParts.assign(framesOf(event, i), 0);
    for (std::size_t i = 0; i < own.stacks.size(); ++i) {
        auto& thread = event.threads.emplace_back(std::move(added->threads[i]));
        thread.isRequesting = false;
        thread.givenFrames.emplace();
        thread.frameParts.assign(own.stacks[i].frames.size(), 1);
    }
    if (auto* jvm = std::get_if<JvmEvent>(&event.detail)) {
        for (std::size_t i = 0; i < own.stacks.size(); ++i)
            jvm->stacks.emplace_back().role = JvmStackRole::Thread;
    }
    own.stacks.insert(
        own.stacks.begin(), first,
        ScriptStack{.role = ScriptStackRole::Thread, .type = {}, .value = {}, .frames = {}});
    std::ranges::move(added->modules, std::back_inserter(event.modules));
    event.parts.push_back({.detail = std::move(added->detail),
                           .firstModule = static_cast<std::uint32_t>(firstModule)});
    return static_cast<std::uint32_t>(first);
}

} // namespace faultline::scriptstack
