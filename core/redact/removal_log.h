// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/redact.h"

#include <map>
#include <string>
#include <string_view>
#include <tuple>
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

    /// Keeps a text that goes, as long as there are not too many.
    void keep(RemovedKind kind, std::string_view before, std::string_view after);

    std::vector<Removed> take();

    std::vector<RemovedText> takeTexts() { return std::move(m_texts); }

private:
    std::string where() const;

    std::vector<RemovedText> m_texts;
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t>
        m_known;                           ///< In m_texts.
    std::vector<std::string_view> m_names; ///< Some are empty.
    std::map<std::pair<std::string, RemovedKind>, std::size_t> m_counts;
};

} // namespace faultline::redact
