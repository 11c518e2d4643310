// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

/// The file that Dart's compiler makes of a program, as Flutter calls it on Android.
constexpr std::string_view kProgram = "libapp.so";

constexpr int kFlutterLines = 60; ///< Of a box before its stack.

bool isDartPlace(std::string_view text)
{
    return text.starts_with("package:") || text.starts_with("dart:") || has(text, ".dart");
}

/// "#0      Node.bounds (package:viewer/node.dart:31:12)".
std::optional<FrameText> parseDartFrame(std::string_view line)
{
    const auto numbered = parseNumbered(line);
    const auto group = numbered ? lastGroup(numbered->rest) : std::nullopt;
    if (!group || group->before.empty() || !isDartPlace(group->inside))
        return std::nullopt;
    FrameText frame{.number = numbered->number};
    frame.function = group->before;
    setSourcePlace(frame, group->inside);
    return frame;
}

/// "    #01 abs 0000007a1b4d6e6f virt 0000000000213e6f _kDartIsolateSnapshotInstructions+0x113e6f":
/// a program without names; "virt" is the address in its file.
std::optional<FrameText> parseBareFrame(std::string_view line)
{
    const auto numbered = parseNumbered(line);
    if (!numbered)
        return std::nullopt;
    LineScanner scanner(numbered->rest);
    if (!scanner.take("abs "))
        return std::nullopt;
    FrameText frame{.number = numbered->number};
    frame.address = scanner.hex();
    if (!frame.address)
        return std::nullopt;
    if (scanner.blanks().take("virt "))
        frame.moduleOffset = scanner.hex();
    return frame;
}

class DartReader
{
public:
    DartReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        const bool isFlutter = isFlutterHead(m_at.line().text);
        constexpr int kMaxGap = 6;
        for (TraceLines lines(m_at, m_trace, isFlutter ? kFlutterLines : kMaxGap);
             !lines.areOver();) {
            const auto text = trimAscii(m_at.line().text);
            if (m_trace.frameCount() > 0 && isHead(text))
                break;
            lines.next(take(m_at.line(), text));
        }
    }

    static bool isHead(std::string_view text)
    {
        return text == "Unhandled exception:" || has(text, "Unhandled Exception: ") ||
               text.starts_with("Warning: This VM has been configured to produce stack traces") ||
               isFlutterHead(text);
    }

    /// "══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞════".
    static bool isFlutterHead(std::string_view text) { return has(text, "╡ EXCEPTION CAUGHT BY "); }

private:
    bool take(const Line& line, std::string_view text)
    {
        if (const auto frame = parseDartFrame(text))
            return add(*frame, line);
        if (auto frame = parseBareFrame(text)) {
            if (frame->moduleOffset) {
                frame->module = kProgram;
                frame->buildId = m_buildId;
            }
            return add(*frame, line);
        }
        if (text == "<asynchronous suspension>")
            return true;
        return takeElided(text) || takeHead(text) || takeThrown(text) || takeFact(text);
    }

    /// "(elided 3 frames from dart:async)", "(elided one frame from package:stack_trace)".
    bool takeElided(std::string_view text)
    {
        LineScanner scanner(text);
        if (!scanner.take("(elided "))
            return false;
        m_trace.leaveOut(scanner.take("one ") ? std::optional<std::uint64_t>(1)
                                              : scanner.decimal());
        return true;
    }

    /// "The following _TypeError was thrown building HomePage(dirty):", with the message below up
    /// to a blank line.
    bool takeThrown(std::string_view text)
    {
        auto& crash = m_trace.crash();
        LineScanner scanner(text);
        if (crash.present && m_type.empty() && scanner.take("The following ")) {
            m_type = scanner.until(" was thrown").value_or(std::string_view());
            m_isMessage = !m_type.empty();
            if (m_isMessage)
                crash.reason = concat(toValidUtf8(m_type), ": ");
            return m_isMessage;
        }
        constexpr std::size_t kMaxMessageBytes = 4096;
        m_isMessage = m_isMessage && !text.empty();
        if (m_isMessage && m_messageBytes < kMaxMessageBytes) {
            crash.reason += concat(m_messageBytes == 0 ? "" : "\n", toValidUtf8(text));
            m_messageBytes += text.size();
        }
        return m_isMessage;
    }

    bool add(const FrameText& frame, const Line& line)
    {
        if (!m_trace.hasStack())
            m_trace.beginStack(StackRole::Error).id = m_thread;
        m_trace.add(frame, line);
        return true;
    }

    /// The message follows in the next line, or in the same.
    bool takeHead(std::string_view text)
    {
        auto& crash = m_trace.crash();
        if (isHead(text)) {
            crash.present = true;
            LineScanner scanner(text);
            m_isMessageNext = text == "Unhandled exception:";
            if (scanner.until("Unhandled Exception: "))
                crash.reason = toValidUtf8(scanner.rest());
            return true;
        }
        if (!std::exchange(m_isMessageNext, false))
            return false;
        crash.reason = toValidUtf8(text);
        return true;
    }

    bool takeFact(std::string_view text)
    {
        LineScanner scanner(text);
        if (scanner.take("build_id: '")) {
            m_buildId = scanner.until("'").value_or(std::string_view());
        } else if (scanner.take("os: ")) {
            const auto system = scanner.word();
            m_trace.event().system.osName = toValidUtf8(system);
            m_trace.event().system.os = system == "android" ? OsFamily::Android
                                        : system == "linux" ? OsFamily::Linux
                                        : system == "ios"   ? OsFamily::Ios
                                                            : OsFamily::Unknown;
            if (scanner.blanks().take("arch: "))
                m_trace.event().system.arch = parseArch(scanner.word()).value_or(Arch::Unknown);
        } else if (scanner.take("pid: ")) {
            if (const auto id = scanner.decimal(); id && *id <= UINT32_MAX)
                m_trace.process().id = static_cast<std::uint32_t>(*id);
            if (scanner.take(", tid: "))
                m_thread = scanner.decimal();
        } else {
            return text.starts_with("isolate_dso_base: ") ||
                   text.starts_with("isolate_instructions: ") || text.starts_with("*** *** ***");
        }
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::string_view m_buildId;
    std::optional<std::uint64_t> m_thread;
    std::string_view m_type; ///< Of the error in Flutter's box.
    std::size_t m_messageBytes = 0;
    bool m_isMessageNext = false;
    bool m_isMessage = false; ///< The lines of Flutter's message follow.
};

bool beginsDart(const LineCursor& at)
{
    const auto text = trimAscii(at.line().text);
    if (parseDartFrame(text) || parseBareFrame(text))
        return true;
    if (!DartReader::isHead(text) && !text.starts_with("build_id: '"))
        return false;
    auto ahead = at;
    constexpr int kHeadLines = 12;
    const auto lines = DartReader::isFlutterHead(text) ? kFlutterLines : kHeadLines;
    for (int i = 0; i < at.patience(lines); ++i) {
        ahead.next();
        if (ahead.atEnd())
            return false;
        if (parseDartFrame(ahead.line().text) || parseBareFrame(ahead.line().text))
            return true;
    }
    return false;
}

void readDart(LineCursor& at, TraceBuilder& trace)
{
    DartReader(at, trace).read();
}

} // namespace

const TraceForm kDartForm{.name = "stack trace of Dart", .begins = beginsDart, .read = readDart};

} // namespace faultline::nativetext
