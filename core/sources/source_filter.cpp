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
    for (const auto& path : {lookup.codeFile, lookup.debugFile}) {
        if (!path || path->empty())
            continue;
        const auto text = withSlashes(*path);
        for (const auto& pattern : patterns) {
            const auto glob = Glob::parse(pattern);
            if (glob && glob->matches(text))
                return true;
        }
    }
    return false;
}

} // namespace

std::optional<std::string_view>
filteredOut(const SourceFilters& filters, FileType type, const ObjectLookup& lookup)
{
    if (filters.requiresChecksum && !lookup.debugChecksum)
        return "checksum required";
    if (!filters.fileTypes.empty() &&
        std::ranges::find(filters.fileTypes, type) == filters.fileTypes.end())
        return "filetype filter";
    if (!filters.pathPatterns.empty() && !matchesAnyPattern(filters.pathPatterns, lookup))
        return "path pattern";
    return std::nullopt;
}

} // namespace faultline::sources
