// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>

namespace faultline::nativetext {

namespace {

/// "ZeroDivisionError                 Traceback (most recent call last)": the type of the error.
std::optional<std::string_view> parseNotebookHead(std::string_view line)
{
    constexpr std::string_view kEnd = " Traceback (most recent call last)";
    if (!line.ends_with(kEnd))
        return std::nullopt;
    const auto type = trimAscii(line.substr(0, line.size() - kEnd.size()));
    return type.empty() || has(type, " ") ? std::nullopt : std::optional(type);
}

/// Takes "inner" off ", in inner(x)" or " in inner(x)" at the end of a place.
std::string_view takeFunction(std::string_view& place)
{
    const auto in = place.find(" in ");
    if (in == std::string_view::npos)
        return {};
    const auto call = place.substr(in + 4);
    place = place.substr(0, in);
    if (place.ends_with(','))
        place.remove_suffix(1);
    return call.substr(0, call.find('('));
}

/// "Cell In[2], line 5, in outer(x)", "File ~/proj/lib.py:12, in inner(x)" and, before IPython 8,
/// "<ipython-input-3-1a2b> in outer(x)" and "~/proj/lib.py in inner(x)".
std::optional<FrameText> parseNotebookFrame(std::string_view line)
{
    if (line.empty() || line.front() == ' ')
        return std::nullopt;
    FrameText frame;
    auto place = line;
    const bool isFile = place.starts_with("File ");
    const bool isCell = place.starts_with("Cell In[") || place.starts_with("Input In [");
    const bool isOld = place.starts_with("<ipython-input-") ||
                       ((place.front() == '/' || place.front() == '~') && has(place, ".py in "));
    if (!isFile && !isCell && !isOld)
        return std::nullopt;
    frame.function = takeFunction(place);
    if (frame.function.empty() && isCell)
        frame.function = "<module>";
    if (const auto comma = place.find(", line "); isCell && comma != std::string_view::npos) {
        frame.line = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(parseNumber(place.substr(comma + 7)).value_or(0), UINT32_MAX));
        frame.file = place.substr(0, comma);
    } else if (isFile) {
        setSourcePlace(frame, place.substr(5));
    } else {
        frame.file = place;
    }
    return frame;
}

/// "----> 5     return inner(x)": the line where the frame is.
std::optional<std::uint32_t> parseArrow(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("--"))
        return std::nullopt;
    while (scanner.take("-")) {
    }
    if (!scanner.take(">"))
        return std::nullopt;
    const auto number = scanner.blanks().decimal();
    return number && *number <= UINT32_MAX ? std::optional(static_cast<std::uint32_t>(*number))
                                           : std::nullopt;
}

class NotebookReader
{
public:
    NotebookReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace), m_frame(trace)
    {
        m_trace.crash().present = true;
    }

    void read()
    {
        m_trace.beginStack(StackRole::Error);
        takeLines(
            m_at, m_trace, kMaxGapLines, [this](const Line& line) { return take(line); },
            [this] { return m_isOver; });
        m_frame.add();
        std::ranges::reverse(*m_trace.stack().givenFrames);
    }

private:
    bool take(const Line& line)
    {
        if (m_type.empty()) {
            m_type = parseNotebookHead(line.text).value_or(std::string_view());
            return true;
        }
        if (line.text.starts_with(m_type) && line.text.substr(m_type.size()).starts_with(':'))
            return takeError(line.text);
        if (const auto frame = parseNotebookFrame(line.text)) {
            m_frame.hold(*frame, line);
            return true;
        }
        const auto number = parseArrow(line.text);
        if (auto* held = m_frame.frame(); number && held != nullptr && held->line == 0)
            held->line = *number; // Which stands beside an arrow.
        return number.has_value();
    }

    bool takeError(std::string_view text)
    {
        m_trace.stack().error = makeStackError(m_type, trimAscii(text.substr(m_type.size() + 1)));
        m_trace.crash().reason = toValidUtf8(text);
        m_isOver = true;
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::string_view m_type;
    PendingFrame m_frame;
    bool m_isOver = false;
};

bool beginsNotebook(const LineCursor& at)
{
    return parseNotebookHead(at.line().text).has_value();
}

void readNotebook(LineCursor& at, TraceBuilder& trace)
{
    NotebookReader(at, trace).read();
}

} // namespace

const TraceForm kNotebookForm{
    .name = "traceback of a notebook", .begins = beginsNotebook, .read = readNotebook};

} // namespace faultline::nativetext
