// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/sentry_event/event_scripts.h"

#include "core/base/result.h"
#include "core/formats/crash/script_stack/frame_place.h"

#include <algorithm>
#include <limits>

namespace faultline::sentry {

namespace {

std::optional<std::uint32_t> positionOf(const std::optional<json::JsonValue>& value)
{
    const bool isNumber = value && value->kind() == json::JsonKind::Unsigned;
    if (!isNumber || value->integerBits() > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return static_cast<std::uint32_t>(value->integerBits());
}

/// In the web API, a release is an object.
std::optional<std::string> releaseOf(const json::JsonValue& source)
{
    const auto release = json::member(source, "release");
    if (release && release->kind() == json::JsonKind::Object)
        return textOf(json::member(*release, "version"));
    return textOf(release);
}

/// SDKs without support for WebAssembly take the whole place for the file's name:
/// "url:wasm-function[3]:0x1f".
void setWasmPlace(ScriptStackFrame& frame)
{
    constexpr std::string_view kWasm = "wasm-function[";
    auto& position = frame.position;
    const auto place = position.absPath->contains(kWasm)
                           ? scriptstack::parsePlace(*position.absPath)
                           : std::nullopt;
    if (!place || !place->bytecode)
        return;
    position.absPath = place->path;
    position.file = place->path;
    position.line = place->line;
    position.column = place->column;
    frame.bytecode = place->bytecode;
    frame.note = place->note;
}

class ScriptReader
{
public:
    ScriptReader(const ParseLimits& limits, DiagnosticLog& diagnostics)
        : m_limits(limits), m_diagnostics(diagnostics), m_left(limits.maxFramesPerEvent)
    {
    }

    std::optional<ScriptEvent> read(const json::JsonValue& source, const EventParts& parts)
    {
        m_event = scriptsWithoutStacks(source);
        forEachValue(parts.exceptions, [&](const json::JsonValue& exception) {
            addOwner(exception, ScriptStackRole::Error);
        });
        if (parts.stacktrace)
            addStack(*parts.stacktrace, {}, ScriptStackRole::Error);
        forEachValue(parts.threads, [&](const json::JsonValue& thread) {
            addOwner(thread, ScriptStackRole::Thread);
        });
        if (m_event.stacks.empty())
            return std::nullopt;
        orderExceptions();
        m_event.modules = readScriptModules(parts, m_limits);
        noteLeftOut();
        return std::move(m_event);
    }

private:
    /// The raw version of a stack is the one that the engine reported.
    void addOwner(const json::JsonValue& owner, ScriptStackRole role)
    {
        for (const auto& version : {eitherMember(owner, "raw_stacktrace", "rawStacktrace"),
                                    json::member(owner, "stacktrace")}) {
            if (version && addStack(*version, owner, role))
                return;
        }
    }

    bool addStack(const json::JsonValue& stacktrace,
                  const std::optional<json::JsonValue>& owner,
                  ScriptStackRole role)
    {
        ScriptStack stack{.role = role, .type = {}, .value = {}, .frames = readFrames(stacktrace)};
        if (stack.frames.empty() || m_event.stacks.size() >= m_limits.maxThreads)
            return false;
        if (owner && role == ScriptStackRole::Error) {
            stack.type = json::textMember(*owner, "type");
            stack.value = json::textMember(*owner, "value");
        } else if (owner) {
            stack.value = json::textMember(*owner, "name");
        }
        m_exceptions += role == ScriptStackRole::Error ? 1 : 0;
        m_event.stacks.push_back(std::move(stack));
        return true;
    }

    /// Events have the cause of an error before the error; stack text has it after.
    void orderExceptions()
    {
        const auto end = m_event.stacks.begin() + static_cast<std::ptrdiff_t>(m_exceptions);
        std::reverse(m_event.stacks.begin(), end);
        for (std::size_t i = 1; i < m_exceptions; ++i)
            m_event.stacks[i].role = ScriptStackRole::Cause;
    }

    std::vector<ScriptStackFrame> readFrames(const json::JsonValue& stacktrace)
    {
        std::vector<ScriptStackFrame> frames;
        json::forEachChildOf(stacktrace, "frames", [&](const json::JsonValue& value) {
            auto frame = readScriptFrame(value, m_event.platform);
            if (!frame || m_left == 0) {
                ++m_leftOut;
                return;
            }
            --m_left;
            frames.push_back(*std::move(frame));
        });
        std::ranges::reverse(frames); // Events store callers first.
        return frames;
    }

    void noteLeftOut()
    {
        if (m_leftOut > 0)
            m_diagnostics.note("stacks", m_leftOut, m_leftOut == 1 ? " frame" : " frames",
                               " of other code, or without a file or line, left out");
    }

    const ParseLimits& m_limits;
    DiagnosticLog& m_diagnostics;
    ScriptEvent m_event;
    std::size_t m_left;
    std::size_t m_leftOut = 0;
    std::size_t m_exceptions = 0;
};

} // namespace

bool isScriptPlatform(std::string_view platform)
{
    return platform == "javascript" || platform == "node" || platform == "nodejs";
}

ScriptEvent scriptsWithoutStacks(const json::JsonValue& source)
{
    ScriptEvent event;
    event.platform = textOf(json::member(source, "platform"));
    event.release = releaseOf(source);
    event.dist = textOf(json::member(source, "dist"));
    event.order = ScriptFrameOrder::CalleeFirst;
    return event;
}

/// SDKs send the URL as `filename`; the server copies it to `abs_path`.
std::optional<ScriptStackFrame> readScriptFrame(const json::JsonValue& value,
                                                const std::optional<std::string>& eventPlatform)
{
    ScriptStackFrame frame;
    frame.platform = textOf(json::member(value, "platform"));
    if (!isScriptPlatform(frame.platform.value_or(eventPlatform.value_or(""))))
        return std::nullopt;
    auto& position = frame.position;
    position.function = textOf(json::member(value, "function"));
    if (position.function == "?")
        position.function.reset();
    position.file = textOf(json::member(value, "filename"));
    position.absPath = textOf(eitherMember(value, "abs_path", "absPath"));
    if (!position.absPath)
        position.absPath = position.file;
    position.line = positionOf(eitherMember(value, "lineno", "lineNo"));
    position.column = positionOf(eitherMember(value, "colno", "colNo"));
    if (position.absPath && !position.line)
        setWasmPlace(frame);
    if (!position.absPath || !position.line)
        return std::nullopt;
    frame.script.module = textOf(json::member(value, "module"));
    const auto inApp = eitherMember(value, "in_app", "inApp");
    if (inApp && inApp->kind() == json::JsonKind::Bool)
        frame.inApp = inApp->boolean();
    return frame;
}

std::vector<ScriptModule> readScriptModules(const EventParts& parts, const ParseLimits& limits)
{
    std::vector<ScriptModule> modules;
    if (!parts.images)
        return modules;
    json::forEachChild(*parts.images, [&](const json::JsonValue& image) {
        if (json::textMember(image, "type") == "sourcemap" && modules.size() < limits.maxModules)
            modules.push_back({.codeFile = json::textMember(image, "code_file"),
                               .debugId = DebugId::parse(json::textMember(image, "debug_id"))});
    });
    return modules;
}

std::optional<ScriptEvent> readScripts(const json::JsonValue& source,
                                       const EventParts& parts,
                                       const ParseLimits& limits,
                                       DiagnosticLog& diagnostics)
{
    return ScriptReader(limits, diagnostics).read(source, parts);
}

} // namespace faultline::sentry
