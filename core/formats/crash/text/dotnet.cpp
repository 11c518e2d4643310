// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>
#include <vector>

namespace faultline::nativetext {

namespace {

/// "at", " in " and ":line " in the languages of .NET's resources (Word_At,
/// StackTrace_InFileLineNumber).
struct Words
{
    std::string_view at;
    std::string_view in;
    std::string_view line;
};

constexpr std::array kWords{
    Words{"at ", " in ", ":line "},   Words{"bei ", " in ", ":Zeile "},
    Words{"à ", " dans ", ":ligne "}, Words{"en ", " en ", ":línea "},
    Words{"in ", " in ", ":riga "},   Words{"konum: ", " içinde ", ":satır "},
    Words{"в ", " в ", ":строка "},   Words{"在 ", " 位置 ", ":行号 "},
    Words{"場所 ", " 場所 ", ":行 "}};

/// A name with a dot, as "A.B.C", "A.<>c.<M>b__0" and "A.B`1.C[T]" have.
bool isMethodName(std::string_view name)
{
    return has(name, ".") && !name.starts_with('.') && !name.ends_with('.') &&
           !isDecimalDigit(name.front()) && name.find_first_of(" \t/\\:") == std::string_view::npos;
}

/// What follows the parameters when a program was compiled ahead of time: " + 0x1c".
constexpr std::string_view kAheadOffset = " + 0x";

/// Does .NET's own text follow the parameters?
bool isDotnetTail(std::string_view tail)
{
    return tail.starts_with(kAheadOffset) || tail.starts_with(" [0x") || tail.starts_with(" <0x") ||
           (tail.starts_with(" in ") && has(tail, ":line "));
}

/// Parameters with types: "", "String name, Int32& value", and types alone before .NET's own text.
/// Java's phrases are none.
bool areParameters(std::string_view text, std::string_view tail)
{
    constexpr std::array<std::string_view, 3> kJavas{"Native Method", "Native method",
                                                     "Unknown Source"};
    if (text.empty())
        return true;
    return std::ranges::find(kJavas, text) == kJavas.end() &&
           text.find_first_of("/\\:") == std::string_view::npos &&
           (has(text, " ") || isDotnetTail(tail));
}

/// "MyApp!<BaseAddress>+0x1a2b3c": a place without a name, in a program compiled ahead of time.
std::optional<FrameText> parseAheadPlace(std::string_view text)
{
    LineScanner scanner(text);
    FrameText frame;
    frame.module = scanner.until("!<BaseAddress>+").value_or(std::string_view());
    frame.moduleOffset = scanner.prefixedHex();
    const bool isWhole = !frame.module.empty() && frame.moduleOffset && scanner.atEnd();
    return isWhole ? std::optional(frame) : std::nullopt;
}

/// "/src/a.cs:5"; "<9197c52d>:0" of a library without lines.
void setMonoPlace(FrameText& frame, std::string_view text)
{
    if (!text.starts_with('<'))
        setSourcePlace(frame, text);
}

constexpr std::string_view kInnerEnd = "<---";

/// "(wrapper dynamic-method) Android.Runtime.Names.1(intptr,intptr)": code that Mono made.
std::optional<FrameText> parseWrapper(std::string_view text)
{
    LineScanner scanner(text);
    if (!scanner.take("(wrapper ") || !scanner.until(") "))
        return std::nullopt;
    const auto name = scanner.until("(");
    if (!name || name->empty() || !isMethodName(trimAscii(*name)) || !scanner.until(")"))
        return std::nullopt;
    FrameText frame;
    frame.function = trimAscii(text.substr(0, text.size() - scanner.rest().size()));
    frame.function = frame.function.substr(0, frame.function.rfind('('));
    return frame;
}

/// "   at A.B.C(String name) in /src/a.cs:line 5" and Mono's "[0x00001] in <file>:0 ".
std::optional<FrameText> parseDotnetFrame(std::string_view line)
{
    auto text = trimAscii(line);
    if (line.empty() || line.front() != ' ')
        return std::nullopt;
    if (text.ends_with(kInnerEnd)) // The last frame of an error in an aggregate.
        text.remove_suffix(kInnerEnd.size());
    for (const auto& words : kWords) {
        LineScanner scanner(text);
        if (!scanner.take(words.at))
            continue;
        if (const auto wrapper = parseWrapper(scanner.rest()))
            return wrapper;
        if (const auto place = parseAheadPlace(scanner.rest()))
            return place;
        const auto name = scanner.until("(");
        const auto parameters = name ? scanner.until(")") : std::nullopt;
        if (!parameters || name->empty() || !isMethodName(trimAscii(*name)) ||
            !areParameters(*parameters, scanner.rest()))
            continue;
        FrameText frame;
        frame.function = trimAscii(*name);
        const auto tail = scanner.rest();
        if (tail.empty())
            return frame;
        if (tail.starts_with(kAheadOffset)) {
            frame.functionOffset = parseNumber(tail.substr(kAheadOffset.size() - 2));
            return frame.functionOffset ? std::optional(frame) : std::nullopt;
        }
        LineScanner place(tail);
        if (place.take(words.in)) {
            frame.file = place.until(words.line).value_or(std::string_view());
            const auto number = place.decimal();
            frame.line = number && *number <= UINT32_MAX ? static_cast<std::uint32_t>(*number) : 0;
            return frame.file.empty() ? std::nullopt : std::optional(frame);
        }
        if (place.take(" [0x") || place.take(" <0x")) {
            if (place.until("] in "))
                setMonoPlace(frame, trimAscii(place.rest()));
            return frame;
        }
    }
    return std::nullopt;
}

/// "Scene.Node.Bounds" and "Scene.Tree:Layout".
bool isUnityName(std::string_view name)
{
    const auto isLetter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '<';
    };
    return !name.empty() && isLetter(name.front()) && !name.ends_with('.') &&
           name.find_first_of(".:") != std::string_view::npos &&
           name.find_first_of(" \t/\\") == std::string_view::npos;
}

/// "Scene.Node.Bounds () (at Assets/Node.cs:31)" and "Scene.Tree:Layout(Int32) (at
/// Assets/Tree.cs:4)": Unity's log.
std::optional<FrameText> parseUnityLogFrame(std::string_view line)
{
    const auto place = lastGroup(trimAscii(line));
    if (!place || !place->inside.starts_with("at ") || !place->before.ends_with(')'))
        return std::nullopt;
    const auto parameters = lastGroup(place->before);
    if (!parameters || !isUnityName(parameters->before))
        return std::nullopt;
    FrameText frame;
    frame.function = parameters->before;
    setSourcePlace(frame, place->inside.substr(3));
    const bool isUnknown = frame.file.starts_with('<');
    if (isUnknown)
        frame.file = {};
    return frame.line != 0 || isUnknown ? std::optional(frame) : std::nullopt;
}

std::optional<FrameText> parseFrame(std::string_view line)
{
    const auto frame = parseDotnetFrame(line);
    return frame ? frame : parseUnityLogFrame(line);
}

/// Java has such lines too, without types of parameters: only these are certainly .NET's.
bool isSureFrame(std::string_view line)
{
    if (parseUnityLogFrame(line))
        return true;
    const auto frame = parseDotnetFrame(line);
    if (!frame)
        return false;
    // Prose has "in zip.c (Greg, Ed)".
    const auto parameters = between(line, "(", ")");
    const bool hasTypes = parameters && has(*parameters, " ") && line[line.find('(') - 1] != ' ';
    return frame->line != 0 || hasTypes || has(line, ") [0x") || has(line, ") <0x") ||
           frame->moduleOffset || frame->functionOffset;
}

bool isExceptionName(std::string_view name)
{
    return name.ends_with("Exception") && name.find_first_of(" \t(") == std::string_view::npos;
}

/// In the event log of Windows, where lines about the program stand before it.
constexpr std::string_view kEventHead = "Exception Info: ";
constexpr std::string_view kEventProgram = "Application: ";
constexpr std::array<std::string_view, 4> kBeforeHead{"Unhandled exception. ",
                                                      "Unhandled Exception: ", kEventHead, "---> "};
constexpr std::string_view kMember = "(Inner Exception #";

/// "Unhandled exception. System.NullReferenceException: message" and " ---> Inner.Exception: …".
std::optional<StackError> parseHead(std::string_view text)
{
    text = trimAscii(text);
    for (const auto before : kBeforeHead) {
        if (text.starts_with(before))
            text.remove_prefix(before.size());
    }
    if (text.starts_with(kMember))
        text.remove_prefix(std::min(text.find(") ") + 2, text.size()));
    if (!isExceptionName(text.substr(0, text.find(": "))))
        return std::nullopt;
    return parseStackError(text.substr(0, text.find(" ---> ")));
}

/// .NET prints the stack of the innermost exception first, and the further errors of an aggregate
/// after the aggregate's own stack.
class DotnetReader
{
public:
    DotnetReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.crash().present = true;
    }

    void read()
    {
        takeLines(m_at, m_trace, kMaxGap, [this](const Line& line) { return take(line); });
        finish();
    }

private:
    static constexpr int kMaxGap = 8;
    static constexpr std::size_t kMaxErrors = 64;

    /// One error of the text. The outermost is the first.
    struct Error
    {
        StackError error;
        bool isMember = false; ///< Of an aggregate, beyond its first.
        EventThread stack{};   ///< Without frames if the text has none of it.
    };

    bool take(const Line& line)
    {
        if (const auto frame = parseFrame(line.text)) {
            if (!m_trace.hasStack() || m_startsStack)
                beginStack();
            m_trace.add(*frame, line);
            if (trimAscii(line.text).ends_with(kInnerEnd))
                endError();
            return true;
        }
        const auto text = trimAscii(line.text);
        if (text.starts_with("--- ")) {
            // "End of stack trace from previous location" continues the same stack.
            if (has(text, "End of inner exception"))
                endError();
            return true;
        }
        return takeProgram(text) || takeErrors(text);
    }

    /// "Application: App.exe", "CoreCLR Version: 8.0.23.53103", "Description: …".
    bool takeProgram(std::string_view text)
    {
        LineScanner scanner(text);
        if (m_trace.frameCount() > 0)
            return false;
        if (scanner.take(kEventProgram))
            m_trace.process().name = toValidUtf8(scanner.rest());
        for (const auto fact : {"CoreCLR Version", ".NET Version", "Framework Version"}) {
            LineScanner value(text);
            if (value.take(fact) && value.take(": "))
                m_trace.detail(fact, value.rest());
        }
        return text.starts_with(kEventProgram) || has(text, " Version: ") ||
               text.starts_with("Description: ");
    }

    void beginStack()
    {
        m_startsStack = false;
        m_trace.beginStack(StackRole::Error);
        m_owners.push_back(m_open.empty() ? kNobody : m_open.back());
    }

    void endError()
    {
        m_startsStack = true;
        if (!m_open.empty())
            m_open.pop_back();
    }

    /// "Outer: message ---> Inner: message" in one line or two.
    bool takeErrors(std::string_view text)
    {
        auto error = parseHead(text);
        if (!error)
            return false;
        const bool isMember = text.starts_with("---> (Inner");
        m_startsStack = m_startsStack || isMember;
        push(*std::move(error), isMember);
        LineScanner scanner(text);
        while (scanner.until(" ---> ")) {
            if (auto inner = parseHead(scanner.rest()))
                push(*std::move(inner), false);
        }
        return true;
    }

    void push(StackError error, bool isMember)
    {
        if (m_errors.size() >= kMaxErrors)
            return;
        m_open.push_back(m_errors.size());
        m_errors.push_back({.error = std::move(error), .isMember = isMember});
    }

    /// Puts the stacks into the order of their errors. Without errors, the last is the outermost.
    void finish()
    {
        auto& threads = m_trace.event().threads;
        m_owners.resize(threads.size(), kNobody);
        std::vector<EventThread> others;
        for (std::size_t i = threads.size(); i-- > 0;) {
            const auto owner = m_owners[i];
            if (owner == kNobody || m_errors[owner].stack.givenFrames)
                others.push_back(std::move(threads[i]));
            else
                m_errors[owner].stack = std::move(threads[i]);
        }
        threads.clear();
        for (auto& each : m_errors)
            addStack(std::move(each));
        for (auto& other : others) {
            other.role = threads.empty() ? StackRole::Error : StackRole::Cause;
            threads.push_back(std::move(other));
        }
    }

    void addStack(Error each)
    {
        auto& threads = m_trace.event().threads;
        auto& crash = m_trace.crash();
        if (crash.reason.empty())
            crash.reason = reasonOf(each.error);
        if (!each.stack.givenFrames)
            return;
        const bool isFirst = threads.empty();
        each.stack.role = isFirst         ? StackRole::Error
                          : each.isMember ? StackRole::Member
                                          : StackRole::Cause;
        each.stack.error = std::move(each.error);
        threads.push_back(std::move(each.stack));
    }

    static constexpr auto kNobody = static_cast<std::size_t>(-1);

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::vector<Error> m_errors;
    std::vector<std::size_t> m_open;   ///< Errors whose stacks are still to come, the next last.
    std::vector<std::size_t> m_owners; ///< Of each stack its error.
    bool m_startsStack = false;
};

/// The event log names the program first. Below its head, frames need no further sign.
bool beginsDotnet(const LineCursor& at)
{
    if (isSureFrame(at.line().text))
        return true;
    const bool isEvent = at.line().text.starts_with(kEventProgram);
    if (!isEvent && !parseHead(at.line().text))
        return false;
    auto ahead = at;
    constexpr int kHeadLines = 8;
    // These words and a name are .NET's alone.
    bool isHead = at.line().text.starts_with(kBeforeHead.front());
    for (int i = 0; i < at.patience(kHeadLines) && !ahead.atEnd(); ++i, ahead.next()) {
        const auto text = ahead.line().text;
        isHead = isHead || (text.starts_with(kEventHead) && parseHead(text));
        if (isHead ? parseDotnetFrame(text).has_value() : !isEvent && isSureFrame(text))
            return true;
    }
    return false;
}

void readDotnet(LineCursor& at, TraceBuilder& trace)
{
    DotnetReader(at, trace).read();
}

} // namespace

const TraceForm kDotnetForm{
    .name = "stack trace of .NET", .begins = beginsDotnet, .read = readDotnet};

} // namespace faultline::nativetext
