// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/script_stack/script_event.h"

#include "core/base/result.h"
#include "core/model/engine_script.h"

#include <map>
#include <set>

namespace faultline::scriptstack {

namespace {

constexpr std::size_t kMaxTitleBytes = 200;

std::string_view roleWords(ScriptStackRole role)
{
    switch (role) {
    case ScriptStackRole::Cause: return "caused by ";
    case ScriptStackRole::Member: return "member ";
    case ScriptStackRole::Error:
    case ScriptStackRole::Thread: break;
    }
    return {};
}

StackRole roleOf(ScriptStackRole role)
{
    switch (role) {
    case ScriptStackRole::Error: return StackRole::Error;
    case ScriptStackRole::Cause: return StackRole::Cause;
    case ScriptStackRole::Member: return StackRole::Member;
    case ScriptStackRole::Thread: break;
    }
    return StackRole::Thread;
}

EventThread threadOf(const ScriptStack& stack)
{
    EventThread thread;
    thread.role = roleOf(stack.role);
    if (!stack.type.empty() || !stack.value.empty())
        thread.error = StackError{.type = stack.type, .package = {}, .message = stack.value};
    if (auto title = stackTitle(stack); !title.empty())
        thread.name = std::move(title);
    return thread;
}

void addModules(Event& event, const ScriptEvent& scripts, const ParseLimits& limits)
{
    std::map<std::string_view, std::optional<DebugId>> ids;
    for (const auto& module : scripts.modules)
        ids[module.codeFile] = module.debugId;
    std::set<std::string_view> known;
    std::size_t leftOut = 0;
    const auto add = [&](const std::string& path, const std::optional<DebugId>& id) {
        if (!known.insert(path).second)
            return;
        if (event.modules.size() >= limits.maxModules) {
            ++leftOut;
            return;
        }
        EventModule module;
        module.codeFile = path;
        module.debugId = id;
        event.modules.push_back(std::move(module));
    };
    for (const auto& stack : scripts.stacks) {
        for (const auto& frame : stack.frames) {
            const auto& path = frame.position.absPath;
            if (path && frame.position.line && !isEngineScript(*path))
                add(*path, ids.contains(*path) ? ids[*path] : std::nullopt);
        }
    }
    if (leftOut > 0)
        event.diagnostics.push_back(
            {Diagnostic::Severity::Warning, "scripts",
             concat("more than ", limits.maxModules, ", the other ", leftOut, " are left out")});
}

} // namespace

std::string stackTitle(const ScriptStack& stack)
{
    const auto firstLine = std::string_view(stack.value).substr(0, stack.value.find('\n'));
    auto title = concat(roleWords(stack.role), stack.type,
                        stack.type.empty() || firstLine.empty() ? "" : ": ", firstLine);
    if (title.size() <= kMaxTitleBytes)
        return title;
    auto end = kMaxTitleBytes;
    while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xc0) == 0x80)
        --end;
    return title.substr(0, end) + "…";
}

std::shared_ptr<Event> eventOf(ScriptEvent scripts, const ParseLimits& limits)
{
    auto event = std::make_shared<Event>();
    event->kind = EventKind::JavaScript;
    event->platform = scripts.platform;
    addModules(*event, scripts, limits);
    for (const auto& stack : scripts.stacks)
        event->threads.push_back(threadOf(stack));
    if (!scripts.stacks.empty()) {
        const auto& first = scripts.stacks.front();
        event->requestingThread = 0;
        event->crash.present = first.role == ScriptStackRole::Error;
        event->crash.addressKnown = false;
        event->crash.reason = first.type.empty() && first.role == ScriptStackRole::Error
                                  ? std::string("Error")
                                  : first.type;
        event->crash.details = first.value;
    }
    if (scripts.release)
        event->details.emplace_back("release", *scripts.release);
    if (scripts.dist)
        event->details.emplace_back("dist", *scripts.dist);
    event->detail = std::move(scripts);
    return event;
}

} // namespace faultline::scriptstack
