// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/skip_reason.h"
#include "core/sources/object_lookup.h"
#include "core/sources/source_config.h"

#include <optional>

namespace faultline::sources {

/// Judges the filters of one source for one object. Both outlive it. Paths are compared with the
/// patterns once, however many file types are asked about.
class SourceFilter
{
public:
    SourceFilter(const SourceFilters& filters, const ObjectLookup& lookup)
        : m_filters(filters), m_lookup(lookup)
    {
    }

    /// The reason why the source is not asked for a file type, as the module's trace shows it.
    /// Absent when it is asked. Checked in the order checksum, file type, path pattern
    /// (docs/spec/sources-and-caches.md §2.1).
    std::optional<SkipReason> reasonAgainst(FileType type);

private:
    const SourceFilters& m_filters;
    const ObjectLookup& m_lookup;
    std::optional<bool> m_liesOnPath;
};

} // namespace faultline::sources
