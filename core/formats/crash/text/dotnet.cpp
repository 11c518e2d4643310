// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>

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

/// Parameters with types: "", "String name, Int32& value".
bool areParameters(std::string_view text)
{
    return text.empty() || (has(text, " ") && text.find_first_of("/\\:") == std::string_view::npos);
}

/// "/src/a.cs:5"; "<9197c52d>:0" of a library without lines.
void setMonoPlace(FrameText& frame, std::string_view text)
{
    if (!text.starts_with('<'))
        setSourcePlace(frame, text);
}

/// "   at A.B.C(String name) in /src/a.cs:line 5" and Mono's "[0x00001] in <file>:0 ".
std::optional<FrameText> parseDotnetFrame(std::string_view line)
{
    const auto text = trimAscii(line);
    if (line.empty() || line.front() != ' ')
        return std::nullopt;
    for (const auto& words : kWords) {
        LineScanner scanner(text);
        if (!scanner.take(words.at))
            continue;
        const auto name = scanner.until("(");
        const auto parameters = name ? scanner.until(")") : std::nullopt;
        if (!parameters || name->empty() || !isMethodName(trimAscii(*name)) ||
            !areParameters(*parameters))
            continue;
        FrameText frame;
        frame.function = trimAscii(*name);
        const auto tail = scanner.rest();
        if (tail.empty())
            return frame;
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
    const auto parameters = between(line, "(", ")");
    const bool isJavas = parameters == "Native Method" || parameters == "Unknown Source";
    return frame->line != 0 || (parameters && has(*parameters, " ") && !isJavas) ||
           has(line, ") [0x") || has(line, ") <0x");
}

bool isExceptionName(std::string_view name)
{
    return name.ends_with("Exception") && name.find_first_of(" \t(") == std::string_view::npos;
}

/// "Unhandled exception. System.NullReferenceException: message" and " ---> Inner.Exception: …".
std::optional<StackError> parseHead(std::string_view text)
{
    text = trimAscii(text);
    for (const auto before : {"Unhandled exception. ", "Unhandled Exception: ", "---> "}) {
        if (text.starts_with(before))
            text.remove_prefix(std::string_view(before).size());
    }
    const auto colon = text.find(": ");
    const auto name = text.substr(0, colon);
    if (!isExceptionName(name))
        return std::nullopt;
    const auto dot = name.rfind('.');
    const bool hasPackage = dot != std::string_view::npos;
    auto message = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 2);
    message = message.substr(0, message.find(" ---> "));
    return StackError{.type = toValidUtf8(hasPackage ? name.substr(dot + 1) : name),
                      .package = hasPackage ? toValidUtf8(name.substr(0, dot)) : "",
                      .message = toValidUtf8(message)};
}

/// .NET prints the stack of the innermost exception first.
class DotnetReader
{
public:
    DotnetReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.crash().present = true;
    }

    void read()
    {
        m_at.followWriter();
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();)
            lines.next(take(m_at.line()));
        m_at.followAll();
        finish();
    }

private:
    static constexpr int kMaxGap = 8;

    bool take(const Line& line)
    {
        if (const auto frame = parseFrame(line.text)) {
            if (!m_trace.hasStack() || m_startsStack)
                m_trace.beginStack(StackRole::Error);
            m_startsStack = false;
            m_trace.add(*frame, line);
            return true;
        }
        const auto text = trimAscii(line.text);
        if (text.starts_with("--- ")) {
            // "End of stack trace from previous location" continues the same stack.
            m_startsStack = has(text, "End of inner exception");
            return true;
        }
        if (auto error = parseHead(text)) {
            m_errors.push_back(*std::move(error));
            takeInner(text);
            return true;
        }
        return false;
    }

    /// " ---> Inner: message" in the line of the outer exception.
    void takeInner(std::string_view text)
    {
        LineScanner scanner(text);
        constexpr std::size_t kMaxErrors = 64;
        while (m_errors.size() < kMaxErrors && scanner.until(" ---> ")) {
            if (auto inner = parseHead(scanner.rest()))
                m_errors.push_back(*std::move(inner));
        }
    }

    void finish()
    {
        auto& threads = m_trace.event().threads;
        std::ranges::reverse(threads);
        for (std::size_t i = 0; i < threads.size(); ++i) {
            threads[i].role = i == 0 ? StackRole::Error : StackRole::Cause;
            if (i < m_errors.size())
                threads[i].error = m_errors[i];
        }
        if (m_errors.empty())
            return;
        const auto& error = m_errors.front();
        m_trace.crash().reason = concat(error.package, error.package.empty() ? "" : ".", error.type,
                                        error.message.empty() ? "" : ": ", error.message);
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::vector<StackError> m_errors; ///< The outermost first.
    bool m_startsStack = false;
};

bool beginsDotnet(const LineCursor& at)
{
    if (isSureFrame(at.line().text))
        return true;
    if (!parseHead(at.line().text))
        return false;
    auto ahead = at;
    constexpr int kHeadLines = 8;
    for (int i = 0; i < at.patience(kHeadLines) && !ahead.atEnd(); ++i, ahead.next()) {
        if (isSureFrame(ahead.line().text))
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
