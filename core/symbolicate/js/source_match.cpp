// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/source_match.h"

#include "core/symbolicate/js/script_paths.h"

#include <algorithm>

namespace faultline::js {

namespace fs = std::filesystem;

bool isSource(const LocalFolder::Match& match,
              const FoundFile::Content& content,
              const std::set<fs::path>& deployed)
{
    const bool isMade = !content.mapUrl.empty() || content.embedded;
    const bool hasFolders = match.components > 1;
    const bool isBeside = std::ranges::any_of(deployed, [&](const fs::path& file) {
        return file.parent_path() == match.file.parent_path();
    });
    if (match.isWholePath)
        return !isMade || hasFolders || isBeside;
    return !isMade && hasFolders;
}

bool isSameText(const FoundFile& a, const FoundFile& b)
{
    return a.content && b.content && !a.content->text().empty() &&
           a.content->text().size() == b.content->text().size() &&
           a.content->file->digest() == b.content->file->digest();
}

bool isMapOfStep(const FoundFile& map, std::string_view url, const FoundFile& lastMap)
{
    using Kind = ScriptFileOrigin::Kind;
    if (map.origin.kind != Kind::LocalFile)
        return true;
    const fs::path file(map.origin.uri);
    const auto match = matchOf(file, relativePath(url));
    const bool isBeside = lastMap.origin.kind == Kind::LocalFile &&
                          fs::path(lastMap.origin.uri).parent_path() == file.parent_path();
    return match.isWholePath && (match.components > 1 || isBeside);
}

} // namespace faultline::js
