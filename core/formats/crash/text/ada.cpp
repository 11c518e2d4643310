// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kAdaStack = "Call stack traceback locations:";

/// "raised CONSTRAINT_ERROR : demo.adb:8 index check failed"
std::optional<StackError> parseAdaHead(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("raised "))
        return std::nullopt;
    const auto type = scanner.word();
    if (type.empty() || !scanner.take(" : "))
        return std::nullopt;
    return StackError{
        .type = toValidUtf8(type), .package = {}, .message = toValidUtf8(scanner.rest())};
}

/// "[/home/u/demo]": the file of the addresses that follow.
std::optional<std::string_view> parseAdaModule(std::string_view line)
{
    if (!line.starts_with("[/") || !line.ends_with(']'))
        return std::nullopt;
    return line.substr(1, line.size() - 2);
}

class AdaReader
{
public:
    AdaReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.crash().present = true;
    }

    void read()
    {
        m_trace.beginStack(StackRole::Error);
        constexpr int kMaxGap = 2;
        takeLines(m_at, m_trace, kMaxGap, [this](const Line& line) { return take(line); });
    }

private:
    bool take(const Line& line)
    {
        LineScanner scanner(line.text);
        if (line.text == kAdaStack || takeHead(line.text))
            return true;
        if (scanner.take("Load address: ")) {
            m_base = scanner.prefixedHex();
            return true;
        }
        if (const auto module = parseAdaModule(line.text)) {
            m_isProgram = m_module.empty();
            m_module = *module;
            return true;
        }
        const auto address = scanner.prefixedHex();
        if (!address)
            return false;
        if (scanner.take(" ") && !scanner.rest().starts_with("0x"))
            addNamed(*address, scanner.rest(), line);
        else
            addPlain(line);
        return true;
    }

    bool takeHead(std::string_view text)
    {
        auto error = m_trace.stack().error ? std::nullopt : parseAdaHead(text);
        if (!error)
            return false;
        m_trace.crash().reason = reasonOf(*error);
        m_trace.stack().error = *std::move(error);
        return true;
    }

    /// The load address is the program's, the first file that is named.
    FrameText frameAt(std::uint64_t address) const
    {
        FrameText frame{.module = m_module, .address = address};
        if (m_base && m_isProgram && address > *m_base && !m_module.empty())
            frame.moduleOffset = address - *m_base;
        return frame;
    }

    /// "Demo.Inner at demo.adb:8"
    void addNamed(std::uint64_t address, std::string_view text, const Line& line)
    {
        auto frame = frameAt(address);
        const auto at = text.rfind(" at ");
        if (at != std::string_view::npos)
            setSourcePlace(frame, text.substr(at + 4));
        frame.function = text.substr(0, at);
        m_trace.add(frame, line);
    }

    /// "0x402b1a 0x402a8f 0x402c55"
    void addPlain(const Line& line)
    {
        LineScanner scanner(line.text);
        while (const auto address = scanner.blanks().prefixedHex())
            m_trace.add(frameAt(*address), line);
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::optional<std::uint64_t> m_base;
    std::string_view m_module;
    bool m_isProgram = true;
};

bool beginsAda(const LineCursor& at)
{
    constexpr int kNearLines = 4;
    return parseAdaHead(at.line().text) && isNear(at, kNearLines, [](std::string_view text) {
               return text == kAdaStack || text.starts_with("Load address: 0x");
           });
}

void readAda(LineCursor& at, TraceBuilder& trace)
{
    AdaReader(at, trace).read();
}

} // namespace

const TraceForm kAdaForm{.name = "traceback of Ada", .begins = beginsAda, .read = readAda};

} // namespace faultline::nativetext
