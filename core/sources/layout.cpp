// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/layout.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/sources/layout_formulas.h"
#include "core/sources/layout_ids.h"

#include <algorithm>

namespace faultline::sources {

namespace {

using namespace layout;

/// LLDB's tree: five folders of four digits, then twelve.
layout::Path lldbPath(const ObjectLookup& lookup)
{
    const auto uuid = layout::machUuid(lookup);
    if (!uuid)
        return std::nullopt;
    std::string path;
    for (std::size_t i = 0; i < 20; i += 4)
        path += toUpperAscii(uuid->substr(i, 4)) + "/";
    return path + toUpperAscii(uuid->substr(20));
}

layout::Path gdbPath(const ObjectLookup& lookup)
{
    return layout::splitAfterTwo(layout::codeId(lookup));
}

// ---- Breakpad

/// Symbolicator's rule: only a final lower-case ".pdb" is dropped.
std::string breakpadFile(const std::string& debugName)
{
    constexpr std::string_view kPdb = ".pdb";
    const auto kept = debugName.ends_with(kPdb) ? debugName.size() - kPdb.size() : debugName.size();
    return debugName.substr(0, kept) + ".sym";
}

/// The names that other clients request: Breakpad drops ".pdb" in any case; some also drop ".exe"
/// and ".dll".
layout::Paths otherBreakpadFiles(const std::string& debugName)
{
    layout::Paths names;
    for (const std::string_view suffix : {".pdb", ".exe", ".dll"}) {
        if (toLowerAscii(debugName).ends_with(suffix))
            names.push_back(debugName.substr(0, debugName.size() - suffix.size()) + ".sym");
    }
    return names;
}

/// Tecken redirects these to the file of the debug id, which the event does not name
/// (mozilla-services/tecken, docs/download.rst).
layout::Paths breakpadPathsByCode(const ObjectLookup& lookup)
{
    const auto name = layout::codeName(lookup);
    const auto id = layout::codeId(lookup);
    if (!name || !id || lookup.type == LookupType::Wasm)
        return {};
    auto files = otherBreakpadFiles(*name);
    if (files.empty())
        files.push_back(*name + ".sym");
    return {concat(*name, "/", toUpperAscii(*id), "/", files.front())};
}

layout::Paths breakpadPaths(const ObjectLookup& lookup, const SourceProbes& probes)
{
    const bool lacksDebugId = !lookup.debugId || lookup.debugId->isNil();
    if (probes.codeId && (lacksDebugId || !layout::debugName(lookup)))
        return breakpadPathsByCode(lookup);
    const auto name = layout::debugName(lookup);
    const auto id = layout::breakpadId(lookup);
    if (!name || !id || lookup.type == LookupType::Wasm)
        return {};
    layout::Paths files{breakpadFile(*name)};
    if (probes.breakpadName)
        std::ranges::copy(otherBreakpadFiles(*name), std::back_inserter(files));
    layout::Paths paths;
    for (const auto& file : files)
        paths.push_back(concat(*name, "/", *id, "/", file));
    return paths;
}

// ---- One function per layout

layout::Paths nativeBundlePaths(const ObjectLookup& lookup)
{
    layout::Path primary;
    switch (lookup.type) {
    case LookupType::Pe:
    case LookupType::PeDotnet: primary = layout::bundleBeside(layout::pdbPath(lookup)); break;
    case LookupType::MachO: primary = layout::withSuffix(lldbPath(lookup), ".src.zip"); break;
    case LookupType::Elf:
    case LookupType::Wasm: primary = layout::withSuffix(gdbPath(lookup), ".src.zip"); break;
    case LookupType::Unknown: return {};
    }
    // The Breakpad form only follows a primary path, as in Symbolicator.
    if (!primary)
        return {};
    auto paths = layout::listOf(std::move(primary));
    for (const auto& symbols : breakpadPaths(lookup, {}))
        paths.push_back(*bundleBeside(symbols));
    return paths;
}

layout::Paths nativePaths(FileType type, const ObjectLookup& lookup, const SourceProbes& probes)
{
    switch (type) {
    case FileType::Pe: return layout::listOf(layout::pePath(lookup));
    case FileType::Pdb:
    case FileType::PortablePdb: return layout::listOf(layout::pdbPath(lookup));
    case FileType::MachCode: return layout::listOf(layout::withSuffix(lldbPath(lookup), ".app"));
    case FileType::MachDebug: return layout::listOf(lldbPath(lookup));
    case FileType::ElfCode:
    case FileType::WasmCode: return layout::listOf(gdbPath(lookup));
    case FileType::ElfDebug:
    case FileType::WasmDebug: return layout::listOf(layout::withSuffix(gdbPath(lookup), ".debug"));
    case FileType::Breakpad: return breakpadPaths(lookup, probes);
    case FileType::SourceBundle: return nativeBundlePaths(lookup);
    default: return {};
    }
}

layout::Paths debuginfodPaths(FileType type, const ObjectLookup& lookup)
{
    switch (type) {
    case FileType::ElfCode:
        return layout::listOf(layout::withSuffix(layout::codeId(lookup), "/executable"));
    case FileType::ElfDebug:
        return layout::listOf(layout::withSuffix(layout::codeId(lookup), "/debuginfo"));
    default: return {};
    }
}

/// As in Sony's prospero-symupload, for every file type.
layout::Paths slashSymbolsPaths(const ObjectLookup& lookup)
{
    const auto name = layout::codeName(lookup);
    const auto id = layout::codeId(lookup);
    if (!name || !id)
        return {};
    return {concat(*name, "/", toUpperAscii(*id), "/symbols"), concat(*name, "/", *id, "/symbols")};
}

/// The store's files by FileID, and its links by build id (docs/spec/symbfile.md §10). A module
/// without a code id has the debug id that the build id gives.
layout::Paths symbfilePaths(FileType type, const ObjectLookup& lookup)
{
    if (type != FileType::ElfDebug)
        return {};
    layout::Paths paths;
    if (lookup.fileId && lookup.fileId->size() > 2)
        paths.push_back(concat(lookup.fileId->substr(0, 2), "/", *lookup.fileId, "/ranges.zst"));
    auto build = layout::codeId(lookup);
    if (!build && lookup.debugId && !lookup.debugId->isNil())
        build = lookup.debugId->uuidHex();
    if (build && build->size() > 2)
        paths.push_back(concat("builds/", build->substr(0, 2), "/", *build, ".zst"));
    return paths;
}

layout::Paths
plainPaths(LayoutType layout, FileType type, const ObjectLookup& lookup, const SourceProbes& probes)
{
    switch (layout) {
    case LayoutType::Native: return nativePaths(type, lookup, probes);
    case LayoutType::Symstore: return layout::symstorePaths(type, lookup, probes);
    case LayoutType::SymstoreIndex2: return layout::symstoreIndex2Paths(type, lookup, probes);
    case LayoutType::Ssqp: return layout::ssqpPaths(type, lookup, probes);
    case LayoutType::Debuginfod: return debuginfodPaths(type, lookup);
    case LayoutType::Unified: return layout::unifiedPaths(type, lookup);
    case LayoutType::SlashSymbols: return slashSymbolsPaths(lookup);
    case LayoutType::Symbfiles: return symbfilePaths(type, lookup);
    }
    return {};
}

std::string inCase(std::string path, PathCasing casing)
{
    switch (casing) {
    case PathCasing::Default: break;
    case PathCasing::Lowercase: return toLowerAscii(path);
    case PathCasing::Uppercase: return toUpperAscii(path);
    }
    return path;
}

constexpr std::string_view kFilePointer = "/file.ptr";

bool hasFilePointers(LayoutType layout)
{
    return layout == LayoutType::Symstore || layout == LayoutType::SymstoreIndex2;
}

void appendOnce(layout::Paths& paths, std::string path)
{
    if (std::ranges::find(paths, path) == paths.end())
        paths.push_back(std::move(path));
}

} // namespace

std::vector<std::string> layoutPaths(const SourceLayout& layout,
                                     FileType type,
                                     const ObjectLookup& lookup,
                                     const SourceProbes& probes)
{
    const bool hasCompressedSibling = type == FileType::Pe || type == FileType::Pdb;
    const bool hasPointer = probes.filePtr && hasFilePointers(layout.type);
    layout::Paths paths;
    for (auto& plain : plainPaths(layout.type, type, lookup, probes)) {
        auto path = inCase(std::move(plain), layout.casing);
        auto sibling = path;
        const auto pointer = concat(path.substr(0, path.rfind('/')), kFilePointer);
        appendOnce(paths, std::move(path));
        if (hasCompressedSibling && !sibling.empty()) {
            sibling.back() = '_';
            appendOnce(paths, std::move(sibling));
        }
        if (hasPointer)
            appendOnce(paths, pointer);
    }
    return paths;
}

bool isFilePointer(std::string_view path)
{
    return path.ends_with(kFilePointer);
}

} // namespace faultline::sources
