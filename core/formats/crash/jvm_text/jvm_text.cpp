// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/jvm_text.h"

#include "core/formats/crash/log_lines/log_shape.h"
#include "core/formats/crash/script_stack/script_part.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <utility>

namespace faultline::jvmtext {

namespace {

constexpr std::size_t kMaxLines = 4'000'000;
constexpr std::size_t kProbedBytes = 4096;
/// A longer text after a throwable does not count as its message.
constexpr std::size_t kMaxMessageLines = 64;
/// The stack of a script in a message is longer.
constexpr std::size_t kMaxQuotedLines = 1000;
/// A text of one device has a few; a hostile one must not make the search quadratic.
constexpr std::size_t kMaxMapIds = 64;

/// Does a text follow the name of a thread in a dump?
bool isAfterName(std::string_view rest)
{
    constexpr std::array<std::string_view, 5> kThreadFacts{"#", "daemon ",
                                                           "prio=", "os_prio=", "tid="};
    return std::ranges::any_of(kThreadFacts,
                               [rest](std::string_view fact) { return rest.starts_with(fact); });
}

/// Returns the name in "\"main\" prio=5 tid=1 Runnable". It may contain quotes.
std::string_view threadName(std::string_view line)
{
    if (!line.starts_with('"'))
        return {};
    constexpr std::string_view kEnd = "\" ";
    const auto first = line.find(kEnd, 1);
    for (auto end = first; end != std::string_view::npos; end = line.find(kEnd, end + 1)) {
        if (isAfterName(line.substr(end + kEnd.size())))
            return line.substr(1, end - 1);
    }
    return first == std::string_view::npos ? std::string_view() : line.substr(1, first - 1);
}

/// Returns the name in "FATAL EXCEPTION: main" and "FATAL EXCEPTION IN SYSTEM PROCESS: main", which
/// Android's RuntimeInit writes; absent in other lines.
std::optional<std::string_view> fatalThread(std::string_view line)
{
    if (!line.starts_with("FATAL EXCEPTION"))
        return std::nullopt;
    const auto colon = line.find(": ");
    return colon == std::string_view::npos ? std::string_view() : line.substr(colon + 2);
}

/// Returns the name in "Exception in thread \"main\" "; absent in other introductions.
std::optional<std::string_view> threadOfHead(std::string_view head)
{
    constexpr std::string_view kInThread = "Exception in thread \"";
    const auto found = head.find(kInThread);
    if (found == std::string_view::npos)
        return std::nullopt;
    const auto name = head.substr(found + kInThread.size());
    return name.substr(0, name.find("\" "));
}

bool endsInNumber(std::string_view text)
{
    const auto end = text.find_last_not_of("0123456789");
    return end != std::string_view::npos && end + 1 < text.size() && text[end] == '#';
}

/// Returns the thread's name in "FirebaseWorker #1:" and "main (native):tid=1 systid=28695", as
/// exports of Crashlytics head stacks; absent in other lines. In such an export every line with a
/// colon at its end is a heading.
std::optional<std::string_view> exportedThread(std::string_view line, bool isExport)
{
    const auto thread = line.find(":tid=");
    if (thread != std::string_view::npos && line.find(" systid=", thread) != std::string_view::npos)
        return line.substr(0, std::min(line.find(" ("), thread));
    while (line.ends_with(' '))
        line.remove_suffix(1);
    if (!line.ends_with(':') || line.find_first_of(" \t") == 0 || line.find(": ") != line.npos)
        return std::nullopt;
    line.remove_suffix(1);
    const bool isHeading = !line.empty() && (isExport || line == "main" || endsInNumber(line));
    return isHeading ? std::optional(line) : std::nullopt;
}

/// Exceptions of React Native and of its native code, whose messages have the error and the stack
/// of a script.
bool mayQuoteScripts(std::string_view className)
{
    constexpr std::array<std::string_view, 4> kNames{"JavascriptException", "CppException",
                                                     "JSException", "JSError"};
    return std::ranges::any_of(
        kNames, [className](std::string_view name) { return className.ends_with(name); });
}

/// Is the line of such a message an error or a frame of the script, although it looks like one of
/// the JVM?
bool isOfScript(const TextLine& line)
{
    if (const auto* throwable = std::get_if<ThrowableLine>(&line))
        return throwable->head.find_first_not_of(" \t") == std::string_view::npos &&
               throwable->className.find('.') == std::string_view::npos;
    const auto* frame = std::get_if<FrameLine>(&line);
    return frame != nullptr && frame->file == "native";
}

/// Tells whether a line alone shows that it is a frame.
bool isPlacedFrame(std::string_view line)
{
    const auto frame = parseFrameLine(line);
    return frame && frame->hasPlace;
}

class Reader
{
public:
    explicit Reader(ByteView bytes)
    {
        m_text.bytes = std::move(bytes);
        m_shape = loglines::LogShape::learn(m_text.bytes.text(), isPlacedFrame);
    }

    Result<JvmText> read()
    {
        auto rest = m_text.bytes.text();
        while (const auto line = nextLine(rest)) {
            if (m_text.lines.size() == kMaxLines)
                return fail(ErrorKind::Unsupported, "jvm text: more than ", kMaxLines, " lines");
            add(*line);
        }
        if (m_hasPrefixes && m_text.kind == TextKind::StackTrace)
            m_text.kind = TextKind::Logcat;
        return std::move(m_text);
    }

private:
    struct Writer
    {
        std::optional<std::size_t> stack; ///< The stack that is being read.
        std::string_view thread;
        bool isFatal = false;                 ///< The next stack ended the program.
        std::optional<std::size_t> lastOther; ///< The last line that is no part of a stack.
    };

    void add(std::string_view line)
    {
        const auto prefix = m_shape.prefixOf(line);
        m_hasPrefixes = m_hasPrefixes || prefix.sizeBytes > 0;
        const auto index = m_text.lines.size();
        auto& writer = m_writers[prefix.writer];
        auto parsed = parseTextLine(line.substr(prefix.sizeBytes));
        if (isOfScript(parsed) && isInQuotingMessage(writer))
            parsed = OtherLine{};
        const auto heading = openMessage(writer) == nullptr
                                 ? exportedThread(line.substr(prefix.sizeBytes), m_isExport)
                                 : std::nullopt;
        m_text.lines.push_back({line, prefix.sizeBytes, heading ? OtherLine{} : parsed});
        if (heading)
            return beginThread(writer, *heading);
        std::visit([&](const auto& kind) { take(kind, index, writer); },
                   m_text.lines.back().parsed);
    }

    /// Points to the throwable whose message the next line may continue, or is null.
    const ThrowableLine* openMessage(const Writer& writer) const
    {
        if (!writer.stack)
            return nullptr;
        const auto& stack = m_text.stacks[*writer.stack];
        return stack.throwable && stack.frames.empty()
                   ? std::get_if<ThrowableLine>(&m_text.lines[*stack.throwable].parsed)
                   : nullptr;
    }

    bool isInQuotingMessage(const Writer& writer) const
    {
        const auto* throwable = openMessage(writer);
        return throwable != nullptr && mayQuoteScripts(throwable->className);
    }

    /// May the message of a stack have one more line?
    static bool hasRoom(const TextStack& stack, std::string_view line)
    {
        const auto count = stack.messageLines.size();
        return count < kMaxMessageLines ||
               (count < kMaxQuotedLines && scriptstack::isQuotedFrame(line));
    }

    static void beginThread(Writer& writer, std::string_view name)
    {
        writer.stack.reset();
        writer.lastOther.reset();
        writer.thread = name;
    }

    TextStack& open(Writer& writer)
    {
        writer.stack = m_text.stacks.size();
        auto& stack = m_text.stacks.emplace_back();
        stack.thread = writer.thread;
        stack.isFatal = std::exchange(writer.isFatal, false);
        stack.isRepeated = m_isInDeadlock;
        return stack;
    }

    void take(const FrameLine& frame, std::size_t index, Writer& writer)
    {
        if (!writer.stack && !frame.hasPlace)
            return; // "at home.today" may be anything.
        if (!writer.stack)
            takeHeadAbove(index, writer);
        auto& stack = writer.stack ? m_text.stacks[*writer.stack] : open(writer);
        stack.frames.push_back(index);
        constexpr std::string_view kMapId = "r8-map-id-";
        if (!frame.file.starts_with(kMapId))
            return;
        const std::string id(frame.file.substr(kMapId.size()));
        if (!id.empty() && m_text.mapIds.size() < kMaxMapIds &&
            std::ranges::find(m_text.mapIds, id) == m_text.mapIds.end())
            m_text.mapIds.push_back(id);
    }

    /// A class without a package is no throwable by its name alone, but frames follow it.
    void takeHeadAbove(std::size_t index, Writer& writer)
    {
        if (!writer.lastOther || index == 0 || *writer.lastOther + 1 != index)
            return;
        auto& line = m_text.lines[*writer.lastOther];
        if (const auto throwable = parseNamelessThrowable(line.message())) {
            line.parsed = *throwable;
            open(writer).throwable = writer.lastOther;
        }
    }

    void take(const ThrowableLine& line, std::size_t index, Writer& writer)
    {
        if (const auto thread = threadOfHead(line.head)) {
            writer.thread = *thread;
            writer.isFatal = true;
        }
        open(writer).throwable = index;
    }

    void take(const MoreLine&, std::size_t, Writer&) {}

    void take(const DetailLine&, std::size_t index, Writer& writer)
    {
        if (writer.stack)
            m_text.stacks[*writer.stack].details.push_back(index);
    }

    void take(const OtherLine&, std::size_t index, Writer& writer)
    {
        const auto message = m_text.lines[index].message();
        noteKind(message);
        if (message.starts_with("Java stack information for the threads listed above"))
            m_isInDeadlock = true;
        else if (message.starts_with("Found ") && message.find("deadlock") != message.npos)
            m_isInDeadlock = false;
        if (openMessage(writer) != nullptr && hasRoom(m_text.stacks[*writer.stack], message)) {
            m_text.stacks[*writer.stack].messageLines.push_back(index);
            return;
        }
        writer.stack.reset();
        writer.lastOther = index;
        if (const auto name = threadName(message); !name.empty())
            writer.thread = name;
        if (const auto name = fatalThread(message)) {
            writer.thread = *name;
            writer.isFatal = true;
        }
    }

    void noteKind(std::string_view line)
    {
        m_isExport = m_isExport || line == "# Crashlytics - Stack trace";
        if (m_text.kind != TextKind::StackTrace)
            return;
        if (line.starts_with("----- pid ") || line.starts_with("DALVIK THREADS"))
            m_text.kind = TextKind::AnrTrace;
        else if (line.starts_with("Full thread dump"))
            m_text.kind = TextKind::ThreadDump;
        else if (line.starts_with("# A fatal error has been detected by the Java Runtime"))
            m_text.kind = TextKind::HotSpotError;
    }

    JvmText m_text;
    loglines::LogShape m_shape;
    std::map<std::string, Writer> m_writers;
    bool m_hasPrefixes = false;
    bool m_isExport = false;     ///< Of Crashlytics.
    bool m_isInDeadlock = false; ///< In HotSpot's section that prints stacks once more.
};

} // namespace

std::string_view textKindName(TextKind kind)
{
    switch (kind) {
    case TextKind::StackTrace: return "stack trace";
    case TextKind::Logcat: return "logcat";
    case TextKind::AnrTrace: return "ANR trace";
    case TextKind::ThreadDump: return "thread dump";
    case TextKind::HotSpotError: return "hs_err file";
    }
    return "";
}

bool looksLikeJvmText(std::string_view text)
{
    // The memory of a crashed process may contain traces, but a dump is not a text.
    if (text.substr(0, kProbedBytes).find('\0') != std::string_view::npos)
        return false;
    const auto shape = loglines::LogShape::learn(text, isPlacedFrame);
    while (const auto line = nextLine(text)) {
        if (isPlacedFrame(line->substr(shape.prefixOf(*line).sizeBytes)))
            return true;
    }
    return false;
}

Result<JvmText> readJvmText(ByteView bytes)
{
    return Reader(std::move(bytes)).read();
}

} // namespace faultline::jvmtext
