// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/codes/linux_signals.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxMessageBytes = 4096;
constexpr int kHeadLines = 12; ///< Between the panic and its first goroutine.

/// "goroutine 1 [running, locked to thread]:", since Go 1.23 also with "gp=" and "m=" before "[".
struct GoroutineLine
{
    std::uint64_t id = 0;
    std::string_view state;
};

std::optional<GoroutineLine> parseGoroutine(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("goroutine "))
        return std::nullopt;
    const auto id = scanner.decimal();
    if (!id || !scanner.until("["))
        return std::nullopt;
    const auto state = scanner.until("]:");
    if (!state || !scanner.atEnd())
        return std::nullopt;
    return GoroutineLine{*id, *state};
}

std::optional<FrameText> parsePlace(std::string_view line)
{
    const auto text = trimAscii(line);
    const auto end = text.find(" +0x");
    FrameText frame;
    setSourcePlace(frame, text.substr(0, std::min(end, text.find(" fp=0x"))));
    // Some who copy a trace take off its indentation.
    const bool isIndented = line.starts_with('\t') || line.starts_with(' ');
    if (frame.line == 0 || frame.file.empty() || (!isIndented && !frame.file.ends_with(".go")))
        return std::nullopt;
    if (end != std::string_view::npos) {
        LineScanner offset(text.substr(end + 2));
        frame.functionOffset = offset.hex();
    }
    if (LineScanner counter(text); counter.until(" pc="))
        frame.address = counter.prefixedHex();
    return frame;
}

/// "main.(*T).run(0xc000, {0x1, 0x2})" and "main.main(...)": the name without its arguments.
std::string_view functionOf(std::string_view line)
{
    const auto group = lastGroup(trimAscii(line));
    if (!group || group->before.empty() || !has(group->before, "."))
        return {};
    return has(group->before, " ") && !has(group->before, "[") ? std::string_view() : group->before;
}

/// "2026/11/26 10:00:00 http: panic serving 127.0.0.1:5000: message": the server of net/http goes
/// on after it. Returns "message".
std::optional<std::string_view> panicOfServer(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.until("http: panic serving ") || !scanner.until(": "))
        return std::nullopt;
    return scanner.rest();
}

/// "message" for "message [recovered]" and, since Go 1.23, "message [recovered, repanicked]".
std::string_view withoutRecovery(std::string_view text)
{
    const auto mark = text.rfind(" [recovered");
    const bool isAtEnd = mark != std::string_view::npos && trimAscii(text).ends_with(']');
    return trimAscii(isAtEnd ? text.substr(0, mark) : text);
}

bool isPanic(std::string_view line)
{
    return line.starts_with("panic: ") || line.starts_with("fatal error: ") || panicOfServer(line);
}

/// "SIGSEGV: segmentation violation", "SIGQUIT: quit": a signal outside Go code or from outside.
std::string_view signalOf(std::string_view line)
{
    const auto name = line.substr(0, line.find(": "));
    return name.starts_with("SIG") && crash::linuxSignalNumber(name) ? name : std::string_view();
}

class GoReader
{
public:
    GoReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.crash().present = true;
    }

    void read()
    {
        m_at.followWriter();
        for (TraceLines lines(m_at, m_trace); !lines.areOver();) {
            const auto text = m_at.line().text;
            if (m_trace.frameCount() > 0 && (isPanic(text) || text.starts_with("exit status ")))
                break;
            if (lines.gap() > kMaxMessageLines && m_trace.frameCount() > 0)
                break;
            lines.next(take(m_at.line()));
        }
        m_at.followAll();
        auto& crash = m_trace.crash();
        crash.present = !crash.reason.empty() || !crash.assertion.empty();
    }

private:
    static constexpr int kMaxMessageLines = 20; ///< After the last frame.

    bool take(const Line& line)
    {
        const auto text = line.text;
        if (const auto place = parsePlace(text); place && !m_function.empty()) {
            addFrame(*place, line);
            return true;
        }
        if (const auto goroutine = parseGoroutine(text)) {
            beginGoroutine(*goroutine);
            return true;
        }
        if (m_trace.frameCount() == 0 && takeHead(text))
            return true;
        if (text == "runtime stack:") {
            // It comes first, and belongs to the thread that failed.
            m_trace.beginStack(nextRole()).name = "runtime stack";
            return true;
        }
        return takeFunction(text) || takeElided(text);
    }

    /// "...100 frames elided...", before Go 1.21 "...additional frames elided...".
    bool takeElided(std::string_view text)
    {
        LineScanner scanner(text);
        if (!scanner.take("...") || !has(text, "frames elided..."))
            return false;
        m_trace.leaveOut(scanner.decimal());
        return true;
    }

    bool takeFunction(std::string_view text)
    {
        LineScanner scanner(text);
        m_isCreator = scanner.take("created by ");
        if (m_isCreator) {
            const auto name = scanner.rest();
            m_function = trimAscii(name.substr(0, name.find(" in goroutine ")));
        } else {
            m_function = functionOf(text);
        }
        return !m_function.empty();
    }

    void addFrame(FrameText place, const Line& line)
    {
        place.function = m_function;
        if (m_isCreator)
            place.note = "created this goroutine";
        m_trace.add(place, line);
        m_function = {};
    }

    StackRole nextRole() const
    {
        return m_trace.frameCount() == 0 ? StackRole::Error : StackRole::Thread;
    }

    void beginGoroutine(const GoroutineLine& goroutine)
    {
        auto& stack = m_trace.beginStack(nextRole());
        stack.id = goroutine.id;
        stack.name = toValidUtf8(concat("goroutine ", goroutine.id, " [", goroutine.state, "]"));
        m_function = {};
    }

    bool takeHead(std::string_view text)
    {
        auto& crash = m_trace.crash();
        if (isPanic(text)) {
            takePanic(panicOfServer(text).value_or(text.substr(text.find(':') + 1)));
            if (crash.reason.empty())
                crash.reason = text.starts_with("fatal error") ? "fatal error" : "panic";
            return true;
        }
        if (text.starts_with("[signal ")) {
            takeSignal(text.substr(8));
            return true;
        }
        if (const auto signal = signalOf(text); !signal.empty()) {
            m_trace.setSignal(signal, {});
            return true;
        }
        if (text.starts_with(kNextPanic)) {
            takePanic(text.substr(kNextPanic.size()));
            return true;
        }
        return text.starts_with("PC=0x");
    }

    /// Each further panic began while functions ran that the one before had deferred. The last one
    /// ended the process.
    void takePanic(std::string_view text)
    {
        auto& crash = m_trace.crash();
        if (m_panicCount++ >= kMaxPanics)
            return;
        if (!crash.assertion.empty())
            crash.details = concat("caused by: ", crash.assertion,
                                   crash.details.empty() ? "" : "\n", crash.details);
        crash.assertion = toValidUtf8(withoutRecovery(text).substr(0, kMaxMessageBytes));
    }

    /// "SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x65238]"; before Go 1.9 a number
    /// stands for the name.
    void takeSignal(std::string_view text)
    {
        LineScanner scanner(text);
        const auto first = scanner.until(text.starts_with("SIG") ? ":" : " ");
        if (!first)
            return;
        const auto number = parseNumber(*first);
        if (number)
            m_trace.setSignalNumber(*number, {}, {});
        else
            m_trace.setSignal(*first, {});
        LineScanner code(text);
        if (code.until("code=")) {
            if (const auto value = code.hex(); value && *value <= UINT32_MAX)
                m_trace.crash().flags = static_cast<std::uint32_t>(*value);
        }
        LineScanner address(text);
        if (address.until("addr=")) {
            if (const auto value = address.hex())
                m_trace.setAddress(*value);
        }
    }

    static constexpr std::string_view kNextPanic = "\tpanic: ";
    static constexpr int kMaxPanics = 12;

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::string_view m_function;
    int m_panicCount = 0;
    bool m_isCreator = false;
};

bool beginsGo(const LineCursor& at)
{
    const auto text = at.line().text;
    if (parseGoroutine(text))
        return true;
    if (!isPanic(text) && !text.starts_with("[signal ") && signalOf(text).empty())
        return false;
    auto ahead = at;
    for (int i = 0; i < at.patience(kHeadLines) && !ahead.atEnd(); ++i, ahead.next()) {
        if (parseGoroutine(ahead.line().text) || ahead.line().text == "runtime stack:")
            return true;
    }
    return false;
}

void readGo(LineCursor& at, TraceBuilder& trace)
{
    GoReader(at, trace).read();
}

} // namespace

const TraceForm kGoForm{.name = "panic of Go", .begins = beginsGo, .read = readGo};

} // namespace faultline::nativetext
