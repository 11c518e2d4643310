// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <array>

namespace faultline::nativetext {

namespace {

/// What Unreal Engine writes before a line of its log, once more when it prints a call stack.
std::string_view withoutLogName(std::string_view line)
{
    constexpr std::size_t kMaxPrefix = 80;
    constexpr std::string_view kError = "Error: ";
    auto text = trimAscii(line);
    const auto mark = text.find(kError);
    if (mark < kMaxPrefix && (text.starts_with('[') || text.starts_with("Log")))
        text = trimAscii(text.substr(mark + kError.size()));
    constexpr std::string_view kCallstack = "[Callstack] ";
    return text.starts_with(kCallstack) ? trimAscii(text.substr(kCallstack.size())) : text;
}

/// "0x00007ff64a5c2cd1 Game-Win64-Shipping.exe!FTree::Layout() [D:\src\Tree.cpp:104]".
std::optional<FrameText> parseUnrealFrame(std::string_view line)
{
    auto text = withoutLogName(line);
    LineScanner scanner(text);
    FrameText frame;
    frame.address = scanner.prefixedHex();
    if (!frame.address || !scanner.take(" "))
        return std::nullopt;
    text = trimAscii(scanner.rest());
    const auto mark = text.find('!');
    const auto open = text.rfind(" [");
    if (mark == std::string_view::npos || mark == 0 || !text.ends_with(']') ||
        open == std::string_view::npos || open < mark ||
        text.substr(0, mark).find_first_of(" \t()") != std::string_view::npos)
        return std::nullopt;
    frame.module = text.substr(0, mark);
    frame.function = trimAscii(text.substr(mark + 1, open - mark - 1));
    if (const auto group = lastGroup(frame.function); group && !group->before.empty())
        frame.function = group->before;
    if (frame.function == "UnknownFunction")
        frame.function = {};
    setSourcePlace(frame, text.substr(open + 2, text.size() - open - 3));
    return frame;
}

class UnrealReader
{
public:
    UnrealReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        constexpr int kMaxGap = 12;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            if (m_trace.frameCount() > 0 && isHead(withoutLogName(m_at.line().text)))
                break;
            lines.next(take(m_at.line()));
        }
    }

    static bool isHead(std::string_view text)
    {
        return text.starts_with("Unhandled Exception: ") || text.starts_with("Fatal error") ||
               text.starts_with("Assertion failed: ") || text.starts_with("=== Critical error:") ||
               text.starts_with("Ensure condition failed: ");
    }

private:
    bool take(const Line& line)
    {
        const auto frame = parseUnrealFrame(line.text);
        if (!frame)
            return takeHead(withoutLogName(line.text));
        if (!m_trace.hasStack()) {
            const bool isElf = frame->module.ends_with(".so") || !has(frame->module, ".");
            m_trace.setObjectType(isElf ? ObjectType::Elf : ObjectType::Pe);
            if (!isElf) {
                m_trace.event().system.os = OsFamily::Windows;
                m_trace.event().system.osName = "Windows";
            }
            m_trace.beginStack(StackRole::Error);
        }
        m_trace.add(*frame, line);
        return true;
    }

    /// "Unhandled Exception: EXCEPTION_ACCESS_VIOLATION reading address 0x18".
    bool takeHead(std::string_view text)
    {
        if (!isHead(text))
            return false;
        auto& crash = m_trace.crash();
        crash.present = true;
        LineScanner scanner(text);
        if (scanner.take("Unhandled Exception: ")) {
            takeException(scanner.rest());
        } else if (scanner.take("Assertion failed: ") ||
                   scanner.take("Ensure condition failed: ")) {
            crash.assertion = toValidUtf8(scanner.rest());
        } else {
            m_trace.detail("head", text);
        }
        return true;
    }

    void takeException(std::string_view text)
    {
        constexpr std::array<std::pair<std::string_view, MemoryAccessKind>, 2> kAccesses{
            {{" reading address ", MemoryAccessKind::Read},
             {" writing address ", MemoryAccessKind::Write}}};
        auto& crash = m_trace.crash();
        crash.reason = toValidUtf8(text);
        for (const auto& [words, kind] : kAccesses) {
            LineScanner scanner(text);
            const auto name = scanner.until(words);
            const auto address = name ? scanner.hex() : std::nullopt;
            if (!address)
                continue;
            crash.reason = toValidUtf8(*name);
            crash.access = ReportedAccess{.kind = kind, .sizeBytes = 0};
            m_trace.setAddress(*address);
        }
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
};

bool beginsUnreal(const LineCursor& at)
{
    const auto text = at.line().text;
    if (parseUnrealFrame(text))
        return true;
    if (!UnrealReader::isHead(withoutLogName(text)))
        return false;
    auto ahead = at;
    constexpr int kHeadLines = 10;
    for (int i = 0; i < at.patience(kHeadLines) && !ahead.atEnd(); ++i, ahead.next()) {
        if (parseUnrealFrame(ahead.line().text))
            return true;
    }
    return false;
}

void readUnreal(LineCursor& at, TraceBuilder& trace)
{
    UnrealReader(at, trace).read();
}

} // namespace

const TraceForm kUnrealForm{
    .name = "call stack of Unreal Engine", .begins = beginsUnreal, .read = readUnreal};

} // namespace faultline::nativetext
