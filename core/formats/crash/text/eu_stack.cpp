// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <vector>

namespace faultline::nativetext {

namespace {

/// "TID 4242:", as elfutils' eu-stack heads a thread.
std::optional<std::uint64_t> parseThread(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("TID "))
        return std::nullopt;
    const auto id = scanner.decimal();
    return scanner.rest() == ":" ? id : std::nullopt;
}

/// Takes " - /srv/app", " - libc.so.6" and " - [vdso: 42]" from the end; returns the name. A path
/// may have blanks, a file's name alone shows itself by having none.
std::string_view takeModuleName(FrameText& frame, std::string_view text)
{
    constexpr std::string_view kDash = "- ";
    auto dash = text.rfind(" - ");
    if (dash == std::string_view::npos && text.starts_with(kDash))
        dash = 0;
    if (dash == std::string_view::npos)
        return text;
    const auto module = trimAscii(text.substr(text.find(kDash, dash) + kDash.size()));
    const bool isName = module.find_first_of(" ()<>,") == std::string_view::npos;
    if (module.empty() || (!isName && !module.starts_with('/') && !module.starts_with('[')))
        return text;
    frame.module = module;
    return trimAscii(text.substr(0, dash));
}

/// "#2  0x00005555555551a0 - 1 foo::bar - /srv/app": the number of the activation and the module
/// are there on request, the build id with offset and the source in lines of their own.
std::optional<FrameText> parseEuFrame(std::string_view line)
{
    const auto numbered = line.starts_with('#') ? parseNumbered(line) : std::nullopt;
    if (!numbered)
        return std::nullopt;
    FrameText frame{.number = numbered->number};
    LineScanner scanner(numbered->rest);
    frame.address = scanner.prefixedHex();
    if (!frame.address || scanner.rest().starts_with(" in "))
        return std::nullopt;
    scanner.blanks().take("- 1");
    frame.function = takeModuleName(frame, trimAscii(scanner.rest()));
    return frame;
}

/// "    [0123456789abcdef]@0x7ffff7800000+0x42476", where the offset is that of the call, and the
/// frame has the address after it.
bool takeModule(FrameText& frame, std::string_view line)
{
    LineScanner scanner(trimAscii(line));
    const auto id = scanner.take("[") ? scanner.until("]@") : std::nullopt;
    const auto base = id ? scanner.prefixedHex() : std::nullopt;
    if (!base || !scanner.take("+"))
        return false;
    frame.buildId = *id;
    frame.moduleOffset = scanner.prefixedHex();
    if (frame.moduleOffset && frame.address.value_or(0) >= *base)
        frame.moduleOffset = *frame.address - *base;
    return true;
}

bool takeSource(FrameText& frame, std::string_view line)
{
    FrameText place;
    setSourcePlace(place, trimAscii(line));
    if (!line.starts_with("    ") || place.line == 0)
        return false;
    frame.file = place.file;
    frame.line = place.line;
    frame.column = place.column;
    return true;
}

class EuStackReader
{
public:
    EuStackReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        constexpr int kMaxGap = 3;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            if (m_trace.frameCount() > 0 && m_at.line().text.starts_with("PID "))
                break;
            lines.next(take(m_at.line()));
        }
        addRows();
    }

private:
    bool take(const Line& line)
    {
        if (const auto id = parseThread(line.text)) {
            addRows();
            m_trace.beginStack(StackRole::Thread).id = id;
            return true;
        }
        if (auto frame = parseEuFrame(line.text)) {
            takeDetails(*frame);
            if (!continuesRows(*frame))
                addRows();
            m_rows.push_back({*frame, line});
            return true;
        }
        LineScanner scanner(line.text);
        if (!scanner.take("PID "))
            return false;
        if (const auto id = scanner.decimal(); id && *id <= UINT32_MAX)
            m_trace.process().id = static_cast<std::uint32_t>(*id);
        return true;
    }

    void takeDetails(FrameText& frame)
    {
        auto ahead = m_at;
        ahead.next();
        if (!ahead.atEnd() && takeModule(frame, ahead.line().text)) {
            m_at = ahead;
            ahead.next();
        }
        if (!ahead.atEnd() && takeSource(frame, ahead.line().text))
            m_at = ahead;
    }

    struct Row
    {
        FrameText frame;
        Line line;
    };

    /// An inlined call has the address of the function that it is in, which follows. A recursive
    /// call has the same address too, but then the name and the line of a row before it.
    bool continuesRows(const FrameText& frame) const
    {
        constexpr std::size_t kMaxChain = 64;
        if (m_rows.empty() || m_rows.size() >= kMaxChain || frame.function.empty() ||
            frame.number == 0U || m_rows.back().frame.address != frame.address)
            return false;
        return std::ranges::none_of(m_rows, [&](const Row& row) {
            return row.frame.function.empty() ||
                   (row.frame.function == frame.function && row.frame.line == frame.line);
        });
    }

    /// Adds the rows of one address.
    void addRows()
    {
        for (auto& row : m_rows) {
            row.frame.isInlined = &row != &m_rows.back();
            m_trace.add(row.frame, row.line);
        }
        m_rows.clear();
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::vector<Row> m_rows; ///< Of one address, the innermost call first.
};

bool beginsEuStack(const LineCursor& at)
{
    const bool isProcess = at.line().text.starts_with("PID ") && has(at.line().text, " - ");
    if (!isProcess && !parseThread(at.line().text))
        return false;
    auto ahead = at;
    if (isProcess) {
        ahead.next();
        if (ahead.atEnd() || !parseThread(ahead.line().text))
            return false;
    }
    ahead.next();
    return !ahead.atEnd() && parseEuFrame(ahead.line().text).has_value();
}

void readEuStack(LineCursor& at, TraceBuilder& trace)
{
    EuStackReader(at, trace).read();
}

} // namespace

const TraceForm kEuStackForm{
    .name = "output of eu-stack", .begins = beginsEuStack, .read = readEuStack};

} // namespace faultline::nativetext
