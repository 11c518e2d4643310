// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/sentry_event/event_jvm.h"

#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <limits>
#include <ranges>

namespace faultline::sentry {

namespace {

constexpr std::string_view kMapId = "r8-map-id-";
constexpr std::size_t kMaxMapIds = 64;

std::optional<std::uint32_t> lineOf(const std::optional<json::JsonValue>& value)
{
    const bool isNumber = value && value->kind() == json::JsonKind::Unsigned;
    if (!isNumber || value->integerBits() > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return static_cast<std::uint32_t>(value->integerBits());
}

/// "com.example.app@1.0+7" names the package before the '@'.
std::optional<std::string> packageOf(const json::JsonValue& source)
{
    auto release = json::member(source, "release");
    if (release && release->kind() == json::JsonKind::Object)
        release = json::member(*release, "version");
    const auto text = textOf(release).value_or(std::string());
    const auto end = text.find('@');
    if (end == std::string::npos || end == 0)
        return std::nullopt;
    return text.substr(0, end);
}

class JvmReader
{
public:
    JvmReader(const ParseLimits& limits, DiagnosticLog& diagnostics)
        : m_limits(limits), m_diagnostics(diagnostics), m_left(limits.maxFramesPerEvent)
    {
    }

    std::optional<JvmEvent> read(const json::JsonValue& source, const EventParts& parts)
    {
        m_event = jvmWithoutStacks(source);
        readExceptions(parts);
        if (parts.stacktrace)
            addStack(*parts.stacktrace, JvmStackRole::Error);
        forEachValue(parts.threads, [&](const json::JsonValue& thread) { addThread(thread); });
        if (m_frames == 0)
            return std::nullopt;
        m_event.modules = readJvmModules(parts, m_limits);
        if (m_leftOut > 0)
            m_diagnostics.note("stacks", m_leftOut, m_leftOut == 1 ? " frame" : " frames",
                               " of other code, or without a class or method, left out");
        return std::move(m_event);
    }

private:
    /// Events have the cause of an exception before the exception; traces have it after.
    void readExceptions(const EventParts& parts)
    {
        std::vector<json::JsonValue> exceptions;
        forEachValue(parts.exceptions, [&](const json::JsonValue& exception) {
            if (exceptions.size() < m_limits.maxThreads)
                exceptions.push_back(exception);
        });
        auto role = JvmStackRole::Error;
        for (const auto& exception : exceptions | std::views::reverse) {
            addException(exception, role);
            role = JvmStackRole::Cause;
        }
    }

    /// The raw version of a stack is the one that the program reported.
    static std::optional<json::JsonValue> stackOf(const json::JsonValue& owner)
    {
        const auto raw = eitherMember(owner, "raw_stacktrace", "rawStacktrace");
        return raw && raw->kind() == json::JsonKind::Object ? raw
                                                            : json::member(owner, "stacktrace");
    }

    void addException(const json::JsonValue& exception, JvmStackRole role)
    {
        JvmStack stack;
        stack.role = role;
        stack.exception = JvmException{.type = json::textMember(exception, "type"),
                                       .module = json::textMember(exception, "module")};
        if (stack.exception->type.empty())
            stack.exception.reset();
        if (const auto trace = stackOf(exception))
            stack.frames = readFrames(*trace);
        if (!stack.exception && stack.frames.empty())
            return;
        const std::string value = json::textMember(exception, "value");
        for (const auto line : splitLines(value))
            m_event.messages.push_back(
                {.stack = m_event.stacks.size(), .text = std::string(line), .frame = {}});
        pushStack(std::move(stack));
    }

    /// Adds a stack, and the locks of its frames as messages.
    void pushStack(JvmStack stack)
    {
        for (auto& [frame, text] : m_locks)
            m_event.messages.push_back(
                {.stack = m_event.stacks.size(), .text = std::move(text), .frame = frame});
        m_event.stacks.push_back(std::move(stack));
    }

    void addStack(const json::JsonValue& trace,
                  JvmStackRole role,
                  std::string thread = {},
                  const std::optional<json::JsonValue>& heldLocks = {})
    {
        JvmStack stack;
        stack.role = role;
        stack.thread = std::move(thread);
        stack.frames = readFrames(trace);
        if (heldLocks && !stack.frames.empty())
            addHeldLocks(*heldLocks, stack.frames.front().index);
        if (!stack.frames.empty() && m_event.stacks.size() < m_limits.maxThreads)
            pushStack(std::move(stack));
    }

    void addThread(const json::JsonValue& thread)
    {
        if (const auto trace = stackOf(thread))
            addStack(*trace, JvmStackRole::Thread, json::textMember(thread, "name"),
                     eitherMember(thread, "held_locks", "heldLocks"));
    }

    /// The locks of a thread by address, unless its frames have them already.
    void addHeldLocks(const json::JsonValue& locks, std::uint64_t frame)
    {
        json::forEachChild(locks, [&](const json::JsonValue& lock) {
            const auto text = lockLine(lock);
            const bool isKnown = std::ranges::any_of(
                m_locks, [&](const auto& known) { return known.second == text; });
            if (!isKnown)
                addLock(frame, text);
        });
    }

    void addLock(std::uint64_t frame, std::string text)
    {
        constexpr std::size_t kMaxLocks = 256;
        if (!text.empty() && m_locks.size() < kMaxLocks)
            m_locks.emplace_back(frame, std::move(text));
    }

    std::vector<JvmStackFrame> readFrames(const json::JsonValue& trace)
    {
        std::vector<JvmStackFrame> frames;
        m_locks.clear();
        json::forEachChildOf(trace, "frames", [&](const json::JsonValue& value) {
            auto frame = readJvmFrame(value, m_event.platform);
            if (!frame || m_left == 0) {
                ++m_leftOut;
                return;
            }
            --m_left;
            frame->index = m_frames++;
            if (const auto lock = json::member(value, "lock"))
                addLock(frame->index, lockLine(*lock));
            noteMapId(*frame, m_event);
            frames.push_back(*std::move(frame));
        });
        std::ranges::reverse(frames); // Events store callers first.
        return frames;
    }

    const ParseLimits& m_limits;
    DiagnosticLog& m_diagnostics;
    JvmEvent m_event;
    std::size_t m_left;
    std::size_t m_leftOut = 0;
    std::uint64_t m_frames = 0;
    std::vector<std::pair<std::uint64_t, std::string>>
        m_locks; ///< Of the last frames that were read.
};

} // namespace

bool isJvmPlatform(std::string_view platform)
{
    return platform == "java" || platform == "android";
}

std::string lockLine(const json::JsonValue& lock)
{
    std::string_view words;
    switch (json::numberMember(lock, "type").value_or(0)) {
    case 1: words = "- locked <"; break;
    case 2: words = "- waiting on <"; break;
    case 4: words = "- sleeping on <"; break;
    case 8: words = "- waiting to lock <"; break;
    default: return {};
    }
    const auto package = json::textMember(lock, "package_name");
    const auto name = json::textMember(lock, "class_name");
    auto line = concat(words, json::textMember(lock, "address"), ">");
    if (!name.empty())
        line += concat(" (a ", package, package.empty() ? "" : ".", name, ")");
    if (const auto owner = json::numberMember(lock, "thread_id");
        owner && words.ends_with("lock <"))
        line += concat(" held by thread ", *owner);
    return line;
}

JvmEvent jvmWithoutStacks(const json::JsonValue& source)
{
    JvmEvent event;
    event.platform = textOf(json::member(source, "platform"));
    event.releasePackage = packageOf(source);
    return event;
}

std::optional<JvmStackFrame> readJvmFrame(const json::JsonValue& value,
                                          const std::optional<std::string>& eventPlatform)
{
    JvmStackFrame frame;
    frame.platform = textOf(json::member(value, "platform"));
    if (!isJvmPlatform(frame.platform.value_or(eventPlatform.value_or(""))))
        return std::nullopt;
    auto& position = frame.position;
    position.function = textOf(json::member(value, "function"));
    frame.detail.module = json::textMember(value, "module");
    if (!position.function || frame.detail.module.empty())
        return std::nullopt;
    position.file = textOf(json::member(value, "filename"));
    position.absPath = textOf(eitherMember(value, "abs_path", "absPath"));
    position.line = lineOf(eitherMember(value, "lineno", "lineNo"));
    frame.detail.signature = textOf(json::member(value, "signature"));
    const auto inApp = eitherMember(value, "in_app", "inApp");
    if (inApp && inApp->kind() == json::JsonKind::Bool)
        frame.inApp = inApp->boolean();
    return frame;
}

void noteMapId(const JvmStackFrame& frame, JvmEvent& event)
{
    if (!frame.position.file || !frame.position.file->starts_with(kMapId))
        return;
    auto id = frame.position.file->substr(kMapId.size());
    if (event.mapIds.size() < kMaxMapIds && !id.empty() &&
        std::ranges::find(event.mapIds, id) == event.mapIds.end())
        event.mapIds.push_back(std::move(id));
}

std::vector<JvmModule> readJvmModules(const EventParts& parts, const ParseLimits& limits)
{
    std::vector<JvmModule> modules;
    if (!parts.images)
        return modules;
    json::forEachChild(*parts.images, [&](const json::JsonValue& image) {
        const auto type = json::textMember(image, "type");
        const bool isMapping = type == "proguard";
        if ((!isMapping && type != "jvm") || modules.size() >= limits.maxModules)
            return;
        const auto id = DebugId::parse(json::textMember(image, isMapping ? "uuid" : "debug_id"));
        if (id)
            modules.push_back(
                {.type = isMapping ? JvmModule::Type::Mapping : JvmModule::Type::SourceBundle,
                 .id = *id});
    });
    return modules;
}

std::optional<JvmEvent> readJvm(const json::JsonValue& source,
                                const EventParts& parts,
                                const ParseLimits& limits,
                                DiagnosticLog& diagnostics)
{
    return JvmReader(limits, diagnostics).read(source, parts);
}

} // namespace faultline::sentry
