// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/diagnostic.h"

namespace faultline {

/// Collects what a reader found wrong or had to drop. A hostile file cannot make it grow without
/// bound: after kMaxEntries it only counts, and take() reports the count.
class DiagnosticLog
{
public:
    static constexpr std::size_t kMaxEntries = 1000;

    template <class... Parts>
    void warn(std::string_view area, const Parts&... parts)
    {
        add(Diagnostic::Severity::Warning, area, concat(parts...));
    }

    template <class... Parts>
    void note(std::string_view area, const Parts&... parts)
    {
        add(Diagnostic::Severity::Note, area, concat(parts...));
    }

    void add(Diagnostic::Severity severity, std::string_view area, std::string text);

    /// Empties the log. `area` is the area of the entry that counts the omitted ones.
    std::vector<Diagnostic> take(std::string_view area);

private:
    std::vector<Diagnostic> m_entries;
    std::size_t m_leftOut = 0;
};

} // namespace faultline
