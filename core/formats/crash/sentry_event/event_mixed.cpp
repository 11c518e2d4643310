// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/sentry_event/event_mixed.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/formats/crash/script_stack/script_event.h"
#include "core/formats/crash/sentry_event/event_frames.h"
#include "core/formats/crash/sentry_event/event_jvm.h"
#include "core/formats/crash/sentry_event/event_scripts.h"

#include <algorithm>
#include <array>
#include <limits>
#include <ranges>

namespace faultline::sentry {

namespace {

enum class FrameLanguage : std::uint8_t { Native, Script, Jvm, Other };

/// Those that have a part of an event.
constexpr std::array kPartLanguages{FrameLanguage::Native, FrameLanguage::Script,
                                    FrameLanguage::Jvm};

bool hasAddress(const json::JsonValue& frame)
{
    const auto address = eitherMember(frame, "instruction_addr", "instructionAddr");
    return address && json::hexValueOf(*address);
}

FrameLanguage languageOf(const json::JsonValue& frame, const std::optional<std::string>& platform)
{
    if (readScriptFrame(frame, platform))
        return FrameLanguage::Script;
    if (readJvmFrame(frame, platform))
        return FrameLanguage::Jvm;
    return hasAddress(frame) ? FrameLanguage::Native : FrameLanguage::Other;
}

/// The raw version of a stack is the one that the program reported.
std::optional<json::JsonValue> stackOf(const json::JsonValue& owner)
{
    const auto raw = eitherMember(owner, "raw_stacktrace", "rawStacktrace");
    return raw && raw->kind() == json::JsonKind::Object ? raw : json::member(owner, "stacktrace");
}

std::optional<std::uint32_t> lineOf(const json::JsonValue& frame)
{
    const auto line = eitherMember(frame, "lineno", "lineNo");
    const bool isNumber = line && line->kind() == json::JsonKind::Unsigned &&
                          line->integerBits() <= std::numeric_limits<std::uint32_t>::max();
    return isNumber ? std::optional(static_cast<std::uint32_t>(line->integerBits())) : std::nullopt;
}

/// A frame that nothing resolves. Without a path, no file is looked for.
std::optional<ScriptStackFrame> otherFrame(const json::JsonValue& value,
                                           const std::optional<std::string>& eventPlatform)
{
    ScriptStackFrame frame;
    frame.platform = textOf(json::member(value, "platform"));
    frame.position.function = textOf(json::member(value, "function"));
    frame.position.file = textOf(json::member(value, "filename"));
    if (!frame.position.file)
        frame.position.file = textOf(eitherMember(value, "abs_path", "absPath"));
    frame.position.line = lineOf(value);
    if (!frame.position.function && !frame.position.file)
        return std::nullopt;
    const auto platform = frame.platform.value_or(eventPlatform.value_or("another platform"));
    frame.note = concat("a frame of ", platform, ", as the event has it");
    return frame;
}

/// Native frames without an address are damage, not another language.
bool isOfAnotherLanguage(const json::JsonValue& frame,
                         const std::optional<std::string>& eventPlatform)
{
    constexpr std::array<std::string_view, 7> kMachineCode{"native", "c",    "objc", "cocoa",
                                                           "swift",  "rust", ""};
    const auto other = otherFrame(frame, eventPlatform);
    const auto platform =
        other ? other->platform.value_or(eventPlatform.value_or("")) : std::string();
    return std::ranges::find(kMachineCode, platform) == kMachineCode.end() &&
           !isScriptPlatform(platform) && !isJvmPlatform(platform);
}

class MixedReader
{
public:
    MixedReader(const json::JsonValue& source,
                const EventImages& images,
                const ParseLimits& limits,
                DiagnosticLog& diagnostics)
        : m_scripts(scriptsWithoutStacks(source)), m_jvm(jvmWithoutStacks(source)),
          m_frames(images, limits, diagnostics), m_limits(limits), m_diagnostics(diagnostics),
          m_left(limits.maxFramesPerEvent)
    {
    }

    void read(const EventParts& parts)
    {
        std::vector<json::JsonValue> exceptions;
        forEachValue(parts.exceptions, [&](const json::JsonValue& exception) {
            if (exceptions.size() < m_limits.maxThreads)
                exceptions.push_back(exception);
        });
        // Events have the cause of an error before the error.
        auto role = StackRole::Error;
        for (const auto& exception : exceptions | std::views::reverse) {
            addException(exception, role);
            role = StackRole::Cause;
        }
        if (parts.stacktrace)
            addStack(parts.stacktrace, StackRole::Error);
        forEachValue(parts.threads, [&](const json::JsonValue& thread) { addThread(thread); });
        m_scripts.modules = readScriptModules(parts, m_limits);
        m_jvm.modules = readJvmModules(parts, m_limits);
        if (m_leftOut > 0)
            m_diagnostics.note("stacks", m_leftOut, m_leftOut == 1 ? " frame" : " frames",
                               " without a name or place, or beyond the limit, left out");
    }

    bool isEmpty() const { return m_threads.empty(); }

    bool has(FrameLanguage language) const { return m_has[static_cast<std::size_t>(language)]; }

    /// The event whose first language is `first`.
    std::shared_ptr<Event> take(FrameLanguage first, std::vector<EventModule> images)
    {
        auto scripts = scriptstack::eventOf(std::move(m_scripts), m_limits);
        auto jvm = jvmtext::crashOf(std::move(m_jvm));
        auto event = std::make_shared<Event>();
        event->makeNative().memory = std::make_shared<const MemoryImage>();
        event->modules = std::move(images);
        std::array<std::shared_ptr<Event>, kPartLanguages.size()> own{event, scripts, jvm};
        auto whole = own[static_cast<std::size_t>(first)];
        whole->kind = kindOf(first);
        std::vector<std::uint32_t> numbers(kPartLanguages.size() + 1, 0);
        for (const auto language : kPartLanguages) {
            auto& part = *own[static_cast<std::size_t>(language)];
            if (language == first || !has(language))
                continue;
            whole->parts.push_back(
                {.detail = std::move(part.detail),
                 .firstModule = static_cast<std::uint32_t>(whole->modules.size())});
            moveModules(part, *whole, language == FrameLanguage::Native);
            numbers[static_cast<std::size_t>(language)] =
                static_cast<std::uint32_t>(whole->parts.size());
        }
        numberFrames(numbers);
        whole->threads = std::move(m_threads);
        return whole;
    }

private:
    static EventKind kindOf(FrameLanguage language)
    {
        switch (language) {
        case FrameLanguage::Script: return EventKind::JavaScript;
        case FrameLanguage::Jvm: return EventKind::Jvm;
        case FrameLanguage::Native:
        case FrameLanguage::Other: break;
        }
        return EventKind::NativeJson;
    }

    /// Native frames name their modules by number.
    void moveModules(Event& part, Event& whole, bool isNative)
    {
        const auto first = static_cast<std::uint32_t>(whole.modules.size());
        std::ranges::move(part.modules, std::back_inserter(whole.modules));
        if (!isNative)
            return;
        for (auto& thread : m_threads) {
            for (auto& frame : *thread.givenFrames) {
                auto& module = frame.makeNative().relativeTo;
                if (module && *module < part.modules.size())
                    *module += first;
            }
        }
    }

    /// Replaces languages by the numbers of their parts.
    void numberFrames(const std::vector<std::uint32_t>& numbers)
    {
        for (auto& thread : m_threads) {
            for (auto& part : thread.frameParts)
                part = numbers[part];
        }
    }

    void addException(const json::JsonValue& exception, StackRole role)
    {
        const auto type = json::textMember(exception, "type");
        const auto package = json::textMember(exception, "module");
        const auto value = json::textMember(exception, "value");
        beginStack(role);
        if (!type.empty() || !value.empty())
            m_threads.back().error = StackError{.type = type, .package = {}, .message = value};
        readFrames(stackOf(exception));
        const bool isJvm = !m_jvm.stacks.back().frames.empty();
        if (isJvm && !type.empty()) {
            auto& stack = m_jvm.stacks.back();
            stack.exception = JvmException{.type = type, .module = package};
            stack.role = role == StackRole::Cause ? JvmStackRole::Cause : JvmStackRole::Error;
            m_threads.back().error->package = package;
            for (const auto line : splitLines(value))
                m_jvm.messages.push_back(
                    {.stack = m_jvm.stacks.size() - 1, .text = std::string(line), .frame = {}});
        }
        m_scripts.stacks.back().type = type;
        m_scripts.stacks.back().value = value;
        m_threads.back().name = scriptstack::stackTitle(m_scripts.stacks.back());
        endStack();
    }

    void addThread(const json::JsonValue& thread)
    {
        beginStack(StackRole::Thread);
        m_threads.back().name = textOf(json::member(thread, "name"));
        if (const auto id = json::member(thread, "id"))
            m_threads.back().id = json::hexValueOf(*id);
        m_jvm.stacks.back().thread = m_threads.back().name.value_or("");
        m_scripts.stacks.back().value = m_threads.back().name.value_or("");
        readFrames(stackOf(thread));
        endStack();
    }

    void addStack(const std::optional<json::JsonValue>& stack, StackRole role)
    {
        beginStack(role);
        readFrames(stack);
        endStack();
    }

    /// Every language has a stack for each thread.
    void beginStack(StackRole role)
    {
        const bool isThread = role == StackRole::Thread;
        m_threads.emplace_back().role = role;
        m_threads.back().givenFrames.emplace();
        m_scripts.stacks.push_back({.role = isThread                   ? ScriptStackRole::Thread
                                            : role == StackRole::Cause ? ScriptStackRole::Cause
                                                                       : ScriptStackRole::Error,
                                    .type = {},
                                    .value = {},
                                    .frames = {}});
        m_jvm.stacks.emplace_back().role = isThread ? JvmStackRole::Thread : JvmStackRole::Error;
    }

    /// Drops a thread that says nothing, and those beyond the limit.
    void endStack()
    {
        const bool saysNothing = m_threads.back().frameParts.empty() && !m_threads.back().error;
        if (!saysNothing && m_threads.size() <= m_limits.maxThreads)
            return;
        std::erase_if(m_jvm.messages, [&](const JvmMessage& message) {
            return message.stack + 1 == m_jvm.stacks.size();
        });
        m_threads.pop_back();
        m_scripts.stacks.pop_back();
        m_jvm.stacks.pop_back();
    }

    void readFrames(const std::optional<json::JsonValue>& stacktrace)
    {
        if (!stacktrace)
            return;
        std::vector<json::JsonValue> values;
        json::forEachChildOf(*stacktrace, "frames",
                             [&](const json::JsonValue& frame) { values.push_back(frame); });
        // Events store callers first; the callees say more.
        for (const auto& value : values | std::views::reverse) {
            if (m_left == 0 || !addFrame(value))
                ++m_leftOut;
            else
                --m_left;
        }
    }

    bool addFrame(const json::JsonValue& value)
    {
        auto language = languageOf(value, m_scripts.platform);
        if (language == FrameLanguage::Script)
            m_scripts.stacks.back().frames.push_back(*readScriptFrame(value, m_scripts.platform));
        else if (language == FrameLanguage::Jvm)
            addJvmFrame(value);
        else if (auto native = m_frames.readFrame(value, "stacks"))
            addNativeFrame(*std::move(native));
        else if (auto other = otherFrame(value, m_scripts.platform)) {
            m_scripts.stacks.back().frames.push_back(*std::move(other));
            language = FrameLanguage::Script;
        } else
            return false;
        m_has[static_cast<std::size_t>(language)] = true;
        m_threads.back().frameParts.push_back(static_cast<std::uint32_t>(language));
        return true;
    }

    void addJvmFrame(const json::JsonValue& value)
    {
        auto frame = *readJvmFrame(value, m_jvm.platform);
        frame.index = m_jvmFrames++;
        noteMapId(frame, m_jvm);
        if (const auto lock = json::member(value, "lock")) {
            if (auto text = lockLine(*lock); !text.empty())
                m_jvm.messages.push_back({.stack = m_jvm.stacks.size() - 1,
                                          .text = std::move(text),
                                          .frame = frame.index});
        }
        m_jvm.stacks.back().frames.push_back(std::move(frame));
    }

    /// Only the innermost frame of a stack may be where the fault was.
    void addNativeFrame(Frame frame)
    {
        const bool isReturn = !m_threads.back().frameParts.empty();
        auto fields = frame.carried ? *frame.carried : CarriedFields();
        if (isReturn && !fields.adjust) {
            fields.adjust = true;
            frame.carried = share(std::move(fields));
        }
        m_threads.back().givenFrames->push_back(std::move(frame));
    }

    ScriptEvent m_scripts;
    JvmEvent m_jvm;
    FrameReader m_frames;
    const ParseLimits& m_limits;
    DiagnosticLog& m_diagnostics;
    std::vector<EventThread> m_threads;
    std::array<bool, kPartLanguages.size() + 1> m_has{};
    std::uint64_t m_jvmFrames = 0;
    std::size_t m_left;
    std::size_t m_leftOut = 0;
};

/// The language of the event's platform, if it has frames.
FrameLanguage firstLanguage(const MixedReader& reader, std::string_view platform)
{
    const auto own = isScriptPlatform(platform) ? FrameLanguage::Script
                     : isJvmPlatform(platform)  ? FrameLanguage::Jvm
                                                : FrameLanguage::Native;
    if (reader.has(own))
        return own;
    const auto* const other = std::ranges::find_if(
        kPartLanguages, [&](FrameLanguage language) { return reader.has(language); });
    return other == kPartLanguages.end() ? FrameLanguage::Script : *other;
}

void setCrash(Event& event)
{
    const auto leading = std::ranges::find(event.threads, StackRole::Error, &EventThread::role);
    const auto index = leading == event.threads.end() ? 0 : leading - event.threads.begin();
    event.requestingThread = static_cast<std::uint32_t>(index);
    event.crash = {};
    event.crash.addressKnown = false;
    const auto& thread = event.threads[static_cast<std::size_t>(index)];
    event.crash.present = thread.role == StackRole::Error;
    if (!thread.error)
        return;
    const auto& [type, package, message] = *thread.error;
    event.crash.reason = package.empty() ? type : concat(package, ".", type);
    event.crash.details = message;
}

} // namespace

FrameLanguages languagesOf(const json::JsonValue& source, const EventParts& parts)
{
    FrameLanguages found;
    const auto platform = textOf(json::member(source, "platform"));
    const auto note = [&](const json::JsonValue& frame) {
        switch (languageOf(frame, platform)) {
        case FrameLanguage::Native: found.hasNative = true; break;
        case FrameLanguage::Script: found.hasScripts = true; break;
        case FrameLanguage::Jvm: found.hasJvm = true; break;
        case FrameLanguage::Other:
            found.hasOthers = found.hasOthers || isOfAnotherLanguage(frame, platform);
            break;
        }
    };
    const auto noteOwner = [&](const json::JsonValue& owner) {
        if (const auto stack = stackOf(owner))
            json::forEachChildOf(*stack, "frames", note);
    };
    forEachValue(parts.exceptions, noteOwner);
    forEachValue(parts.threads, noteOwner);
    if (parts.stacktrace)
        json::forEachChildOf(*parts.stacktrace, "frames", note);
    return found;
}

std::shared_ptr<Event> readMixed(const json::JsonValue& source,
                                 const EventParts& parts,
                                 EventImages images,
                                 const ParseLimits& limits,
                                 DiagnosticLog& diagnostics)
{
    MixedReader reader(source, images, limits, diagnostics);
    reader.read(parts);
    if (reader.isEmpty())
        return nullptr;
    const auto first = firstLanguage(reader, json::textMember(source, "platform"));
    auto event = reader.take(first, std::move(images.modules));
    event->system.arch = images.arch;
    setCrash(*event);
    return event;
}

} // namespace faultline::sentry
