// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kUncaught = "Uncaught Kotlin exception: ";
constexpr std::string_view kCause = "Caused by: ";

/// "    at 1   app.kexe   0x00000001000b1b2c   kfun:#inner(){} + 120 (/src/main.kt:5:11)".
std::optional<FrameText> parseKotlinFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("at "))
        return std::nullopt;
    FrameText frame{.number = scanner.decimal()};
    if (!frame.number || !scanner.rest().starts_with(' '))
        return std::nullopt;
    const auto text = scanner.blanks().rest();
    const auto hex = text.find(" 0x");
    if (hex == std::string_view::npos)
        return std::nullopt;
    frame.module = trimAscii(text.substr(0, hex));
    LineScanner place(text.substr(hex + 1));
    frame.address = place.prefixedHex();
    if (!frame.address || frame.module.empty() || has(frame.module, "("))
        return std::nullopt;
    auto name = trimAscii(place.rest());
    if (const auto group = lastGroup(name); group && has(group->inside, ":")) {
        FrameText source;
        setSourcePlace(source, group->inside);
        if (source.line != 0) {
            frame.file = source.file;
            frame.line = source.line;
            frame.column = source.column;
            name = group->before;
        }
    }
    if (const auto plus = name.rfind(" + "); plus != std::string_view::npos) {
        frame.functionOffset = parseNumber(name.substr(plus + 3));
        name = frame.functionOffset ? name.substr(0, plus) : name;
    }
    frame.function = name;
    return frame;
}

class KotlinReader
{
public:
    KotlinReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        m_at.followWriter();
        constexpr int kMaxGap = 4;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            const auto text = m_at.line().text;
            if (m_trace.frameCount() > 0 && has(text, kUncaught))
                break;
            lines.next(take(m_at.line()));
        }
        m_at.followAll();
    }

private:
    bool take(const Line& line)
    {
        if (const auto frame = parseKotlinFrame(line.text)) {
            m_trace.add(*frame, line);
            return true;
        }
        LineScanner scanner(line.text);
        if (scanner.until(kUncaught)) {
            m_trace.crash().present = true;
            m_trace.crash().reason = toValidUtf8(scanner.rest());
            m_trace.beginStack(StackRole::Error).error = parseStackError(scanner.rest());
            return true;
        }
        if (!scanner.blanks().take(kCause))
            return false;
        m_trace.beginStack(StackRole::Cause).error = parseStackError(scanner.rest());
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
};

bool beginsKotlin(const LineCursor& at)
{
    const auto text = at.line().text;
    constexpr int kHeadLines = 20; // Of a message.
    return parseKotlinFrame(text) ||
           (has(text, kUncaught) && isNear(at, kHeadLines, parseKotlinFrame));
}

void readKotlin(LineCursor& at, TraceBuilder& trace)
{
    KotlinReader(at, trace).read();
}

} // namespace

const TraceForm kKotlinNativeForm{
    .name = "exception of Kotlin/Native", .begins = beginsKotlin, .read = readKotlin};

} // namespace faultline::nativetext
