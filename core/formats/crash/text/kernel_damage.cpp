// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/kernel_damage.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/kernel_lines.h"
#include "core/formats/crash/text/line_scanner.h"

namespace faultline::nativetext {

namespace {

/// A broken chain of frames leads to an address that is no code: "(warn_slowpath_fmt) from
/// [<00000000>] (  (null))".
bool leadsToNoCode(std::string_view text)
{
    const auto caller = text.rfind("] (");
    if (!has(text, ") from [<") || caller == std::string_view::npos)
        return false;
    const auto name = trimAscii(text.substr(caller + 3));
    return name.starts_with("(null)") || name.starts_with("0x");
}

} // namespace

/// A console that two processors write at once joins two lines. One that is too slow makes the
/// kernel drop some.
void KernelDamage::see(const KernelText& line, const Line& whole)
{
    const auto number = whole.number;
    if (m_mergedLine == 0 && line.isStamped && hasKernelTime(line.text))
        m_mergedLine = number;
    if (m_lostLine == 0 && leadsToNoCode(line.text))
        m_lostLine = number;
    if (m_droppedLine == 0 && has(whole.text, " printk messages dropped **"))
        m_droppedLine = number;
}

void KernelDamage::note(std::uint64_t& known, std::uint64_t process)
{
    if (known == 0)
        known = process;
}

void KernelDamage::openHeading(std::string_view text)
{
    closeHeading();
    m_openHeading = toValidUtf8(text.substr(0, text.find_last_not_of(':') + 1));
}

void KernelDamage::sawFrame(std::uint32_t line)
{
    m_openHeading.clear();
    m_lastFrameLine = line;
}

/// Did frames follow the last heading?
void KernelDamage::closeHeading()
{
    if (m_emptyHeading.empty())
        m_emptyHeading = m_openHeading;
    m_openHeading.clear();
}

void KernelDamage::tellStack(TraceBuilder& trace, Stack stack) const
{
    switch (stack) {
    case Stack::Missing:
        trace.warn("text", "the report has no stack: the text is cut or damaged");
        return;
    case Stack::PositionOnly:
        trace.warn("text", concat("the stack that belongs below line ", m_lastFrameLine,
                                  " is missing: the text is cut or damaged"));
        return;
    case Stack::Doubted:
        trace.warn("text", "the kernel doubts every frame of the stack: the stack is damaged");
        return;
    case Stack::Unfinished:
        if (m_isMixed) // What follows is in another stack.
            return;
        trace.warn("text", concat("the stack is not whole below line ", m_lastFrameLine,
                                  ": the text is cut or damaged"));
        return;
    case Stack::Whole: break;
    }
    if (!m_emptyHeading.empty())
        trace.warn("text",
                   concat("no frames follow \"", m_emptyHeading, "\": the text is cut or damaged"));
}

void KernelDamage::tellMixture(TraceBuilder& trace) const
{
    if (m_mergedLine != 0 && m_mergedLine <= m_lastFrameLine)
        trace.warn("text",
                   concat("line ", m_mergedLine, " is two lines in one: the text is damaged"));
    const bool isOfTwoTasks =
        m_isAboutLocks && m_toldTask != 0 && m_writerTask != 0 && m_toldTask != m_writerTask;
    if (m_isMixed || isOfTwoTasks)
        trace.warn("text", "the lines of two reports are mixed: the text is damaged");
}

void KernelDamage::tell(TraceBuilder& trace, Stack stack)
{
    closeHeading();
    tellStack(trace, stack);
    if (m_lostLine != 0)
        trace.warn("text", concat("the stack is damaged: line ", m_lostLine,
                                  " leads to an address that is no code"));
    if (m_droppedLine != 0)
        trace.warn("text", concat("lines are missing: the kernel dropped some before line ",
                                  m_droppedLine));
    if (m_missesReport)
        trace.warn("text", "the report that the panic follows is missing: the text is cut");
    tellMixture(trace);
    const auto& crash = trace.crash();
    const bool isFree = has(crash.reason, "double-free") || has(crash.reason, "invalid-free") ||
                        has(crash.reason, "invalid free");
    if (has(crash.reason, "KASAN: ") && !crash.access && !isFree)
        trace.warn("text", "the line that describes the access is missing: the text is "
                           "damaged");
}

} // namespace faultline::nativetext
