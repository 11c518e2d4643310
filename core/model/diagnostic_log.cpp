// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/diagnostic_log.h"

namespace faultline {

void DiagnosticLog::add(Diagnostic::Severity severity, std::string_view area, std::string text)
{
    if (m_entries.size() >= kMaxEntries) {
        ++m_leftOut;
        return;
    }
    m_entries.push_back({severity, std::string(area), std::move(text)});
}

std::vector<Diagnostic> DiagnosticLog::take(std::string_view area)
{
    if (m_leftOut > 0)
        m_entries.push_back({Diagnostic::Severity::Warning, std::string(area),
                             concat(m_leftOut, " further diagnostics left out")});
    m_leftOut = 0;
    return std::exchange(m_entries, {});
}

} // namespace faultline
