// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/kernel_damage.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/kernel_lines.h"
#include "core/formats/crash/text/line_scanner.h"

namespace faultline::nativetext {

/// A console that two processors write at once joins two lines. A broken chain of frames leads to
/// an address that is no code: "(warn_slowpath_fmt) from [<00000000>] (  (null))".
void KernelDamage::see(const KernelText& line, std::uint32_t number)
{
    if (m_mergedLine == 0 && line.isStamped && hasKernelTime(line.text))
        m_mergedLine = number;
    const bool isLost = has(line.text, ") from [<") &&
                        (line.text.ends_with("(null))") || line.text.ends_with("(0xffffffff)"));
    if (m_lostLine == 0 && isLost)
        m_lostLine = number;
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

void KernelDamage::tell(TraceBuilder& trace, Stack stack)
{
    closeHeading();
    if (stack == Stack::Missing)
        trace.warn("text", "the report has no stack: the text is cut or damaged");
    else if (stack == Stack::PositionOnly)
        trace.warn("text", concat("the stack that belongs below line ", m_lastFrameLine,
                                  " is missing: the text is cut or damaged"));
    else if (!m_emptyHeading.empty())
        trace.warn("text",
                   concat("no frames follow \"", m_emptyHeading, "\": the text is cut or damaged"));
    if (m_lostLine != 0)
        trace.warn("text", concat("the stack is damaged: line ", m_lostLine,
                                  " leads to an address that is no code"));
    if (m_mergedLine != 0 && m_mergedLine <= m_lastFrameLine)
        trace.warn("text",
                   concat("line ", m_mergedLine, " is two lines in one: the text is damaged"));
    if (m_isMixed)
        trace.warn("text", "the lines of two reports are mixed: the text is damaged");
    const auto& crash = trace.crash();
    const bool isFree = has(crash.reason, "double-free") || has(crash.reason, "invalid-free") ||
                        has(crash.reason, "invalid free");
    if (has(crash.reason, "KASAN: ") && !crash.access && !isFree)
        trace.warn("text", "the line that describes the access is missing: the text is "
                           "damaged");
}

} // namespace faultline::nativetext
