// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/removal_log.h"

#include "core/base/result.h"
#include "core/base/text.h"

namespace faultline::redact {

namespace {

constexpr std::size_t kMostBytes = 300;

std::string shortened(std::string_view text)
{
    return text.size() <= kMostBytes ? toValidUtf8(text)
                                     : concat(toValidUtf8(text.substr(0, kMostBytes)), "…");
}

} // namespace

void RemovalLog::keep(RemovedKind kind, std::string_view before, std::string_view after)
{
    RemovedText text{
        .kind = kind, .where = where(), .before = shortened(before), .after = shortened(after)};
    const auto known = m_known.find({text.where, text.before, text.after});
    if (known != m_known.end()) {
        ++m_texts[known->second].count;
        return;
    }
    if (m_texts.size() >= kMostRemovedTexts)
        return;
    m_known.emplace(std::tuple(text.where, text.before, text.after), m_texts.size());
    m_texts.push_back(std::move(text));
}

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
