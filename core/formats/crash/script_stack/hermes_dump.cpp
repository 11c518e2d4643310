// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/script_stack/hermes_dump.h"

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/formats/crash/script_stack/frame_place.h"
#include "core/formats/crash/script_stack/script_event.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"
#include "core/model/engine_script.h"

#include <limits>

namespace faultline::scriptstack {

namespace {

constexpr std::size_t kHermesHeadBytes = 256u << 10;
constexpr std::string_view kStack = "callstack";
constexpr std::string_view kCoverage = "executedFunctions";

bool hasMember(std::string_view text, std::string_view name)
{
    return text.find(concat("\"", name, "\"")) != std::string_view::npos;
}

std::optional<std::uint32_t> numberOf(const json::JsonValue& item, std::string_view name)
{
    const auto number = json::numberMember(item, name);
    // Lines and columns are counted from 1 afterwards.
    const bool fits = number && *number < std::numeric_limits<std::uint32_t>::max();
    return fits ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

ScriptStackFrame frameIn(const json::JsonValue& item)
{
    ScriptStackFrame frame;
    auto url = json::textMember(item, "SourceURL");
    frame.position.file = url.empty() ? std::string(kNamelessBundle) : std::move(url);
    frame.position.absPath = frame.position.file;
    return frame;
}

/// "shop.js:5:3", which builds with debug info add.
void addSourceLocation(const json::JsonValue& item, ScriptStackFrame& frame)
{
    const auto location = json::textMember(item, "SourceLocation");
    if (!location.empty())
        frame.note += concat("; compiled from ", location);
}

/// A frame of the call stack: native code, or an instruction of a function of a segment.
std::optional<ScriptStackFrame> readStackFrame(const json::JsonValue& item)
{
    if (json::flagMember(item, "NativeCode")) {
        ScriptStackFrame frame;
        frame.rawLine = "[native code]";
        frame.note = "code of the engine";
        return frame;
    }
    auto segment = numberOf(item, "CJSModuleOffset");
    if (!segment)
        segment = numberOf(item, "SegmentID");
    const auto function = numberOf(item, "FunctionID");
    const auto offset = numberOf(item, "ByteCodeOffset");
    if (!function || !offset)
        return std::nullopt;
    auto frame = frameIn(item);
    frame.position.line = segment.value_or(0) + 1; // A segment is a line of the map.
    frame.bytecode = BytecodePlace{.kind = BytecodePlace::Kind::Hermes,
                                   .segment = segment.value_or(0),
                                   .function = *function,
                                   .offset = *offset};
    frame.note = concat("function ", *function, ", offset ", *offset, " in its bytecode");
    addSourceLocation(item, frame);
    return frame;
}

/// A function that ran. Its place counts from 0.
std::optional<ScriptStackFrame> readRanFunction(const json::JsonValue& item)
{
    const auto line = numberOf(item, "line");
    const auto column = numberOf(item, "column");
    if (!line || !column)
        return std::nullopt;
    auto frame = frameIn(item);
    frame.position.line = *line + 1;
    frame.position.column = *column + 1;
    return frame;
}

class DumpReader
{
public:
    explicit DumpReader(const ParseLimits& limits) : m_limits(limits) {}

    template <class ReadFrame>
    void addStack(const json::JsonValue& root,
                  std::string_view list,
                  ScriptStack stack,
                  ReadFrame readFrame)
    {
        json::forEachChildOf(root, list, [&](const json::JsonValue& item) {
            auto frame = readFrame(item);
            const auto limit = std::min(m_limits.maxFramesPerThread, m_limits.maxFramesPerEvent);
            if (frame && stack.frames.size() < limit)
                stack.frames.push_back(*std::move(frame));
            else
                ++m_leftOut;
        });
        if (!stack.frames.empty())
            m_event.stacks.push_back(std::move(stack));
    }

    Result<EventPtr> take()
    {
        if (m_event.stacks.empty())
            return fail(ErrorKind::Unsupported, "Hermes's dump: no frame in ", kStack, " or ",
                        kCoverage);
        auto event = eventOf(std::move(m_event), m_limits);
        if (m_leftOut > 0)
            event->diagnostics.push_back(
                {Diagnostic::Severity::Warning, "stacks",
                 concat(m_leftOut, " frames are left out: too many, or without a place")});
        return event;
    }

    ScriptEvent& event() { return m_event; }

private:
    const ParseLimits& m_limits;
    ScriptEvent m_event;
    std::size_t m_leftOut = 0;
};

} // namespace

bool looksLikeHermesDump(std::string_view head)
{
    // A file of gigabytes is judged by its first bytes.
    const auto text = trimAscii(withoutByteOrderMark(head.substr(0, kHermesHeadBytes)));
    if (!text.starts_with('{'))
        return false;
    const bool isStack = hasMember(text, kStack) &&
                         (hasMember(text, "ByteCodeOffset") || hasMember(text, "NativeCode"));
    return isStack || (hasMember(text, kCoverage) && hasMember(text, "SourceURL"));
}

Result<EventPtr> readHermesDump(const ByteView& bytes, const ParseLimits& limits)
{
    auto document = json::parseJson(withoutByteOrderMark(bytes.text()));
    if (!document)
        return fail(ErrorKind::Malformed, "Hermes's dump: ", document.error().detail);
    if (document->isEmpty())
        return fail(ErrorKind::Malformed, "Hermes's dump: empty");
    DumpReader reader(limits);
    reader.event().platform = "javascript";
    reader.event().order = ScriptFrameOrder::CalleeFirst;
    reader.addStack(document->root(), kStack,
                    {.role = ScriptStackRole::Error, .type = {}, .value = {}, .frames = {}},
                    readStackFrame);
    reader.addStack(
        document->root(), kCoverage,
        {.role = ScriptStackRole::Thread, .type = {}, .value = "functions that ran", .frames = {}},
        readRanFunction);
    return reader.take();
}

} // namespace faultline::scriptstack
