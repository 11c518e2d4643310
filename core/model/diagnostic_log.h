#pragma once

#include "core/base/result.h"
#include "core/model/diagnostic.h"

namespace faultline {

/// Collects what a reader found odd or had to drop. A hostile file cannot make it grow without
/// bound: after kMaxEntries only the number is kept, and reported at the end.
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

    /// Empties the log; `area` is that of the entry which counts the ones left out.
    std::vector<Diagnostic> take(std::string_view area);

private:
    std::vector<Diagnostic> m_entries;
    std::size_t m_leftOut = 0;
};

} // namespace faultline
