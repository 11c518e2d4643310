// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace faultline::nativetext {

namespace {

/// "/app/seg.rb:4: [BUG] Segmentation fault at 0x0000000000000000"
std::optional<std::string_view> parseBug(std::string_view line)
{
    LineScanner scanner(line);
    return scanner.until("[BUG] ") ? std::optional(scanner.rest()) : std::nullopt;
}

/// "-- C level backtrace information ----------": the name of a section.
std::optional<std::string_view> parseSection(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("-- ") || !line.ends_with("---"))
        return std::nullopt;
    return scanner.until(" --");
}

/// "/app/seg.rb:4:in `crash'", since Ruby 3.4 "'crash'".
std::optional<FrameText> parseRubyLevel(std::string_view line)
{
    LineScanner scanner(line);
    const auto place = scanner.until(":in ");
    if (!place || (!scanner.take("`") && !scanner.take("'")))
        return std::nullopt;
    FrameText frame;
    setSourcePlace(frame, *place);
    frame.function = scanner.until("'").value_or(std::string_view());
    return frame.function.empty() || frame.line == 0 ? std::nullopt : std::optional(frame);
}

/// "/usr/lib/libruby.so.3.3(sigsegv+0x4f) [0x7f5a6a93f1af] /src/ruby/signal.c:926"; newer ones
/// leave out the offset and the address where the name is certain.
std::optional<FrameText> parseCLevel(std::string_view line)
{
    LineScanner scanner(line);
    const auto module = scanner.until("(");
    const auto place = scanner.until(")");
    if (!module || module->empty() || !place || has(*module, " "))
        return std::nullopt;
    FrameText frame{.module = *module};
    if (place->starts_with('+'))
        frame.moduleOffset = parseNumber(place->substr(1));
    else if (!place->starts_with("0x")) // Else the address, again.
        setFunctionPlace(frame, *place);
    if (scanner.take(" [")) {
        frame.address = scanner.prefixedHex();
        scanner.take("]");
    }
    setSourcePlace(frame, trimAscii(scanner.rest()));
    if (frame.line == 0)
        frame.file = {};
    return frame.address || !frame.function.empty() ? std::optional(frame) : std::nullopt;
}

/// " RIP: 0x00007f5a6a8b1c3e RBP: 0x00007ffd0d1c2b00"
std::vector<std::pair<std::string, std::uint64_t>> parseRubyRegisters(std::string_view line)
{
    constexpr std::size_t kMostInALine = 8;
    std::vector<std::pair<std::string, std::uint64_t>> registers;
    LineScanner scanner(line);
    while (!scanner.blanks().atEnd() && registers.size() < kMostInALine) {
        const auto name = scanner.until(": ");
        const auto value = name ? scanner.blanks().prefixedHex() : std::nullopt;
        if (!value || name->empty() || has(*name, " "))
            break;
        registers.emplace_back(toLowerAscii(*name), *value);
    }
    return registers;
}

class RubyBugReader
{
public:
    RubyBugReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.crash().present = true;
    }

    void read()
    {
        m_at.followWriter();
        takeHead(parseBug(m_at.line().text).value_or(std::string_view()));
        m_at.next();
        for (TraceLines lines(m_at, m_trace); !lines.areOver();)
            lines.next(take(m_at.line()));
        m_at.followAll();
        finish();
    }

private:
    enum class Section { Other, Ruby, Registers, C };

    /// The bug's words: "Segmentation fault at 0x…".
    void takeHead(std::string_view words)
    {
        LineScanner scanner(words);
        const auto address = scanner.until(" at ") ? scanner.prefixedHex() : std::nullopt;
        if (words.starts_with("Segmentation fault") || words.starts_with("Bus Error"))
            m_trace.setSignal(words.starts_with("Bus") ? "SIGBUS" : "SIGSEGV", {});
        else
            m_trace.crash().reason = toValidUtf8(words);
        if (address)
            m_trace.setAddress(*address);
    }

    bool take(const Line& line)
    {
        if (const auto name = parseSection(line.text))
            return begin(*name);
        switch (m_section) {
        case Section::Ruby: return add(parseRubyLevel(line.text), line);
        case Section::C: return add(parseCLevel(line.text), line);
        case Section::Registers: return takeRegisters(line.text);
        case Section::Other: return false;
        }
        return false;
    }

    bool begin(std::string_view name)
    {
        m_section = name.starts_with("Ruby level")         ? Section::Ruby
                    : name.starts_with("C level")          ? Section::C
                    : name.starts_with("Machine register") ? Section::Registers
                                                           : Section::Other;
        if (m_section == Section::Ruby || m_section == Section::C)
            m_trace.beginStack(StackRole::Thread).name = m_section == Section::Ruby ? "Ruby" : "C";
        return true;
    }

    bool add(const std::optional<FrameText>& frame, const Line& line)
    {
        if (frame)
            m_trace.add(*frame, line);
        return frame.has_value();
    }

    bool takeRegisters(std::string_view text)
    {
        constexpr std::size_t kMaxRegisters = 64;
        auto registers = parseRubyRegisters(text);
        if (m_registers.size() + registers.size() <= kMaxRegisters)
            m_registers.insert(m_registers.end(), registers.begin(), registers.end());
        return !registers.empty();
    }

    /// The stack of C code crashed. That of Ruby stands the outermost first.
    void finish()
    {
        auto& threads = m_trace.event().threads;
        for (auto& thread : threads) {
            if (thread.name == "Ruby")
                std::ranges::reverse(*thread.givenFrames);
        }
        const auto c = std::ranges::find_if(threads, [](const EventThread& thread) {
            return thread.name == "C" && !thread.givenFrames->empty();
        });
        if (c != threads.end()) {
            c->givenRegisters = std::move(m_registers);
            std::rotate(threads.begin(), c, c + 1);
        }
        if (!threads.empty())
            threads.front().isRequesting = true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::vector<std::pair<std::string, std::uint64_t>> m_registers;
    Section m_section = Section::Other;
};

bool beginsRubyBug(const LineCursor& at)
{
    return parseBug(at.line().text).has_value();
}

void readRubyBug(LineCursor& at, TraceBuilder& trace)
{
    RubyBugReader(at, trace).read();
}

} // namespace

const TraceForm kRubyBugForm{
    .name = "bug report of Ruby", .begins = beginsRubyBug, .read = readRubyBug};

} // namespace faultline::nativetext
