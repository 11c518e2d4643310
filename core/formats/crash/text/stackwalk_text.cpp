// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/stackwalk_facts.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

// Source of the forms: Breakpad, src/processor/stackwalk_common.cc, and rust-minidump,
// minidump-processor/src/process_state.rs.

struct TrustWords
{
    std::string_view words;
    FrameTrust trust;
};

constexpr std::array kTrusts{
    TrustWords{"given as instruction pointer in context", FrameTrust::Context},
    TrustWords{"call frame info with scanning", FrameTrust::CfiScan},
    TrustWords{"call frame info", FrameTrust::Cfi},
    TrustWords{"previous frame's frame pointer", FrameTrust::FramePointer},
    TrustWords{"stack scanning", FrameTrust::Scan}};

constexpr std::array<std::string_view, 5> kInstructionPointers{"rip", "eip", "pc", "srr0", "epc"};

/// " 0  viewer.exe!scene::Node::bounds [node.cpp : 31 + 0x4]", " 1  viewer.exe + 0x3000",
/// " 2  0x7ff64a5c3000".
std::optional<FrameText> parseStackwalkFrame(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame{.number = scanner.blanks().decimal()};
    if (!frame.number || !scanner.take("  ") || scanner.rest().starts_with(' '))
        return std::nullopt;
    auto site = trimAscii(scanner.rest());
    if (const auto address = parseHexField(site)) {
        frame.address = address;
        return frame;
    }
    const auto open = site.rfind(" [");
    if (site.ends_with(']') && open != std::string_view::npos) {
        LineScanner place(site.substr(open + 2));
        frame.file = place.until(" : ").value_or(std::string_view());
        const auto number = place.decimal();
        if (frame.file.empty() || !number || *number > UINT32_MAX)
            return std::nullopt;
        frame.line = static_cast<std::uint32_t>(*number);
        site = trimAscii(site.substr(0, open));
    }
    const auto plus = site.rfind(" + 0x");
    const auto offset =
        plus == std::string_view::npos ? std::nullopt : parseHexField(site.substr(plus + 3));
    if (offset)
        site = trimAscii(site.substr(0, plus));
    const auto mark = site.find('!');
    if (mark != std::string_view::npos && mark > 0) {
        frame.module = site.substr(0, mark);
        frame.function = site.substr(mark + 1);
        frame.functionOffset = offset;
        return frame;
    }
    if (!offset || site.empty())
        return std::nullopt;
    frame.module = site;
    frame.moduleOffset = offset;
    return frame;
}

/// "Thread 0 (crashed)", "Thread 3 name (crashed) - tid: 42" and "Thread 1".
struct StackwalkThread
{
    std::uint64_t number = 0;
    std::optional<std::uint64_t> id;
    std::string_view name;
    bool isCrashed = false;
};

std::optional<StackwalkThread> parseStackwalkThread(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("Thread "))
        return std::nullopt;
    const auto number = scanner.decimal();
    if (!number || (!scanner.atEnd() && !scanner.rest().starts_with(' ')))
        return std::nullopt;
    StackwalkThread thread{.number = *number, .id = {}, .name = {}};
    auto rest = trimAscii(scanner.rest());
    if (const auto mark = rest.rfind("- tid: "); mark != std::string_view::npos) {
        thread.id = LineScanner(rest.substr(mark + 7)).decimal();
        rest = trimAscii(rest.substr(0, mark));
    }
    constexpr std::string_view kCrashed = "(crashed)";
    thread.isCrashed = rest.ends_with(kCrashed);
    if (thread.isCrashed)
        rest = trimAscii(rest.substr(0, rest.size() - kCrashed.size()));
    thread.name = rest;
    return thread;
}

/// The form for people.
class StackwalkReader
{
public:
    StackwalkReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace), m_facts(trace)
    {
    }

    void read()
    {
        constexpr int kMaxGap = 40;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            const auto text = m_at.line().text;
            if (m_trace.frameCount() > 0 && text.starts_with("Operating system: "))
                break;
            lines.next(take(m_at.line()));
        }
        flush();
    }

private:
    bool take(const Line& line)
    {
        const auto text = line.text;
        if (m_hasFrame && takeFound(trimAscii(text)))
            return true;
        if (m_hasFrame && takeRegisters(text))
            return true;
        if (const auto frame = parseStackwalkFrame(text); frame && m_trace.hasStack()) {
            flush();
            m_frame = *frame;
            m_line = line;
            m_hasFrame = true;
            return true;
        }
        if (const auto thread = parseStackwalkThread(text)) {
            beginThread(*thread);
            return true;
        }
        return takeHead(text) || takeModule(text);
    }

    void beginThread(const StackwalkThread& thread)
    {
        flush();
        auto& stack = m_trace.beginStack(thread.isCrashed ? StackRole::Error : StackRole::Thread);
        stack.id = thread.id ? thread.id : std::optional(thread.number);
        stack.isRequesting = thread.isCrashed;
        if (!thread.name.empty())
            stack.name = toValidUtf8(thread.name);
    }

    /// "Found by: call frame info".
    bool takeFound(std::string_view text)
    {
        LineScanner scanner(text);
        if (!scanner.take("Found by: "))
            return false;
        const auto words = scanner.rest();
        m_frame.isInlined = words == "inlining";
        const auto known = std::ranges::find_if(
            kTrusts, [&](const TrustWords& each) { return words.starts_with(each.words); });
        if (known != kTrusts.end())
            m_frame.trust = known->trust;
        flush();
        return true;
    }

    /// "    rax = 0x0000000000000000   rdx = 0x0000000000000001".
    bool takeRegisters(std::string_view text)
    {
        LineScanner scanner(text);
        bool isAny = false;
        while (!scanner.blanks().atEnd()) {
            const auto name = scanner.word();
            if (!scanner.blanks().take("= "))
                return isAny;
            const auto value = scanner.prefixedHex();
            if (!value)
                return isAny;
            isAny = true;
            takeRegister(name, *value);
        }
        return isAny;
    }

    void takeRegister(std::string_view name, std::uint64_t value)
    {
        if (std::ranges::find(kInstructionPointers, name) != kInstructionPointers.end() &&
            !m_frame.address)
            m_frame.address = value;
        auto& registers = m_trace.stack().givenRegisters;
        constexpr std::size_t kMaxRegisters = 128;
        if (m_frame.number == 0U && registers.size() < kMaxRegisters)
            registers.emplace_back(name, value);
    }

    void flush()
    {
        if (!m_hasFrame)
            return;
        // The offset in a function says less than the address.
        if (m_frame.address && !m_frame.moduleOffset)
            m_frame.functionOffset.reset();
        m_trace.add(m_frame, m_line);
        m_hasFrame = false;
    }

    bool takeHead(std::string_view text)
    {
        LineScanner scanner(text);
        if (scanner.take("Operating system: ")) {
            m_facts.setSystem(trimAscii(scanner.rest()));
            m_isVersionNext = true;
            return true;
        }
        if (std::exchange(m_isVersionNext, false) && text.starts_with("      ")) {
            m_facts.setVersion(text);
            return true;
        }
        if (scanner.take("CPU: ")) {
            m_facts.setCpu(trimAscii(scanner.rest()));
        } else if (scanner.take("Crash reason: ")) {
            m_facts.setReason(trimAscii(scanner.rest()));
        } else if (scanner.take("Crash address: ")) {
            if (const auto address = scanner.blanks().prefixedHex())
                m_trace.setAddress(*address);
        } else if (scanner.take("Assertion: ")) {
            m_trace.crash().assertion = toValidUtf8(trimAscii(scanner.rest()));
        } else if (scanner.take("Process uptime: ")) {
            m_trace.detail("uptime", trimAscii(scanner.rest()));
        } else {
            return text == "Loaded modules:" || text == "Unloaded modules:";
        }
        return true;
    }

    /// "0x7ff64a5b0000 - 0x7ff64a6fffff  viewer.exe  1.2.0.0  (main)", and at its end "(WARNING: No
    /// symbols, viewer.pdb, 5D6E1A2B3C4D4E5F8091A2B3C4D5E6F71)".
    bool takeModule(std::string_view text)
    {
        LineScanner scanner(text);
        const auto begin = scanner.prefixedHex();
        if (!begin || !scanner.take(" - "))
            return false;
        const auto end = scanner.prefixedHex();
        if (!end || !scanner.take("  "))
            return false;
        auto rest = trimAscii(scanner.rest());
        const auto name = rest.substr(0, rest.find("  "));
        m_facts.setModule(name, *begin, *end);
        if (const auto version = rest.find("  "); version != std::string_view::npos) {
            rest = trimAscii(rest.substr(version));
            m_facts.setModuleVersion(rest.substr(0, rest.find(' ')));
        }
        LineScanner debug(rest);
        if (debug.until("(WARNING: No symbols, ")) {
            const auto file = debug.until(", ");
            m_facts.setDebugFile(file.value_or(std::string_view()),
                                 debug.until(")").value_or(std::string_view()));
        }
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    StackwalkFacts m_facts;
    FrameText m_frame; ///< The one whose lines are read.
    Line m_line;
    bool m_hasFrame = false;
    bool m_isVersionNext = false;
};

bool isFields(std::string_view text)
{
    return text.starts_with("OS|") || text.starts_with("Module|");
}

bool beginsStackwalk(const LineCursor& at)
{
    const auto text = at.line().text;
    if (text.starts_with("Operating system: ") || isFields(text))
        return true;
    if (!parseStackwalkThread(text))
        return false;
    auto ahead = at;
    ahead.next();
    const auto frame = ahead.atEnd() ? std::nullopt : parseStackwalkFrame(ahead.line().text);
    return frame && frame->number == 0U;
}

void readStackwalk(LineCursor& at, TraceBuilder& trace)
{
    if (isFields(at.line().text))
        readStackwalkFields(at, trace);
    else
        StackwalkReader(at, trace).read();
}

} // namespace

const TraceForm kStackwalkForm{
    .name = "output of minidump-stackwalk", .begins = beginsStackwalk, .read = readStackwalk};

} // namespace faultline::nativetext
