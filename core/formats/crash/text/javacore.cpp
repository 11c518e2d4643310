// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <string>
#include <utility>

namespace faultline::nativetext {

namespace {

/// Every line of a javacore begins with a tag, which says what it is (eclipse-openj9/openj9,
/// runtime/rasdump/javadump.cpp).
struct TaggedLine
{
    std::string_view tag;
    std::string_view text; ///< Without blanks around it.
};

TaggedLine parseTagged(std::string_view line)
{
    LineScanner scanner(line);
    const auto tag = scanner.word();
    return {.tag = tag, .text = trimAscii(scanner.rest())};
}

/// "java/lang/Object.wait" as the JVM's other texts name it.
std::string dotted(std::string_view name)
{
    std::string text(name);
    std::ranges::replace(text, '/', '.');
    return text;
}

/// "Java_Boom_crash+0xe (0x00007F4C5C00112E [libboom.so+0x112e])", where the name may be missing.
std::optional<FrameText> parseNativeFrame(std::string_view text)
{
    const auto group = lastGroup(text);
    if (!group)
        return std::nullopt;
    LineScanner inside(group->inside);
    FrameText frame{.address = inside.prefixedHex()};
    if (!frame.address)
        return std::nullopt;
    if (const auto place = between(inside.rest(), "[", "]"))
        setModulePlace(frame, *place);
    if (!group->before.empty())
        setFunctionPlace(frame, group->before);
    return frame;
}

class JavacoreReader
{
public:
    JavacoreReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.detail("VM", "OpenJ9");
    }

    void read()
    {
        // Sections about memory and classes may be long.
        for (TraceLines lines(m_at, m_trace); !lines.areOver();) {
            const auto line = parseTagged(m_at.line().text);
            if (line.tag == "0SECTION" && line.text.starts_with("TITLE ") && m_hasTitle)
                break;
            lines.next(take(line) || isTag(line.tag));
        }
    }

private:
    static bool isTag(std::string_view tag)
    {
        return tag == "NULL" || (tag.size() > 2 && isDecimalDigit(tag[0]) && tag[1] >= 'A');
    }

    bool take(const TaggedLine& line)
    {
        if (line.tag == "4XESTACKTRACE")
            return addJavaFrame(line.text);
        if (line.tag == "4XENATIVESTACK")
            return addNativeFrame(line.text);
        if (line.tag == "3XMTHREADINFO")
            return beginThread(line.text);
        if (line.tag == "3XMTHREADINFO3")
            m_isNative = line.text.starts_with("Native");
        else if (line.tag == "1XMCURTHDINFO")
            m_isCurrent = true;
        else if (line.tag == "1XMTHDINFO")
            m_isCurrent = false;
        else
            takeFact(line);
        return true;
    }

    void takeFact(const TaggedLine& line)
    {
        m_hasTitle |= line.tag == "0SECTION" && line.text.starts_with("TITLE ");
        if (line.tag == "1TISIGINFO")
            takeEvent(line.text);
        else if (line.tag == "1XHEXCPCODE")
            takeSignal(line.text);
        else if (line.tag == "2XHOSLEVEL" || line.tag == "1CIJAVAVERSION" ||
                 line.tag == "1CICMDLINE" || line.tag == "1TIDATETIMEUTC")
            m_trace.detail(line.tag, line.text);
        else if (line.tag == "3XHCPUARCH" && has(line.text, "amd64"))
            m_trace.event().system.arch = Arch::Amd64;
        else if (line.tag == "1XHEXCPMODULE" && line.text.starts_with("Module: "))
            m_trace.detail("module of the fault", line.text.substr(8));
    }

    /// "Dump Event \"gpf\" (00002000) received", which has more words for exceptions.
    void takeEvent(std::string_view text)
    {
        const auto name = between(text, "\"", "\"").value_or(std::string_view());
        m_trace.detail("event", name);
        if (name == "user" || name == "vmstart" || name == "vmstop")
            return; // Asked for.
        m_trace.crash().present = true;
        if (const auto words = between(text, "Detail \"", "\""))
            m_trace.crash().assertion = dotted(toValidUtf8(*words));
        m_trace.crash().reason = toValidUtf8(name);
    }

    /// "Signal_Number: 0000000B" and "InaccessibleAddress: 0000000000000000": hexadecimal.
    void takeSignal(std::string_view text)
    {
        const auto colon = text.find(": ");
        if (colon == std::string_view::npos)
            return;
        const auto value = parseHex(text.substr(colon + 2));
        const auto name = text.substr(0, colon);
        if (value && name == "Signal_Number")
            m_trace.setSignalNumber(*value, {}, {});
        else if (value && name == "InaccessibleAddress")
            m_trace.setAddress(*value);
    }

    /// "\"main\" J9VMThread:0x…, omrthread_t:0x…, java/lang/Thread:0x…, state:R, prio=5" and
    /// "Anonymous native thread".
    bool beginThread(std::string_view text)
    {
        const auto quote = text.starts_with('"') ? text.find("\" ", 1) : std::string_view::npos;
        auto& stack = m_trace.beginStack(m_isCurrent ? StackRole::Error : StackRole::Thread);
        stack.isRequesting = m_isCurrent;
        stack.name =
            toValidUtf8(quote == std::string_view::npos ? text : text.substr(1, quote - 1));
        m_isNative = false;
        return true;
    }

    /// "at java/lang/Object.wait(Object.java:189(Compiled Code))"
    bool addJavaFrame(std::string_view text)
    {
        const auto open = text.find('(');
        if (!text.starts_with("at ") || open == std::string_view::npos || !text.ends_with(')'))
            return false;
        auto place = text.substr(open + 1, text.size() - open - 2);
        place = place.substr(0, place.find("(Compiled Code)"));
        const auto name = dotted(text.substr(3, open - 3));
        FrameText frame{.function = name};
        if (has(place, "."))
            setSourcePlace(frame, place);
        else
            frame.note = place;
        m_trace.add(frame, m_at.line());
        return true;
    }

    /// A thread's machine code comes after its Java frames and is above them. It is a stack of its
    /// own, because nothing says where the Java frames are in it.
    bool addNativeFrame(std::string_view text)
    {
        const auto frame = parseNativeFrame(text);
        if (!frame)
            return text.empty();
        if (std::exchange(m_isNative, false) && m_trace.framesOfStack() > 0)
            beginNativeStack();
        m_trace.add(*frame, m_at.line());
        return true;
    }

    void beginNativeStack()
    {
        auto& java = m_trace.stack();
        const auto name = concat(java.name.value_or(std::string()), " (native)");
        // Where machine code failed, its stack leads.
        const bool leads = m_isCurrent && m_trace.crash().addressKnown;
        if (leads)
            java.isRequesting = false;
        auto& stack = m_trace.beginStack(leads ? StackRole::Error : StackRole::Thread);
        stack.isRequesting = leads;
        stack.name = name;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    bool m_hasTitle = false;
    bool m_isCurrent = false; ///< In the section of the thread that failed.
    bool m_isNative = false;  ///< The frames that follow are the first of machine code.
};

bool beginsJavacore(const LineCursor& at)
{
    const auto text = at.line().text;
    const auto isThread = [](std::string_view line) { return line.starts_with("3XMTHREADINFO "); };
    const auto isFrame = [](std::string_view line) {
        return line.starts_with("4XESTACKTRACE ") || line.starts_with("4XENATIVESTACK ");
    };
    // A part of one begins with a section, or with a thread.
    constexpr int kNearThread = 30;
    constexpr int kNearFrame = 12;
    if (isThread(text))
        return isNear(at, kNearFrame, isFrame);
    if (!text.starts_with("0SECTION ") && !text.starts_with("1XMCURTHDINFO "))
        return false;
    return text.substr(9).find("TITLE ") != std::string_view::npos ||
           isNear(at, kNearThread, isThread);
}

void readJavacore(LineCursor& at, TraceBuilder& trace)
{
    JavacoreReader(at, trace).read();
}

} // namespace

const TraceForm kJavacoreForm{
    .name = "javacore of OpenJ9", .begins = beginsJavacore, .read = readJavacore};

} // namespace faultline::nativetext
