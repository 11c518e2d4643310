// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>

namespace faultline::nativetext {

namespace {

bool isAtom(std::string_view text)
{
    const auto isPart = [](char c) {
        return isDecimalDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
               c == '@';
    };
    if (text.size() > 2 && text.starts_with('\'') && text.ends_with('\''))
        return true;
    return !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') || text[0] == '_') &&
           std::ranges::all_of(text, isPart);
}

std::uint32_t asLine(std::optional<std::uint64_t> number)
{
    return number && *number <= UINT32_MAX ? static_cast<std::uint32_t>(*number) : 0;
}

/// "in function  math_srv:divide/2 (src/math_srv.erl, line 27)" and "in call from …": of the shell
/// and of reports.
std::optional<FrameText> parseErlangCall(std::string_view line)
{
    LineScanner scanner(line);
    scanner.blanks();
    if (!scanner.take("in function ") && !scanner.take("in call from "))
        return std::nullopt;
    scanner.blanks();
    FrameText frame{.function = scanner.word()};
    if (!has(frame.function, ":") || !has(frame.function, "/"))
        return std::nullopt;
    if (scanner.blanks().take("(")) {
        frame.file = scanner.until(", line ").value_or(std::string_view());
        frame.line = asLine(scanner.decimal());
    }
    return frame;
}

/// The stack as a term, over several lines: "{math_srv,divide,2,[{file,"src/math_srv.erl"},
/// {line,27}]}". Names and place may stand in two lines.
class TermReader
{
public:
    explicit TermReader(TraceBuilder& trace) : m_trace(trace) {}

    /// Does the line hold a part of the stack?
    bool take(const Line& line)
    {
        bool isPart = false;
        for (auto rest = line.text; !rest.empty();) {
            const auto brace = rest.find('{');
            if (brace == std::string_view::npos)
                break;
            rest.remove_prefix(brace + 1);
            isPart = takeCall(rest, line) || takePlace(rest) || isPart;
        }
        return isPart;
    }

    void finish() { add(); }

private:
    /// "math_srv,divide,2," and, with the arguments instead of their number, "ets,lookup,[tab,1],".
    bool takeCall(std::string_view text, const Line& line)
    {
        LineScanner scanner(text);
        const auto module = scanner.until(",");
        const auto function = module && isAtom(*module) ? scanner.until(",") : std::nullopt;
        if (!function || !isAtom(*function))
            return false;
        const auto arity = scanner.decimal();
        if (arity ? !scanner.take(",") : !scanner.take("["))
            return false;
        add();
        m_name = concat(*module, ":", *function, arity ? concat("/", *arity) : std::string());
        m_frame = FrameText{};
        m_line = line;
        return true;
    }

    /// "file,"src/math_srv.erl"}" and "line,27}".
    bool takePlace(std::string_view text)
    {
        LineScanner scanner(text);
        if (scanner.take("file,\"")) {
            m_frame.file = scanner.until("\"").value_or(std::string_view());
            return true;
        }
        if (!scanner.take("line,"))
            return false;
        m_frame.line = asLine(scanner.decimal());
        return true;
    }

    void add()
    {
        if (m_name.empty())
            return;
        m_frame.function = m_name;
        m_trace.add(m_frame, m_line);
        m_name.clear();
    }

    TraceBuilder& m_trace;
    std::string m_name; ///< Of the frame that is being read; empty before the first.
    FrameText m_frame;
    Line m_line;
};

struct ErlangHead
{
    std::string_view kind; ///< Of the exception: "error", "exit" or "throw".
    std::string_view message;
};

/// "** exception error: message", "    exception exit: message".
std::optional<ErlangHead> parseErlangHead(std::string_view line)
{
    LineScanner scanner(line);
    scanner.blanks().take("** ");
    if (!scanner.take("exception "))
        return std::nullopt;
    for (const std::string_view kind : {"error", "exit", "throw"}) {
        if (scanner.take(kind))
            return scanner.take(": ") ? std::optional(ErlangHead{kind, scanner.rest()})
                                      : std::nullopt;
    }
    return std::nullopt;
}

/// "{badarith,[{math_srv,divide,2,": the reason and the first call of its stack.
std::optional<std::string_view> parseTermHead(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("{"))
        return std::nullopt;
    const auto reason = scanner.until(",[{");
    const auto module = reason && !reason->empty() ? scanner.until(",") : std::nullopt;
    const auto function = module && isAtom(*module) ? scanner.until(",") : std::nullopt;
    return function && isAtom(*function) && scanner.decimal() && scanner.take(",") ? reason
                                                                                   : std::nullopt;
}

bool hasPlace(std::string_view line)
{
    return has(line, "{file,\"");
}

bool beginsErlang(const LineCursor& at)
{
    constexpr int kNearLines = 8;
    const auto text = at.line().text;
    if (parseErlangHead(text))
        return isNear(at, kNearLines, parseErlangCall);
    return parseTermHead(text) && (hasPlace(text) || isNext(at, hasPlace));
}

void takeErlangError(TraceBuilder& trace, EventThread& stack, const ErlangHead& head)
{
    trace.crash().present = true;
    trace.crash().reason = toValidUtf8(head.message);
    stack.error = makeStackError(head.kind, head.message);
}

void readErlang(LineCursor& at, TraceBuilder& trace)
{
    at.followWriter();
    auto& stack = trace.beginStack(StackRole::Error);
    constexpr int kMaxGap = 6;
    if (const auto head = parseErlangHead(at.line().text)) {
        takeErlangError(trace, stack, *head);
        for (TraceLines lines(at, trace, kMaxGap); !lines.areOver();) {
            const auto frame = parseErlangCall(at.line().text);
            if (frame)
                trace.add(*frame, at.line());
            lines.next(frame.has_value());
        }
    } else if (const auto reason = parseTermHead(at.line().text)) {
        takeErlangError(trace, stack, {.kind = "error", .message = *reason});
        TermReader term(trace);
        for (TraceLines lines(at, trace, 1); !lines.areOver();)
            lines.next(term.take(at.line()));
        term.finish();
    }
    at.followAll();
}

} // namespace

const TraceForm kErlangForm{
    .name = "stack trace of Erlang", .begins = beginsErlang, .read = readErlang};

} // namespace faultline::nativetext
