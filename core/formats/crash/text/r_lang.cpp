// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <utility>

namespace faultline::nativetext {

namespace {

/// "4: stop("bad thing") at script.R#3": the number, the call and the place that made it.
struct RCall
{
    std::uint64_t number = 0;
    std::string_view function;
    FrameText place;
};

std::optional<RCall> parseRCall(std::string_view line)
{
    LineScanner scanner(line);
    const auto number = scanner.blanks().decimal();
    if (!number || *number == 0 || !scanner.take(": ") || !has(scanner.rest(), "("))
        return std::nullopt;
    RCall call{.number = *number, .function = {}, .place = {}};
    auto text = scanner.rest();
    const auto at = text.rfind(" at ");
    const auto hash = text.rfind('#');
    if (at != std::string_view::npos && hash != std::string_view::npos && hash > at) {
        const auto value = parseNumber(text.substr(hash + 1));
        call.place.file = text.substr(at + 4, hash - at - 4);
        call.place.line = value && *value <= UINT32_MAX ? static_cast<std::uint32_t>(*value) : 0;
    }
    call.function = text.substr(0, text.find('('));
    return call.function.empty() || has(call.function, " ") ? std::nullopt : std::optional(call);
}

/// "Calls: main -> process -> inner", the outermost first. Of many calls R leaves out those after
/// the outermost: "Calls: main ... outer -> inner".
std::optional<std::string_view> parseRCalls(std::string_view line)
{
    LineScanner scanner(line);
    return scanner.take("Calls: ") ? std::optional(scanner.rest()) : std::nullopt;
}

struct RError
{
    std::string_view function; ///< Empty when the error is in no call.
    std::string_view message;
};

/// "Error in log(-1 + "a") : non-numeric argument", "Error: message".
std::optional<RError> parseRError(std::string_view line)
{
    LineScanner scanner(line);
    if (scanner.take("Error: "))
        return RError{{}, scanner.rest()};
    if (!scanner.take("Error in "))
        return std::nullopt;
    const auto call = scanner.until(" : ");
    return call ? std::optional(RError{call->substr(0, call->find('(')), scanner.rest()})
                : std::nullopt;
}

class RReader
{
public:
    RReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        m_trace.beginStack(StackRole::Error);
        constexpr int kMaxGap = 3;
        takeLines(
            m_at, m_trace, kMaxGap, [this](const Line& line) { return take(line); },
            [this] { return m_isOver; });
    }

private:
    bool take(const Line& line)
    {
        const auto text = trimAscii(line.text);
        if (m_trace.frameCount() == 0 && takeHead(text))
            return true;
        if (const auto calls = parseRCalls(text)) {
            addCalls(*calls, line);
            m_isOver = true;
            return true;
        }
        const auto call = parseRCall(line.text);
        if (call)
            addCall(*call, line);
        return call.has_value();
    }

    bool takeHead(std::string_view text)
    {
        if (text == "*** caught segfault ***" || text == "*** caught bus error ***") {
            m_trace.setSignal(has(text, "bus") ? "SIGBUS" : "SIGSEGV", {});
            return true;
        }
        LineScanner scanner(text);
        if (scanner.take("address ")) {
            if (const auto address = scanner.prefixedHex())
                m_trace.setAddress(*address);
            return true;
        }
        const auto error = parseRError(text);
        if (error) {
            m_function = error->function;
            m_trace.crash().present = true;
            m_trace.crash().reason = toValidUtf8(error->message);
            m_trace.stack().error =
                StackError{.type = {}, .package = {}, .message = toValidUtf8(error->message)};
        }
        return error || text == "Traceback:" || text == "> traceback()";
    }

    /// The innermost is the first. Each call says where it was made, so a function is at the place
    /// of the call before.
    void addCall(const RCall& call, const Line& line)
    {
        auto frame = std::exchange(m_place, call.place);
        frame.function = call.function;
        m_trace.add(frame, line);
    }

    void addCalls(std::string_view calls, const Line& line)
    {
        constexpr std::string_view kHole = " ... ";
        const auto hole = calls.find(kHole);
        const bool hasHole = hole != std::string_view::npos;
        auto inner = hasHole ? calls.substr(hole + kHole.size()) : calls;
        const auto add = [&](std::string_view name) {
            m_trace.add(FrameText{.function = name}, line);
        };
        const auto innermost = takeInnermost(inner);
        if (!m_function.empty() && m_function != innermost)
            add(m_function);
        add(innermost);
        while (!inner.empty())
            add(takeInnermost(inner));
        if (hasHole) {
            m_trace.leaveOut({});
            add(calls.substr(0, hole));
        }
    }

    /// Takes "inner" off "main -> process -> inner".
    static std::string_view takeInnermost(std::string_view& calls)
    {
        constexpr std::string_view kArrow = " -> ";
        const auto arrow = calls.rfind(kArrow);
        const bool isLast = arrow == std::string_view::npos;
        const auto name = isLast ? calls : calls.substr(arrow + kArrow.size());
        calls = isLast ? std::string_view() : calls.substr(0, arrow);
        return name;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::string_view m_function; ///< Of the call in the message.
    FrameText m_place;           ///< Where the next function is.
    bool m_isOver = false;
};

bool beginsR(const LineCursor& at)
{
    const auto text = trimAscii(at.line().text);
    if (text == "*** caught segfault ***" || text == "*** caught bus error ***")
        return true;
    if (text == "> traceback()")
        return isNext(at, parseRCall);
    constexpr int kNearLines = 4;
    return (text.starts_with("Error in ") || text.starts_with("Error: ")) &&
           isNear(at, kNearLines, parseRCalls);
}

void readR(LineCursor& at, TraceBuilder& trace)
{
    RReader(at, trace).read();
}

} // namespace

const TraceForm kRForm{.name = "traceback of R", .begins = beginsR, .read = readR};

} // namespace faultline::nativetext
