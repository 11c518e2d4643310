// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/text/interrupted.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

/// "3   viewer      0x0000000104a1b2c4 main + 20" and, without symbols, "viewer 0x0000000104a1b2c4
/// 0x104a18000 + 12996": backtrace_symbols(3) of macOS, callStackSymbols, Swift on Linux.
std::optional<FrameText> parseAppleSymbol(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame{.number = scanner.blanks().decimal()};
    if (!frame.number || !scanner.take(" "))
        return std::nullopt;
    const auto rest = scanner.blanks().rest();
    const auto address = rest.find(" 0x");
    if (address == std::string_view::npos || address == 0)
        return std::nullopt;
    frame.module = trimAscii(rest.substr(0, address));
    LineScanner place(rest.substr(address + 1));
    frame.address = place.prefixedHex();
    if (!frame.address || !place.take(" "))
        return std::nullopt;
    const auto text = trimAscii(place.rest());
    const auto plus = text.rfind(" + ");
    const auto offset =
        plus == std::string_view::npos ? std::nullopt : parseDecimal(text.substr(plus + 3));
    if (!offset)
        return std::nullopt;
    const auto name = text.substr(0, plus);
    const bool isBase = name.starts_with("0x") && parseNumber(name) == *frame.address - *offset;
    if (isBase)
        frame.moduleOffset = offset;
    else if (name != "<unavailable>")
        frame.function = name;
    return frame;
}

constexpr std::string_view kLlvmHead = "Stack dump without symbol names";

/// "2  libc.so.6 0x00007f4012642520": a frame below LLVM's heading, which has no name.
std::optional<FrameText> parseBareSymbol(std::string_view line)
{
    if (auto named = parseAppleSymbol(line))
        return named;
    LineScanner scanner(line);
    FrameText frame{.number = scanner.blanks().decimal()};
    if (!frame.number || !scanner.take(" "))
        return std::nullopt;
    frame.module = scanner.blanks().word();
    frame.address = scanner.blanks().prefixedHex();
    const bool isWhole = !frame.module.empty() && frame.address && scanner.blanks().atEnd();
    return isWhole ? std::optional(frame) : std::nullopt;
}

bool isOfElf(std::string_view line)
{
    const auto frame = parseBareSymbol(line);
    return frame && (frame->module.ends_with(".so") || has(frame->module, ".so."));
}

class AppleSymbolsReader
{
public:
    AppleSymbolsReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        constexpr int kMaxGap = 3;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            const auto frame =
                m_isOfLlvm ? parseBareSymbol(m_at.line().text) : parseAppleSymbol(m_at.line().text);
            if (frame && frame->number == 0U && m_trace.frameCount() > 0)
                break;
            lines.next(frame ? add(*frame) : takeHead(trimAscii(m_at.line().text)));
        }
        if (m_isOfLlvm)
            markInterrupted(m_trace.event(), IsOfSignal::Yes);
    }

    /// "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'text'" and
    /// "Fatal error: text: file /src/Node.swift, line 31".
    static bool isHead(std::string_view text)
    {
        return has(text, "Terminating app due to uncaught exception '") ||
               text.starts_with("Fatal error: ") || text == "*** First throw call stack:" ||
               text.starts_with(kLlvmHead) || text == "Current stack trace:";
    }

private:
    bool add(const FrameText& frame)
    {
        if (!m_trace.hasStack()) {
            constexpr int kMostLines = 64;
            const bool isElf = isOfElf(m_at.line().text) || isNear(m_at, kMostLines, isOfElf);
            m_trace.setObjectType(isElf ? ObjectType::Elf : ObjectType::MachO);
            m_trace.beginStack(StackRole::Error);
        }
        m_trace.add(frame, m_at.line());
        return true;
    }

    bool takeHead(std::string_view text)
    {
        if (!isHead(text))
            return false;
        m_isOfLlvm = m_isOfLlvm || text.starts_with(kLlvmHead);
        auto& crash = m_trace.crash();
        crash.present = true;
        LineScanner scanner(text);
        if (scanner.until("uncaught exception '")) {
            crash.reason = toValidUtf8(scanner.until("'").value_or(std::string_view()));
            if (scanner.until("reason: '")) {
                const auto words = scanner.rest();
                crash.assertion = toValidUtf8(words.substr(0, words.rfind('\'')));
            }
        } else if (scanner.take("Fatal error: ")) {
            crash.reason = "Fatal error";
            crash.assertion = toValidUtf8(scanner.rest());
        }
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    bool m_isOfLlvm = false;
};

bool isPair(const LineCursor& at)
{
    return parseAppleSymbol(at.line().text) && isNext(at, parseAppleSymbol);
}

bool beginsAppleSymbols(const LineCursor& at)
{
    constexpr int kHeadLines = 4;
    if (at.line().text.starts_with(kLlvmHead))
        return isNext(at, [](std::string_view line) { return parseBareSymbol(line).has_value(); });
    return isPair(at) || (AppleSymbolsReader::isHead(trimAscii(at.line().text)) &&
                          isNear(at, kHeadLines, isPair));
}

void readAppleSymbols(LineCursor& at, TraceBuilder& trace)
{
    AppleSymbolsReader(at, trace).read();
}

} // namespace

const TraceForm kAppleSymbolsForm{.name = "call stack symbols of Apple's systems",
                                  .begins = beginsAppleSymbols,
                                  .read = readAppleSymbols,
                                  .takesMessage = true};

} // namespace faultline::nativetext
