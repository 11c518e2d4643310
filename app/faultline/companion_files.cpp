#include "app/faultline/companion_files.h"

#include "core/base/file.h"
#include "core/formats/open/open_object.h"
#include "core/sources/companion_paths.h"

#include <algorithm>

namespace faultline::app {

namespace {

/// The first of the paths where an object file is.
ObjectPtr openFirst(const std::vector<std::string>& paths)
{
    for (const auto& path : paths) {
        const auto bytes = mapForeignFile(path);
        if (!bytes)
            continue;
        if (auto object = openObject(*bytes, {}))
            return *std::move(object);
    }
    return nullptr;
}

} // namespace

std::vector<ObjectPtr> findCompanionFiles(const std::filesystem::path& file, const Object& object)
{
    using Kind = CompanionReference::Kind;
    const auto path = std::filesystem::absolute(file).string();
    std::vector<ObjectPtr> found;
    const auto add = [&found](ObjectPtr companion) {
        if (companion)
            found.push_back(std::move(companion));
    };
    const auto companions = object.companions();
    const bool isSplit = std::ranges::any_of(
        companions, [](const auto& c) { return c.kind == Kind::SplitDwarf; });
    const auto package = isSplit ? openFirst(splitPackagePaths(path)) : nullptr;
    add(package);
    for (const auto& companion : companions) {
        if (companion.kind == Kind::AltLink)
            add(openFirst(supplementaryPaths(path, companion.name)));
        else if (companion.kind == Kind::SplitDwarf && !package)
            add(openFirst(splitUnitPaths(path, companion.name)));
    }
    return found;
}

} // namespace faultline::app
