// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/redact.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::redact {

/// Counts what goes, by field. Fields are entered and left like folders.
class RemovalLog
{
public:
    void enter(std::string_view name) { m_names.push_back(name); }

    void leave() { m_names.pop_back(); }

    void add(RemovedKind kind, std::size_t count) { m_counts[{where(), kind}] += count; }

    std::vector<Removed> take();

private:
    std::string where() const;

    std::vector<std::string_view> m_names; ///< Some are empty.
    std::map<std::pair<std::string, RemovedKind>, std::size_t> m_counts;
};

} // namespace faultline::redact
