// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolfiles/symbol_files.h"

#include "core/base/file.h"
#include "core/base/folder_walk.h"
#include "core/base/hash.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/debug/open/open_object.h"
#include "core/sources/companion_paths.h"

#include <algorithm>
#include <functional>

namespace faultline::symbolfiles {

namespace {

using Kind = object::CompanionReference::Kind;
using Paths = std::vector<std::string>;

constexpr std::string_view kBuildIdFolder = "/usr/lib/debug/.build-id/";

/// An object and its path. The paths that it records are relative to the folder of that path.
struct Located
{
    std::string path;
    object::ObjectPtr object;
};

/// Returns the files of a `.dSYM` folder that contain debug info, in order.
Paths filesOfDsym(const std::filesystem::path& folder)
{
    Paths paths;
    std::error_code ignored;
    const auto files = folder / "Contents/Resources/DWARF";
    auto walk = FolderWalk::begin(files);
    while (const auto* entry = walk ? walk->next() : nullptr) {
        walk->passOver();
        if (std::filesystem::is_regular_file(entry->path, ignored))
            paths.push_back(entry->path.string());
    }
    std::ranges::sort(paths);
    return paths;
}

Result<std::filesystem::path> fileOf(const std::filesystem::path& path)
{
    std::error_code ignored;
    const auto name = path.has_filename() ? path : path.parent_path(); // "app.dSYM/"
    if (name.extension() != ".dSYM" || !std::filesystem::is_directory(path, ignored))
        return path;
    const auto files = filesOfDsym(path);
    if (files.empty())
        return fail(ErrorKind::NotFound, "no file in Contents/Resources/DWARF");
    if (files.size() > 1)
        return fail(ErrorKind::Unsupported, "holds ", files.size(),
                    " files of debug info; name one, such as ", files.front());
    return files.front();
}

/// Opens the first of the paths with an object file of the given identity.
Located openFirst(const Paths& paths,
                  const std::optional<DebugId>& debugId,
                  const std::function<bool(const object::Object&)>& belongs)
{
    for (const auto& path : paths) {
        auto bytes = mapForeignFile(path);
        if (!bytes)
            continue;
        auto object = object::openMatching(*std::move(bytes), debugId, std::nullopt, {});
        if (object && belongs(**object))
            return {path, *std::move(object)};
    }
    return {};
}

Located findPdb(const std::string& path, const object::Object& image, const std::string& recorded)
{
    const std::filesystem::path file(path);
    const auto id = image.debugId();
    Paths paths{file.parent_path() / baseName(recorded),
                std::filesystem::path(path).replace_extension(".pdb")};
    if (std::filesystem::path(recorded).is_absolute())
        paths.push_back(recorded);
    return openFirst(paths, id,
                     [&](const object::Object& object) { return object.debugId().serves(id); });
}

Located findLinked(const std::string& path, const object::CompanionReference& link)
{
    return openFirst(sources::debugLinkPaths(path, link.name), std::nullopt,
                     [&](const object::Object& object) {
                         return hexDigits(crc32(object.bytes().span()), 8) == link.identity;
                     });
}

Located findInstalled(const object::Object& object)
{
    const auto id = std::string(object.codeId().text());
    if (object.format() != object::FileFormat::Elf || id.size() <= 2)
        return {};
    const auto path = concat(kBuildIdFolder, id.substr(0, 2), "/", id.substr(2), ".debug");
    return openFirst({path}, std::nullopt, [&](const object::Object& found) {
        return found.codeId() == object.codeId();
    });
}

Located findDsym(const std::string& path, const object::Object& object)
{
    const auto id = object.debugId();
    return openFirst(filesOfDsym(path + ".dSYM"), id,
                     [&](const object::Object& found) { return found.debugId() == id; });
}

/// Returns the file with the debug info of an object that lacks it. An image that names a PDB may
/// contain a little debug info from another compiler; the PDB has the debug info of the whole
/// module.
Located findDebugObject(const std::string& path, const object::Object& object)
{
    const auto companions = object.companions();
    const auto pdb =
        std::ranges::find(companions, Kind::CodeViewPdb, &object::CompanionReference::kind);
    if (pdb != companions.end()) {
        if (auto found = findPdb(path, object, pdb->name); found.object)
            return found;
    }
    if (object.features().hasDebugInfo)
        return {};
    for (const auto& companion : companions) {
        if (companion.kind != Kind::DebugLink)
            continue;
        if (auto found = findLinked(path, companion); found.object)
            return found;
    }
    return object.format() == object::FileFormat::MachO ? findDsym(path, object)
                                                        : findInstalled(object);
}

/// Opens supplementary and split debug info. The reader of the debug info checks whether they
/// belong to it.
std::vector<object::ObjectPtr> findCompanions(const Located& debug)
{
    std::vector<object::ObjectPtr> found;
    const auto addFirst = [&](const Paths& paths) {
        auto companion = openFirst(paths, std::nullopt, [](const object::Object&) { return true; });
        if (companion.object)
            found.push_back(std::move(companion.object));
        return !found.empty();
    };
    const auto companions = debug.object->companions();
    const bool isSplit = std::ranges::find(companions, Kind::SplitDwarf,
                                           &object::CompanionReference::kind) != companions.end();
    const bool hasPackage = isSplit && addFirst(sources::splitPackagePaths(debug.path));
    for (const auto& companion : companions) {
        if (companion.kind == Kind::AltLink)
            addFirst(sources::supplementaryPaths(debug.path, companion.name));
        else if (companion.kind == Kind::SplitDwarf && !hasPackage)
            addFirst(sources::splitUnitPaths(debug.path, companion.name));
    }
    return found;
}

} // namespace

std::unique_ptr<object::DebugInfoReader> SymbolFiles::debugInfo() const
{
    return debugObject()->debugInfoWith(companions);
}

Result<object::ObjectPtr> openSymbolFile(const std::filesystem::path& file)
{
    FL_TRY(const auto path, fileOf(file));
    FL_TRY(auto bytes, mapForeignFile(path));
    return object::openObject(std::move(bytes), {});
}

Result<SymbolFiles> openSymbolFiles(const std::filesystem::path& file)
{
    FL_TRY(const auto path, fileOf(file));
    FL_TRY(auto bytes, mapForeignFile(path));
    FL_TRY(auto object, object::openObject(std::move(bytes), {}));
    return withFilesBeside(path, std::move(object));
}

SymbolFiles withFilesBeside(const std::filesystem::path& file, object::ObjectPtr object)
{
    SymbolFiles files{.object = std::move(object)};
    Located debug{std::filesystem::absolute(file).string(), files.object};
    if (auto found = findDebugObject(debug.path, *files.object); found.object) {
        debug = std::move(found);
        files.linked = debug.object;
    }
    files.companions = findCompanions(debug);
    return files;
}

} // namespace faultline::symbolfiles
