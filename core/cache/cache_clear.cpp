// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_clear.h"

#include "core/base/text.h"
#include "core/cache/cache_folder.h"
#include "core/cache/cache_key.h"
#include "core/cache/cache_root.h"

#include <algorithm>
#include <unistd.h>

namespace faultline::cache {

namespace {

constexpr std::size_t kFewestIdDigits = 8;
constexpr std::string_view kSource = "source: ";
constexpr std::string_view kLocation = "location: ";

/// Layouts cut ids at different places and write them with or without hyphens.
std::string withoutSeparators(std::string_view text)
{
    auto plain = toLowerAscii(text);
    std::erase_if(plain, [](char c) { return c == '-' || c == '/'; });
    return plain;
}

bool isId(std::string_view module)
{
    const auto digits = withoutSeparators(module);
    return digits.size() >= kFewestIdDigits &&
           digits.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool namesModule(std::string_view location, const std::string& module)
{
    if (isId(module))
        return withoutSeparators(location).contains(withoutSeparators(module));
    for (auto rest = location; !rest.empty();) {
        const auto end = std::min(rest.find('/'), rest.size());
        if (equalsIgnoreCase(rest.substr(0, end), module))
            return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

bool keyFits(const std::string& keyText, const CacheSelection& selection)
{
    return std::ranges::any_of(splitLines(keyText), [&](std::string_view line) {
        if (line.starts_with(kSource))
            return std::ranges::find(selection.sources, line.substr(kSource.size()), keyValue) !=
                   selection.sources.end();
        if (!line.starts_with(kLocation))
            return false;
        return std::ranges::any_of(selection.modules, [&](const std::string& module) {
            return namesModule(line.substr(kLocation.size()), module);
        });
    });
}

bool fits(const CacheFile& file, const CacheSelection& selection)
{
    if (selection.everything ||
        std::ranges::find(selection.kinds, file.kind) != selection.kinds.end())
        return true;
    if (!file.entry)
        return false;
    const auto& header = file.entry->header;
    return (selection.failures && header.failure) ||
           (selection.derived && header.category == CacheCategory::Derived) ||
           keyFits(header.keyText, selection);
}

} // namespace

Result<CacheClearSummary> clearCache(const std::filesystem::path& folder,
                                     const CacheSelection& selection,
                                     ClearMode mode,
                                     const std::stop_token& stop)
{
    FL_TRY(const auto root, CacheRoot::examine(folder, ::geteuid()));
    CacheClearSummary summary;
    FL_CHECK(forEachCacheFile(root, stop, [&](const CacheFile& file) {
        if (!file.isOurs)
            ++summary.foreignFiles;
        else if (!fits(file, selection))
            summary.kept.add(file.diskBytes);
        else if (mode == ClearMode::DryRun || root.removeEntry(file.place))
            summary.removed.add(file.diskBytes);
        else
            ++summary.failed;
    }));
    if (mode == ClearMode::Remove)
        removeEmptyCacheFolders(root);
    return summary;
}

} // namespace faultline::cache
