#include "core/formats/minidump/stream_scope.h"

namespace faultline::minidump {

void DiagnosticLog::add(Diagnostic::Severity severity, std::string_view area, std::string text)
{
    if (m_entries.size() >= kMaxEntries) {
        ++m_leftOut;
        return;
    }
    m_entries.push_back({severity, std::string(area), std::move(text)});
}

std::vector<Diagnostic> DiagnosticLog::take()
{
    if (m_leftOut > 0)
        m_entries.push_back({Diagnostic::Severity::Warning, "minidump",
                             concat(m_leftOut, " further diagnostics left out")});
    m_leftOut = 0;
    return std::exchange(m_entries, {});
}

std::string_view StreamScope::area() const
{
    const auto name = streamName(stream.type);
    return name.empty() ? std::string_view("stream") : name;
}

std::string StreamScope::title() const
{
    const auto name = streamName(stream.type);
    return concat("stream ", Hex{stream.type}, name.empty() ? "" : " ", name, " at offset ",
                  Hex{stream.offset});
}

} // namespace faultline::minidump
