// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"
#include "core/model/engine_script.h"

#include <vector>

namespace faultline::nativetext {

namespace {

constexpr std::string_view kWasmtimeHead = "wasm backtrace:";
constexpr std::string_view kTrap = "wasm trap: ";
constexpr std::string_view kRuntimeError = "RuntimeError: ";

std::string_view moduleOf(std::string_view name)
{
    return name.empty() || name == "<unknown>" || name == "<module>" ? kNamelessWasm : name;
}

/// "0: 0x2a3b - app.wasm!inner": the offset counts from the module's first byte.
std::optional<FrameText> parseWasmtimeFrame(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame{.number = scanner.blanks().decimal()};
    if (!frame.number || !scanner.take(": "))
        return std::nullopt;
    frame.moduleOffset = scanner.blanks().prefixedHex();
    if (!frame.moduleOffset || !scanner.take(" - "))
        return std::nullopt;
    LineScanner name(scanner.rest());
    frame.module = moduleOf(name.until("!").value_or(std::string_view()));
    frame.function = trimAscii(name.rest());
    return frame;
}

/// "    at inner (app[12]:0x2a3b)": Wasmer.
std::optional<FrameText> parseWasmerFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("at "))
        return std::nullopt;
    const auto group = lastGroup(trimAscii(scanner.rest()));
    if (!group || group->before.empty())
        return std::nullopt;
    FrameText frame;
    LineScanner place(group->inside);
    const auto module = place.until("[");
    if (!module || module->ends_with("wasm-function")) // V8's, in a stack of JavaScript.
        return std::nullopt;
    frame.module = moduleOf(*module);
    if (!place.decimal() || !place.take("]:"))
        return std::nullopt;
    frame.moduleOffset = place.prefixedHex();
    if (group->before != "<unnamed>")
        frame.function = group->before;
    return frame.moduleOffset && place.atEnd() ? std::optional(frame) : std::nullopt;
}

/// "- outer": what Wasmtime prints below a call that was inlined into it.
std::optional<std::string_view> parseOuter(std::string_view line)
{
    constexpr std::size_t kIndent = 10;
    const bool isIndented = line.find_first_not_of(' ') >= kIndent;
    LineScanner scanner(trimAscii(line));
    return isIndented && scanner.take("- ") ? std::optional(scanner.rest()) : std::nullopt;
}

class WasmReader
{
public:
    WasmReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        m_trace.setObjectType(ObjectType::Wasm);
        m_trace.crash().present = true;
        constexpr int kMaxGap = 4;
        takeLines(m_at, m_trace, kMaxGap, [this](const Line& line) { return take(line); });
        addRows();
    }

private:
    bool take(const Line& line)
    {
        auto frame = parseWasmtimeFrame(line.text);
        if (!frame)
            frame = parseWasmerFrame(line.text);
        if (frame) {
            addRows();
            m_rows.push_back({*frame, line});
            return true;
        }
        const auto outer = m_rows.empty() ? std::nullopt : parseOuter(line.text);
        if (!outer)
            return takePlace(line.text) || takeReason(line.text);
        constexpr std::size_t kMaxRows = 64;
        if (m_rows.size() < kMaxRows) {
            auto row = m_rows.back();
            row.frame.function = *outer;
            row.frame.file = {};
            row.frame.line = 0;
            row.frame.column = 0;
            m_rows.push_back(row);
        }
        return true;
    }

    /// "                at /home/u/t.c:3:5", below a frame.
    bool takePlace(std::string_view line)
    {
        LineScanner scanner(trimAscii(line));
        if (m_rows.empty() || m_rows.back().frame.line != 0 || !scanner.take("at "))
            return false;
        setSourcePlace(m_rows.back().frame, scanner.rest());
        return true;
    }

    bool takeReason(std::string_view line)
    {
        LineScanner scanner(line);
        if (!scanner.until(kTrap) && !scanner.until(kRuntimeError))
            return has(line, kWasmtimeHead);
        m_trace.crash().reason = toValidUtf8(trimAscii(scanner.rest()));
        return true;
    }

    struct Row
    {
        FrameText frame;
        Line line;
    };

    /// The last of the rows is the function that the others were inlined into.
    void addRows()
    {
        if (!m_rows.empty() && !m_trace.hasStack())
            m_trace.beginStack(StackRole::Error);
        for (auto& row : m_rows) {
            row.frame.isInlined = &row != &m_rows.back();
            if (&row != &m_rows.front())
                row.frame.number.reset();
            m_trace.add(row.frame, row.line);
        }
        m_rows.clear();
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::vector<Row> m_rows; ///< Of one offset.
};

bool beginsWasm(const LineCursor& at)
{
    const auto text = at.line().text;
    if (text.ends_with(kWasmtimeHead))
        return isNext(at, parseWasmtimeFrame);
    return parseWasmerFrame(text) || (has(text, kRuntimeError) && isNext(at, parseWasmerFrame));
}

void readWasm(LineCursor& at, TraceBuilder& trace)
{
    WasmReader(at, trace).read();
}

} // namespace

const TraceForm kWasmForm{
    .name = "backtrace of a WebAssembly runtime", .begins = beginsWasm, .read = readWasm};

} // namespace faultline::nativetext
