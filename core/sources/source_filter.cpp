// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source_filter.h"

#include "core/sources/glob.h"

#include <algorithm>

namespace faultline::sources {

namespace {

std::string withSlashes(std::string path)
{
    std::ranges::replace(path, '\\', '/');
    return path;
}

/// A parsed source contains no malformed pattern. If one gets here, it matches nothing.
bool matchesAnyPattern(const std::vector<std::string>& patterns, const ObjectLookup& lookup)
{
    std::vector<Glob> globs;
    for (const auto& pattern : patterns) {
        if (auto glob = Glob::parse(pattern))
            globs.push_back(*std::move(glob));
    }
    for (const auto& path : {lookup.codeFile, lookup.debugFile}) {
        if (!path || path->empty())
            continue;
        const auto text = withSlashes(*path);
        for (const auto& glob : globs) {
            if (glob.matches(text))
                return true;
        }
    }
    return false;
}

} // namespace

std::optional<SkipReason> SourceFilter::reasonAgainst(FileType type)
{
    if (m_filters.requiresChecksum && !m_lookup.debugChecksum)
        return SkipReason::ChecksumRequired;
    if (!m_filters.fileTypes.empty() &&
        std::ranges::find(m_filters.fileTypes, type) == m_filters.fileTypes.end())
        return SkipReason::FileTypeFilter;
    if (m_filters.pathPatterns.empty())
        return std::nullopt;
    if (!m_liesOnPath)
        m_liesOnPath = matchesAnyPattern(m_filters.pathPatterns, m_lookup);
    return *m_liesOnPath ? std::nullopt : std::optional(SkipReason::PathPattern);
}

} // namespace faultline::sources
