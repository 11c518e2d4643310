// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/tombstone_lines.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

constexpr std::string_view kHead = "# Crashlytics - Stack trace";
constexpr std::string_view kCrashed = "Crashed: ";
constexpr std::array<std::string_view, 2> kExceptions{"Fatal Exception: ", "Non-fatal Exception: "};

/// "UIKitCore                      0x3d4c4 -[UIApplication sendAction:] + 100", "viewer  0x31b1c
/// main
/// + 24 (AppDelegate.swift:24)" and "??? 0x1f3cc1948 (Missing)": a module and what is in it.
/// Crashlytics writes offsets from the start of the module, and in old exports addresses.
bool takeCode(FrameText& frame, std::string_view text)
{
    constexpr std::uint64_t kLeastAddress = 0x1000'0000; // No module has so much code.
    const auto gap = text.find("  ");
    const auto end = gap == std::string_view::npos ? text.find(" 0x") : gap;
    if (end == std::string_view::npos || end == 0)
        return false;
    const auto module = text.substr(0, end);
    LineScanner scanner(text.substr(end));
    const auto value = scanner.blanks().prefixedHex();
    if (!value || !scanner.take(" "))
        return false;
    if (module != "???")
        frame.module = module;
    if (frame.module.empty() || *value >= kLeastAddress)
        frame.address = value;
    else
        frame.moduleOffset = value;
    frame.function = trimAscii(scanner.rest());
    return true;
}

/// Takes "(AppDelegate.swift:24)" and "+ 24" off the end of a name. The number after a name with a
/// place is the line once more, and in old exports no distance at all.
void takePlace(FrameText& frame)
{
    if (frame.function == "(Missing)" || frame.function.starts_with('(')) {
        frame.function = {};
        return;
    }
    if (const auto group = lastGroup(frame.function)) {
        FrameText place;
        setSourcePlace(place, group->inside);
        if (place.line != 0 && frame.function.ends_with(')') && !group->before.empty()) {
            if (place.file != "<compiler-generated>") {
                frame.file = place.file;
                frame.line = place.line;
            }
            frame.function = group->before;
        }
    }
    const auto plus = frame.function.rfind(" + ");
    if (plus != std::string_view::npos && parseDecimal(frame.function.substr(plus + 3)))
        frame.function = trimAscii(frame.function.substr(0, plus));
    if (frame.function == "<redacted>")
        frame.function = {};
}

/// "2  UIKitCore                      0x3d4c4 -[UIApplication sendAction:] + 100"
std::optional<FrameText> parseAppleFrame(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame{.number = scanner.decimal()};
    if (!frame.number || !scanner.take(" ") || !takeCode(frame, scanner.blanks().rest()))
        return std::nullopt;
    takePlace(frame);
    return frame;
}

/// "       at java.lang.Object.wait(Object.java:442)" between native frames of a program that does
/// not answer.
std::optional<FrameText> parseJavaFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("at "))
        return std::nullopt;
    const auto group = lastGroup(scanner.rest());
    if (!group || group->before.empty() || has(group->before, " "))
        return std::nullopt;
    FrameText frame{.function = group->before};
    if (has(group->inside, "."))
        setSourcePlace(frame, group->inside);
    return frame;
}

std::optional<FrameText> parseFrame(std::string_view line)
{
    if (const auto frame = parseAppleFrame(line))
        return frame;
    return parseTombstoneFrame(line);
}

bool isFirstFrame(std::string_view line)
{
    const auto frame = parseFrame(line);
    return frame && frame->number == 0U;
}

/// "main (native):tid=1 systid=28695 "
struct ThreadHead
{
    std::string_view name;
    std::optional<std::uint64_t> id;
};

ThreadHead parseThreadHead(std::string_view line)
{
    constexpr std::string_view kThread = ":tid=";
    constexpr std::string_view kSystem = " systid=";
    const auto thread = line.find(kThread);
    if (thread == std::string_view::npos)
        return {.name = line, .id = {}};
    ThreadHead head{.name = line.substr(0, thread), .id = {}};
    if (const auto group = lastGroup(head.name); group && !group->before.empty())
        head.name = group->before; // Without its state.
    if (const auto system = line.find(kSystem, thread); system != std::string_view::npos)
        head.id = LineScanner(line.substr(system + kSystem.size())).decimal();
    return head;
}

class CrashlyticsReader
{
public:
    CrashlyticsReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.setObjectType(ObjectType::MachO);
    }

    void read()
    {
        constexpr int kMaxGap = 6;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            if (m_at.line().text == kHead && m_trace.frameCount() > 0)
                break;
            lines.next(take(m_at.line()));
        }
    }

private:
    bool take(const Line& line)
    {
        const auto text = trimAscii(line.text);
        if (text.starts_with('#') && takeFact(text))
            return true;
        if (const auto frame = parseFrame(line.text)) {
            if (!m_trace.hasStack())
                m_trace.beginStack(StackRole::Error);
            m_isMessage = false;
            m_trace.add(*frame, line);
            return true;
        }
        if (const auto frame = m_isAndroid ? parseJavaFrame(line.text) : std::nullopt) {
            if (m_trace.hasStack())
                m_trace.add(*frame, line);
            return m_trace.hasStack();
        }
        return !text.empty() && takeHeading(text);
    }

    /// "# Version: 1.0 (1)"
    bool takeFact(std::string_view text)
    {
        const auto colon = text.find(": ");
        if (text == kHead)
            return true;
        if (!text.starts_with("# ") || colon == std::string_view::npos)
            return false;
        const auto value = text.substr(colon + 2);
        if (text.starts_with("# Platform: android")) {
            m_isAndroid = true;
            m_trace.setObjectType(ObjectType::Elf);
        }
        m_trace.detail(text.substr(2, colon - 2), value);
        return true;
    }

    bool takeHeading(std::string_view text)
    {
        if (text.starts_with("EXC_") || text.starts_with("SIG"))
            return takeReason(text);
        for (const auto words : kExceptions) {
            if (text.starts_with(words))
                return takeException(text.substr(words.size()));
        }
        if (m_isMessage && m_messageLines++ < kMaxMessageLines) {
            auto& words = m_trace.crash().assertion;
            words += concat(words.empty() ? "" : "\n", toValidUtf8(text));
            return true;
        }
        // Old exports number the threads: "#0. Crashed: com.apple.main-thread".
        LineScanner scanner(text);
        if (scanner.take("#") && scanner.decimal() && scanner.take(". "))
            text = scanner.rest();
        if (!text.starts_with(kCrashed) && !isThreadAbove())
            return false;
        beginThread(text);
        return true;
    }

    /// A line with the first frame below it names a thread.
    bool isThreadAbove() const
    {
        constexpr int kNear = 3; // The reason and a gap may be between them.
        return isNear(m_at, kNear, [this](std::string_view line) {
            return isFirstFrame(line) || (m_isAndroid && parseJavaFrame(line));
        });
    }

    void beginThread(std::string_view text)
    {
        const bool isCrashed = text.starts_with(kCrashed);
        auto head = parseThreadHead(isCrashed ? text.substr(kCrashed.size()) : text);
        // "Crashed: Thread: SIGSEGV  0x0000000000000018" of Android.
        if (const auto signal = head.name.find(": SIG"); signal != std::string_view::npos) {
            takeSignal(head.name.substr(signal + 2));
            head.name = head.name.substr(0, signal);
        }
        m_isMessage = false;
        auto& stack =
            m_trace.beginStack(isCrashed && !m_hasException ? StackRole::Error : StackRole::Thread);
        // A program that does not answer has no exception. Its main thread says why.
        stack.isRequesting = !m_hasException && (isCrashed || (m_isAndroid && head.name == "main"));
        stack.name = toValidUtf8(head.name);
        stack.id = head.id;
        if (isCrashed)
            m_trace.crash().present = true;
    }

    void takeSignal(std::string_view text)
    {
        LineScanner scanner(text);
        const auto name = scanner.word();
        m_trace.setSignal(toValidUtf8(name), {});
        // Beside a signal that was sent, the number is no address.
        constexpr std::array<std::string_view, 3> kFaults{"SIGSEGV", "SIGBUS", "SIGILL"};
        const bool isFault = std::ranges::find(kFaults, name) != kFaults.end();
        if (const auto address = scanner.blanks().prefixedHex(); address && isFault)
            m_trace.setAddress(*address);
    }

    /// "NSInvalidArgumentException", whose words are in the next lines.
    bool takeException(std::string_view text)
    {
        const auto error = parseStackError(text);
        auto& stack = m_trace.beginStack(StackRole::Error);
        stack.isRequesting = !m_hasException;
        stack.error = error;
        if (!m_hasException) {
            m_trace.crash().present = true;
            m_trace.crash().reason = error.type;
            m_trace.crash().assertion = error.message;
        }
        m_isMessage = !m_hasException && error.message.empty();
        m_hasException = true;
        return true;
    }

    /// "EXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x0000000000000018"
    bool takeReason(std::string_view text)
    {
        LineScanner scanner(text);
        const auto name = scanner.word();
        const auto code = scanner.blanks().word();
        auto& crash = m_trace.crash();
        crash.present = true;
        crash.reason = toValidUtf8(code.empty() || code.starts_with("0x")
                                       ? name
                                       : text.substr(0, name.size() + 1 + code.size()));
        if (const auto address = scanner.blanks().prefixedHex(); address && has(code, "KERN_"))
            m_trace.setAddress(*address);
        return true;
    }

    /// What goes on for longer is another text.
    static constexpr int kMaxMessageLines = 20;

    LineCursor& m_at;
    TraceBuilder& m_trace;
    int m_messageLines = 0;
    bool m_isAndroid = false;
    bool m_hasException = false;
    bool m_isMessage = false; ///< The lines below are the exception's words.
};

/// Java stacks alone are those of the JVM, whose mappings restore their names.
bool isNativeExport(const LineCursor& at)
{
    constexpr int kSearched = 60;
    return isNear(at, kSearched, isFirstFrame);
}

bool beginsCrashlytics(const LineCursor& at)
{
    const auto text = at.line().text;
    if (text == kHead)
        return isNativeExport(at);
    constexpr int kNear = 3;
    return (text.starts_with(kCrashed) || has(text, ". Crashed: ") ||
            std::ranges::any_of(
                kExceptions, [text](std::string_view words) { return text.starts_with(words); })) &&
           isNear(at, kNear, [](std::string_view line) {
               const auto frame = parseAppleFrame(line);
               return frame && frame->number == 0U;
           });
}

void readCrashlytics(LineCursor& at, TraceBuilder& trace)
{
    CrashlyticsReader(at, trace).read();
}

} // namespace

const TraceForm kCrashlyticsForm{
    .name = "export of Crashlytics", .begins = beginsCrashlytics, .read = readCrashlytics};

} // namespace faultline::nativetext
