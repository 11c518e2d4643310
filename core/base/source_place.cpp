// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/source_place.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace faultline {

namespace fs = std::filesystem;

namespace {

constexpr auto kExtensions = std::to_array<std::string_view>(
    {".ada",  ".adb",      ".ads",  ".asm",   ".bundle", ".c",     ".c++",   ".cc",     ".cjs",
     ".cl",   ".cpp",      ".cppm", ".cr",    ".cs",     ".cts",   ".cu",    ".cuh",    ".cxx",
     ".d",    ".dart",     ".def",  ".di",    ".erl",    ".ex",    ".f",     ".f03",    ".f08",
     ".f77",  ".f90",      ".f95",  ".for",   ".fs",     ".gen",   ".glsl",  ".go",     ".groovy",
     ".h",    ".h++",      ".hbc",  ".hh",    ".hip",    ".hlsl",  ".hpp",   ".hs",     ".hxx",
     ".i",    ".ii",       ".inc",  ".inl",   ".ino",    ".ipp",   ".ixx",   ".java",   ".jl",
     ".js",   ".jsbundle", ".jsx",  ".kt",    ".kts",    ".l",     ".lex",   ".ll",     ".lpp",
     ".lua",  ".m",        ".map",  ".metal", ".mjs",    ".ml",    ".mli",   ".mm",     ".moc",
     ".mts",  ".nim",      ".odin", ".pas",   ".php",    ".pp",    ".proto", ".ptx",    ".py",
     ".pyx",  ".rb",       ".re",   ".rs",    ".s",      ".scala", ".sv",    ".svelte", ".swift",
     ".sx",   ".tbl",      ".tcc",  ".td",    ".tpp",    ".ts",    ".tsx",   ".txx",    ".v",
     ".vala", ".vb",       ".vert", ".vue",   ".y",      ".ypp",   ".yy",    ".zig"});
static_assert(std::ranges::is_sorted(kExtensions));

constexpr auto kSystemFolders =
    std::to_array<std::string_view>({"boot", "dev", "etc", "proc", "run", "sys"});

constexpr auto kPackageFolders = std::to_array<std::string_view>(
    {".build", ".bun",        ".cabal", ".cache",  ".cargo",         ".conan",     ".conan2",
     ".deno",  ".gradle",     ".local", ".m2",     ".next",          ".npm",       ".nuget",
     ".nuxt",  ".nvm",        ".opam",  ".output", ".pnpm",          ".pub-cache", ".rustup",
     ".stack", ".svelte-kit", ".vcpkg", ".vscode", ".vscode-server", ".webpack",   ".yarn"});

bool isHidden(std::string_view folder)
{
    return folder.starts_with('.') &&
           std::ranges::find(kPackageFolders, folder) == kPackageFolders.end();
}

/// `path` is absolute.
bool liesAmongSources(const fs::path& path)
{
    const auto below = path.relative_path();
    if (below.empty() ||
        std::ranges::find(kSystemFolders, below.begin()->string()) != kSystemFolders.end())
        return false;
    return std::ranges::none_of(below,
                                [](const fs::path& step) { return isHidden(step.string()); });
}

/// `<vector>` and its like have no extension.
bool isNamedAsSource(const fs::path& path)
{
    const auto extension = toLowerAscii(path.extension().string());
    if (!extension.empty())
        return std::ranges::binary_search(kExtensions, extension);
    return std::ranges::any_of(path.parent_path(),
                               [](const fs::path& step) { return step == "include"; });
}

} // namespace

bool isSourceFile(const fs::path& path)
{
    std::error_code error;
    const auto real = fs::canonical(path, error);
    return !error && fs::is_regular_file(real, error) && isNamedAsSource(real) &&
           liesAmongSources(real);
}

} // namespace faultline
