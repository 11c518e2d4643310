// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

/// As Windows prints pointers: 8 or 16 digits, letters in capitals.
bool isWindowsPointer(std::string_view text)
{
    constexpr std::size_t kDigits32 = 8;
    constexpr std::size_t kDigits64 = 16;
    text = text.substr(2, text.find_first_of("+]") - 2);
    return (text.size() == kDigits32 || text.size() == kDigits64) &&
           text.find_first_of("abcdef") == std::string_view::npos;
}

/// A console of Windows may write a wide blank where the program wrote a tab.
std::string_view withoutWideBlank(std::string_view text)
{
    constexpr std::string_view kEmSpace = "\xe2\x80\x83";
    return text.starts_with(kEmSpace) ? text.substr(kEmSpace.size()) : text;
}

/// "	tree::layout [0x00007FF64A5C2CD1+81] (o:\src\tree.cc:104)" and "	(No symbol)
/// [0x00007FF64A5C3000]": base::debug::StackTrace of Chromium on Windows.
std::optional<FrameText> parseChromiumFrame(std::string_view line)
{
    auto text = trimAscii(line);
    FrameText frame;
    if (const auto group = lastGroup(text); group && group->before.ends_with(']')) {
        setSourcePlace(frame, group->inside);
        text = group->before;
    }
    if (!text.ends_with(']')) // Asked first, for this runs on every line of a log.
        return std::nullopt;
    const auto open = text.rfind(" [0x");
    if (open == std::string_view::npos)
        return std::nullopt;
    LineScanner place(text.substr(open + 2));
    if (!isWindowsPointer(place.rest()))
        return std::nullopt;
    frame.address = place.prefixedHex();
    if (!frame.address)
        return std::nullopt;
    if (place.take("+") && !place.decimal())
        return std::nullopt;
    if (place.rest() != "]")
        return std::nullopt;
    frame.function = trimAscii(withoutWideBlank(text.substr(0, open)));
    // A sample of macOS has such lines too, with a count before the name.
    if (frame.function.empty() || isDecimalDigit(frame.function.front()) ||
        has(frame.function, " (in "))
        return std::nullopt;
    if (frame.function == "(No symbol)")
        frame.function = {};
    return frame;
}

/// "[4242:5151:1126/101112.131:FATAL:tree.cc(104)] Check failed: node. ": the message.
std::optional<std::string_view> parseFatal(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.until(":FATAL:") || !scanner.until(")] "))
        return std::nullopt;
    return trimAscii(scanner.rest());
}

class ChromiumReader
{
public:
    ChromiumReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.setObjectType(ObjectType::Pe);
        m_trace.event().system.os = OsFamily::Windows;
        m_trace.event().system.osName = "Windows";
    }

    void read()
    {
        constexpr int kMaxGap = 2;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            const auto message = parseFatal(m_at.line().text);
            if (message && m_trace.frameCount() > 0)
                break;
            lines.next(take(message));
        }
    }

private:
    bool take(const std::optional<std::string_view>& message)
    {
        if (message) {
            m_trace.crash().present = true;
            m_trace.crash().assertion = toValidUtf8(*message);
            return true;
        }
        const auto frame = parseChromiumFrame(m_at.line().text);
        if (!frame)
            return trimAscii(m_at.line().text) == "Backtrace:";
        if (!m_trace.hasStack())
            m_trace.beginStack(StackRole::Error);
        m_trace.add(*frame, m_at.line());
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
};

bool beginsChromium(const LineCursor& at)
{
    const auto text = at.line().text;
    const bool isStack = trimAscii(text) == "Backtrace:" || parseChromiumFrame(text);
    if (!isStack && !parseFatal(text))
        return false;
    auto ahead = at;
    ahead.next();
    if (ahead.atEnd())
        return false;
    return isStack ? parseChromiumFrame(ahead.line().text).has_value()
                   : trimAscii(ahead.line().text) == "Backtrace:";
}

void readChromium(LineCursor& at, TraceBuilder& trace)
{
    ChromiumReader(at, trace).read();
}

} // namespace

const TraceForm kChromiumForm{.name = "backtrace of Chromium",
                              .begins = beginsChromium,
                              .read = readChromium,
                              .takesMessage = true};

} // namespace faultline::nativetext
