// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

/// What Python's handler of faults calls a signal.
struct Fault
{
    std::string_view words;
    std::string_view signal;
};

constexpr std::array kFaults{Fault{"Segmentation fault", "SIGSEGV"}, Fault{"Aborted", "SIGABRT"},
                             Fault{"Bus error", "SIGBUS"}, Fault{"Floating", "SIGFPE"},
                             Fault{"Illegal instruction", "SIGILL"}};

/// The first line of a stack of these forms. A stack of C code belongs to the thread before it.
struct PythonThread
{
    std::optional<std::uint64_t> id{};
    std::string_view name{};
    bool isCurrent = false;
    bool isOfC = false;
};

/// "Current thread 0x00007f2b30000740 [python3] (most recent call first):", "Thread 0x…", "Stack"
/// and "Current thread's C stack trace".
std::optional<PythonThread> parseFaultThread(std::string_view line)
{
    const auto text = trimAscii(line);
    if (!text.ends_with(" (most recent call first):"))
        return std::nullopt;
    LineScanner scanner(text);
    if (scanner.take("Current thread's C stack trace "))
        return PythonThread{.isOfC = true};
    if (scanner.take("Stack "))
        return PythonThread{.isCurrent = true};
    PythonThread thread{.isCurrent = scanner.take("Current thread ")};
    if (!thread.isCurrent && !scanner.take("Thread "))
        return std::nullopt;
    thread.id = scanner.prefixedHex();
    if (scanner.take(" ["))
        thread.name = scanner.until("]").value_or(std::string_view());
    return thread.id ? std::optional(thread) : std::nullopt;
}

/// "Thread 1250 (active+gil): "worker"": py-spy.
std::optional<PythonThread> parseSpyThread(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("Thread "))
        return std::nullopt;
    PythonThread thread{.id = parseNumber(scanner.word())};
    const auto state = scanner.blanks().take("(") ? scanner.until(")") : std::nullopt;
    if (!thread.id || !state || (*state != "idle" && !state->starts_with("active")))
        return std::nullopt;
    if (scanner.take(": \""))
        thread.name = scanner.until("\"").value_or(std::string_view());
    return thread;
}

/// "  File "/srv/w.py", line 20 in crash": without the comma of tracebacks.
std::optional<FrameText> parseFaultFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("File \""))
        return std::nullopt;
    const auto file = scanner.until("\", line ");
    const auto number = scanner.decimal();
    if (!file || file->empty() || !number || *number > UINT32_MAX || !scanner.take(" in "))
        return std::nullopt;
    return FrameText{
        .function = scanner.rest(), .file = *file, .line = static_cast<std::uint32_t>(*number)};
}

/// "  Binary file "/usr/bin/python3", at _Py_DumpStack+0x4a [0x64d2a1]". Without a name, the offset
/// is the module's.
std::optional<FrameText> parseBinaryFrame(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("Binary file \""))
        return std::nullopt;
    const auto module = scanner.until("\"");
    if (!module || module->empty())
        return std::nullopt;
    FrameText frame{.module = *module};
    if (scanner.take(", at ")) {
        const auto place = scanner.until(" [").value_or(scanner.rest());
        if (place.starts_with('+'))
            frame.moduleOffset = parseNumber(place.substr(1));
        else
            setFunctionPlace(frame, place);
    } else if (!scanner.take(" [")) {
        return std::nullopt;
    }
    frame.address = scanner.prefixedHex();
    return frame.address ? std::optional(frame) : std::nullopt;
}

/// "    compute (main.py:11)" and, of native code, "    PyEval_EvalCode (libpython3.so)".
std::optional<FrameText> parseSpyFrame(std::string_view line)
{
    const auto group = line.starts_with("    ") ? lastGroup(trimAscii(line)) : std::nullopt;
    if (!group || group->before.empty())
        return std::nullopt;
    FrameText frame{.function = group->before};
    setSourcePlace(frame, group->inside);
    if (frame.line == 0)
        frame.module = std::exchange(frame.file, {});
    return frame.line != 0 || has(frame.module, ".") ? std::optional(frame) : std::nullopt;
}

/// "Fatal Python error: Segmentation fault", "Windows fatal exception: access violation".
std::optional<std::string_view> parseFatal(std::string_view line)
{
    LineScanner scanner(line);
    if (scanner.take("Fatal Python error: ") || scanner.take("Windows fatal exception: "))
        return scanner.rest();
    return std::nullopt;
}

class PythonThreadsReader
{
public:
    PythonThreadsReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        constexpr int kMaxGap = 8;
        takeLines(m_at, m_trace, kMaxGap, [this](const Line& line) { return take(line); });
    }

private:
    bool take(const Line& line)
    {
        if (const auto fatal = parseFatal(line.text))
            return m_trace.hasStack() ? false : takeFatal(*fatal);
        if (const auto thread = parseFaultThread(line.text))
            return begin(*thread, false);
        if (const auto thread = parseSpyThread(line.text))
            return begin(*thread, true);
        if (!m_trace.hasStack())
            return false;
        const auto frame = frameOf(line.text);
        if (frame)
            m_trace.add(*frame, line);
        return frame.has_value();
    }

    std::optional<FrameText> frameOf(std::string_view text) const
    {
        if (m_isSpy)
            return parseSpyFrame(text);
        return m_isOfC ? parseBinaryFrame(text) : parseFaultFrame(text);
    }

    bool takeFatal(std::string_view words)
    {
        m_trace.crash().present = true;
        const auto known = std::ranges::find_if(
            kFaults, [&](const Fault& fault) { return words.starts_with(fault.words); });
        if (known != kFaults.end())
            m_trace.setSignal(known->signal, {});
        else
            m_trace.crash().reason = toValidUtf8(words);
        return true;
    }

    bool begin(const PythonThread& thread, bool isSpy)
    {
        m_isSpy = isSpy;
        m_isOfC = thread.isOfC;
        auto& stack = m_trace.beginStack(StackRole::Thread);
        stack.id = thread.isOfC ? m_current : thread.id;
        if (thread.isOfC)
            stack.name = "C stack";
        else if (!thread.name.empty())
            stack.name = toValidUtf8(thread.name);
        if (thread.isCurrent) {
            stack.isRequesting = true;
            m_current = thread.id;
        }
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::optional<std::uint64_t> m_current; ///< The id of the thread that printed the stacks.
    bool m_isSpy = false;
    bool m_isOfC = false;
};

bool beginsPythonThreads(const LineCursor& at)
{
    constexpr int kNearLines = 8;
    const auto text = at.line().text;
    return parseFaultThread(text) ||
           (parseFatal(text) && isNear(at, kNearLines, parseFaultThread)) ||
           (parseSpyThread(text) && isNext(at, parseSpyFrame));
}

void readPythonThreads(LineCursor& at, TraceBuilder& trace)
{
    PythonThreadsReader(at, trace).read();
}

} // namespace

const TraceForm kPythonThreadsForm{
    .name = "stacks of Python's threads", .begins = beginsPythonThreads, .read = readPythonThreads};

} // namespace faultline::nativetext
