// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/companion_paths.h"

#include <algorithm>
#include <optional>

namespace faultline::sources {

namespace {

constexpr std::string_view kGlobalDebugFolder = "/usr/lib/debug";
constexpr std::string_view kDebugSuffix = ".debug";

/// Includes the separator; empty for a name without a folder.
std::string_view folderOf(std::string_view path)
{
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

std::string_view nameOf(std::string_view path)
{
    return path.substr(folderOf(path).size());
}

std::string joined(std::string_view first, std::string_view second, std::string_view third = {})
{
    return std::string(first).append(second).append(third);
}

void add(std::vector<std::string>& paths, std::string path)
{
    if (std::ranges::find(paths, path) == paths.end())
        paths.push_back(std::move(path));
}

} // namespace

std::vector<std::string> debugLinkPaths(std::string_view objectPath, std::string_view name)
{
    const auto folder = folderOf(objectPath);
    const auto file = nameOf(name); // A recorded folder is one of the build machine.
    if (file.empty())
        return {};
    std::vector<std::string> paths{joined(folder, file), joined(folder, ".debug/", file)};
    if (folder.starts_with('/'))
        add(paths, joined(kGlobalDebugFolder, folder, file));
    return paths;
}

std::vector<std::string> supplementaryPaths(std::string_view objectPath, std::string_view name)
{
    const auto file = nameOf(name);
    if (file.empty())
        return {};
    std::vector<std::string> paths;
    if (name.starts_with('/')) {
        const auto root = objectPath.find(joined(kGlobalDebugFolder, "/"));
        if (root != std::string_view::npos && root != 0)
            add(paths, joined(objectPath.substr(0, root), name));
        add(paths, std::string(name));
    } else {
        add(paths, joined(folderOf(objectPath), name));
    }
    add(paths, joined(folderOf(objectPath), file));
    add(paths, joined(kGlobalDebugFolder, "/.dwz/", file));
    return paths;
}

std::vector<std::string> splitPackagePaths(std::string_view objectPath)
{
    std::vector<std::string> paths{joined(objectPath, ".dwp")};
    if (objectPath.ends_with(kDebugSuffix)) {
        const auto stem = objectPath.substr(0, objectPath.size() - kDebugSuffix.size());
        add(paths, joined(stem, ".dwp"));
    }
    return paths;
}

std::vector<std::string> splitUnitPaths(std::string_view objectPath, std::string_view name)
{
    const auto file = nameOf(name);
    if (file.empty())
        return {};
    std::vector<std::string> paths;
    add(paths, name.starts_with('/') ? std::string(name) : joined(folderOf(objectPath), name));
    add(paths, joined(folderOf(objectPath), file));
    return paths;
}

namespace {

/// Absent for a path of another machine.
std::optional<std::string> pathHere(std::string_view path)
{
    if (path.starts_with('/'))
        return std::string(path);
    if (!path.starts_with("Z:\\") && !path.starts_with("z:\\"))
        return std::nullopt;
    std::string here(path.substr(2));
    std::ranges::replace(here, '\\', '/');
    return here;
}

/// `<program>.dSYM`, and `<bundle>.dSYM` for a program inside an application or a framework.
void addDsyms(std::vector<std::string>& paths, const std::string& program)
{
    const auto inside = joined("/Contents/Resources/DWARF/", nameOf(program));
    add(paths, joined(program, ".dSYM", inside));
    for (const std::string_view suffix : {".app", ".framework", ".appex", ".bundle", ".xpc"}) {
        const auto end = program.rfind(joined(suffix, "/"));
        if (end != std::string::npos)
            add(paths, joined(program.substr(0, end + suffix.size()), ".dSYM", inside));
    }
}

std::string_view windowsNameOf(std::string_view path)
{
    return path.substr(path.find_last_of("/\\") + 1);
}

} // namespace

std::vector<std::string> recordedPaths(const ObjectLookup& lookup)
{
    std::vector<std::string> paths;
    const auto program = lookup.codeFile ? pathHere(*lookup.codeFile) : std::nullopt;
    if (program)
        paths.push_back(*program);
    if (program && lookup.type == LookupType::MachO)
        addDsyms(paths, *program);
    const bool isWindows = lookup.type == LookupType::Pe || lookup.type == LookupType::PeDotnet;
    if (!isWindows || !lookup.debugFile || lookup.debugFile->empty())
        return paths;
    if (auto recorded = pathHere(*lookup.debugFile))
        add(paths, *std::move(recorded));
    if (program)
        add(paths, joined(folderOf(*program), windowsNameOf(*lookup.debugFile)));
    return paths;
}

} // namespace faultline::sources
