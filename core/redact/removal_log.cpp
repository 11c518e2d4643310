// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/removal_log.h"

namespace faultline::redact {

std::vector<Removed> RemovalLog::take()
{
    std::vector<Removed> all;
    all.reserve(m_counts.size());
    for (const auto& [field, count] : m_counts)
        all.push_back({.kind = field.second, .where = field.first, .count = count});
    m_counts.clear();
    return all;
}

std::string RemovalLog::where() const
{
    std::string path;
    for (const auto name : m_names) {
        if (!path.empty() && !name.empty())
            path += '.';
        path += name;
    }
    return path;
}

} // namespace faultline::redact
