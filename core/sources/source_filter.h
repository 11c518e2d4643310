#pragma once

#include "core/sources/object_lookup.h"
#include "core/sources/source_config.h"

#include <optional>
#include <string_view>

namespace faultline::sources {

/// The reason why a source is not asked for a file type, as the module's trace shows it. Absent
/// when it is asked. Checked in the order checksum, file type, path pattern
/// (docs/spec/sources-and-caches.md §2.1).
std::optional<std::string_view>
filteredOut(const SourceFilters& filters, FileType type, const ObjectLookup& lookup);

} // namespace faultline::sources
