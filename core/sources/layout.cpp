#include "core/sources/layout.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/sources/layout_ids.h"

#include <algorithm>

namespace faultline {

namespace {

using Path = std::optional<std::string>;
using Paths = std::vector<std::string>;

/// One formula's paths, best first.
Paths listOf(Path path)
{
    return path ? Paths{*std::move(path)} : Paths();
}

/// "name/id/name", as symbol stores have it.
Path storePath(const Path& name, const Path& id)
{
    if (!name || !id)
        return std::nullopt;
    return concat(*name, "/", *id, "/", *name);
}

Path withPrefix(std::string_view prefix, Path id)
{
    return id ? Path(concat(prefix, *id)) : std::nullopt;
}

Path lowered(const Path& text)
{
    return text ? Path(toLowerAscii(*text)) : std::nullopt;
}

Path withSuffix(Path path, std::string_view suffix)
{
    return path ? Path(concat(*path, suffix)) : std::nullopt;
}

/// The path up to its last '.', plus the suffix of source bundles.
Path bundleBeside(Path path)
{
    if (!path)
        return std::nullopt;
    return concat(path->substr(0, path->rfind('.')), ".src.zip");
}

/// First two digits as a folder: GDB's .build-id tree and the unified layout. Nothing may be left
/// for the file's name, as in the reference.
Path splitAfterTwo(const Path& id)
{
    if (!id || id->size() < 2)
        return std::nullopt;
    return concat(id->substr(0, 2), "/", id->substr(2));
}

/// Timestamp in upper case, image size in lower case.
Path peSignature(const ObjectLookup& lookup)
{
    constexpr std::size_t kTimestampDigits = 8;
    const auto id = layout::codeId(lookup);
    if (!id || id->size() < kTimestampDigits)
        return std::nullopt;
    return toUpperAscii(id->substr(0, kTimestampDigits)) + id->substr(kTimestampDigits);
}

Path pePath(const ObjectLookup& lookup)
{
    return storePath(layout::codeName(lookup), peSignature(lookup));
}

Path pdbPath(const ObjectLookup& lookup)
{
    return storePath(layout::debugName(lookup), layout::pdbSignature(lookup));
}

/// LLDB's tree: five folders of four digits, then twelve.
Path lldbPath(const ObjectLookup& lookup)
{
    const auto uuid = layout::machUuid(lookup);
    if (!uuid)
        return std::nullopt;
    std::string path;
    for (std::size_t i = 0; i < 20; i += 4)
        path += toUpperAscii(uuid->substr(i, 4)) + "/";
    return path + toUpperAscii(uuid->substr(20));
}

Path gdbPath(const ObjectLookup& lookup)
{
    return splitAfterTwo(layout::codeId(lookup));
}

// ---- Breakpad

/// The reference's rule: only a final lower-case ".pdb" is dropped.
std::string breakpadFile(const std::string& debugName)
{
    constexpr std::string_view kPdb = ".pdb";
    const auto kept = debugName.ends_with(kPdb) ? debugName.size() - kPdb.size() : debugName.size();
    return debugName.substr(0, kept) + ".sym";
}

/// What other clients ask for: Breakpad drops ".pdb" in any case; some also drop ".exe" and ".dll".
Paths otherBreakpadFiles(const std::string& debugName)
{
    Paths names;
    for (const std::string_view suffix : {".pdb", ".exe", ".dll"}) {
        if (toLowerAscii(debugName).ends_with(suffix))
            names.push_back(debugName.substr(0, debugName.size() - suffix.size()) + ".sym");
    }
    return names;
}

/// Tecken redirects these to the file of the debug id, which the event does not name
/// (mozilla-services/tecken, docs/download.rst).
Paths breakpadPathsByCode(const ObjectLookup& lookup)
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

Paths breakpadPaths(const ObjectLookup& lookup, const SourceProbes& probes)
{
    const bool lacksDebugId = !lookup.debugId || lookup.debugId->isNil();
    if (probes.codeId && (lacksDebugId || !layout::debugName(lookup)))
        return breakpadPathsByCode(lookup);
    const auto name = layout::debugName(lookup);
    const auto id = layout::breakpadId(lookup);
    if (!name || !id || lookup.type == LookupType::Wasm)
        return {};
    Paths files{breakpadFile(*name)};
    if (probes.breakpadName)
        std::ranges::copy(otherBreakpadFiles(*name), std::back_inserter(files));
    Paths paths;
    for (const auto& file : files)
        paths.push_back(concat(*name, "/", *id, "/", file));
    return paths;
}

// ---- One function per layout

Paths nativeBundlePaths(const ObjectLookup& lookup)
{
    Path primary;
    switch (lookup.type) {
    case LookupType::Pe:
    case LookupType::PeDotnet: primary = bundleBeside(pdbPath(lookup)); break;
    case LookupType::MachO: primary = withSuffix(lldbPath(lookup), ".src.zip"); break;
    case LookupType::Elf:
    case LookupType::Wasm: primary = withSuffix(gdbPath(lookup), ".src.zip"); break;
    case LookupType::Unknown: return {};
    }
    // The Breakpad form only follows a primary path, as in the reference.
    if (!primary)
        return {};
    auto paths = listOf(std::move(primary));
    for (const auto& symbols : breakpadPaths(lookup, {}))
        paths.push_back(*bundleBeside(symbols));
    return paths;
}

Paths nativePaths(FileType type, const ObjectLookup& lookup, const SourceProbes& probes)
{
    switch (type) {
    case FileType::Pe: return listOf(pePath(lookup));
    case FileType::Pdb:
    case FileType::PortablePdb: return listOf(pdbPath(lookup));
    case FileType::MachCode: return listOf(withSuffix(lldbPath(lookup), ".app"));
    case FileType::MachDebug: return listOf(lldbPath(lookup));
    case FileType::ElfCode:
    case FileType::WasmCode: return listOf(gdbPath(lookup));
    case FileType::ElfDebug:
    case FileType::WasmDebug: return listOf(withSuffix(gdbPath(lookup), ".debug"));
    case FileType::Breakpad: return breakpadPaths(lookup, probes);
    case FileType::SourceBundle: return nativeBundlePaths(lookup);
    default: return {};
    }
}

/// The build id, and zero-padded to 20 bytes as the SSQP conventions want it (dotnet/symstore).
Paths buildIds(const ObjectLookup& lookup, const SourceProbes& probes)
{
    constexpr std::size_t kPaddedDigits = 40;
    auto ids = listOf(layout::codeId(lookup));
    if (probes.paddedBuildId && !ids.empty() && ids.front().size() < kPaddedDigits)
        ids.push_back(ids.front() + std::string(kPaddedDigits - ids.front().size(), '0'));
    return ids;
}

Paths elfStorePaths(const Path& name,
                    std::string_view prefix,
                    const ObjectLookup& lookup,
                    const SourceProbes& probes)
{
    Paths paths;
    for (const auto& id : buildIds(lookup, probes)) {
        if (auto path = storePath(name, withPrefix(prefix, id)))
            paths.push_back(*std::move(path));
    }
    return paths;
}

/// The part that symstore and ssqp share; `name` is the code name in the layout's case.
Paths unixStorePaths(FileType type,
                     const Path& name,
                     const ObjectLookup& lookup,
                     const SourceProbes& probes)
{
    switch (type) {
    case FileType::MachCode:
        return listOf(storePath(name, withPrefix("mach-uuid-", layout::machUuid(lookup))));
    case FileType::MachDebug:
        return listOf(storePath("_.dwarf", withPrefix("mach-uuid-sym-", layout::machUuid(lookup))));
    case FileType::ElfCode: return elfStorePaths(name, "elf-buildid-", lookup, probes);
    case FileType::ElfDebug: return elfStorePaths("_.debug", "elf-buildid-sym-", lookup, probes);
    default: return {};
    }
}

Paths symstorePaths(FileType type, const ObjectLookup& lookup, const SourceProbes& probes)
{
    switch (type) {
    case FileType::Pe: return listOf(pePath(lookup));
    case FileType::Pdb:
    case FileType::PortablePdb: return listOf(pdbPath(lookup));
    case FileType::SourceBundle:
        return lookup.type == LookupType::Pe ? listOf(bundleBeside(pdbPath(lookup))) : Paths();
    default: return unixStorePaths(type, layout::codeName(lookup), lookup, probes);
    }
}

/// Two-tier stores: a folder of the first two characters, or of one when the second is no part of a
/// name.
Paths symstoreIndex2Paths(FileType type, const ObjectLookup& lookup, const SourceProbes& probes)
{
    auto paths = symstorePaths(type, lookup, probes);
    for (auto& path : paths) {
        const bool single = path.size() < 2 || path[1] == '/' || path[1] == '.';
        path = concat(path.substr(0, single ? 1 : 2), "/", path);
    }
    return paths;
}

Path ssqpPdbPath(const ObjectLookup& lookup)
{
    constexpr std::size_t kUuidDigits = 32;
    auto signature = layout::pdbSignature(lookup);
    if (!signature)
        return std::nullopt;
    const auto split = std::min(kUuidDigits, signature->size());
    signature = toLowerAscii(signature->substr(0, split)) + toUpperAscii(signature->substr(split));
    return storePath(lowered(layout::debugName(lookup)), signature);
}

Paths ssqpPaths(FileType type, const ObjectLookup& lookup, const SourceProbes& probes)
{
    switch (type) {
    case FileType::Pe: return listOf(lowered(pePath(lookup)));
    case FileType::Pdb:
    case FileType::PortablePdb: return listOf(ssqpPdbPath(lookup));
    case FileType::SourceBundle:
        return lookup.type == LookupType::Pe ? listOf(bundleBeside(ssqpPdbPath(lookup))) : Paths();
    default: return unixStorePaths(type, lowered(layout::codeName(lookup)), lookup, probes);
    }
}

Paths debuginfodPaths(FileType type, const ObjectLookup& lookup)
{
    switch (type) {
    case FileType::ElfCode: return listOf(withSuffix(layout::codeId(lookup), "/executable"));
    case FileType::ElfDebug: return listOf(withSuffix(layout::codeId(lookup), "/debuginfo"));
    default: return {};
    }
}

// ---- Unified

Path machOrWasmId(const ObjectLookup& lookup)
{
    if (auto id = layout::codeId(lookup))
        return id;
    return lookup.debugId ? Path(lookup.debugId->uuidHex()) : std::nullopt;
}

Path unifiedIdOfObject(const ObjectLookup& lookup)
{
    switch (lookup.type) {
    case LookupType::Elf: return layout::codeId(lookup);
    case LookupType::MachO:
    case LookupType::Wasm: return machOrWasmId(lookup);
    case LookupType::Pe:
    case LookupType::PeDotnet: return lowered(layout::breakpadId(lookup));
    case LookupType::Unknown: break;
    }
    return std::nullopt;
}

Path unifiedId(FileType type, const ObjectLookup& lookup)
{
    switch (type) {
    case FileType::Pe:
    case FileType::Pdb:
    case FileType::PortablePdb: return lowered(layout::breakpadId(lookup));
    case FileType::MachCode:
    case FileType::MachDebug:
    case FileType::WasmCode:
    case FileType::WasmDebug:
    case FileType::UuidMap:
    case FileType::BcSymbolMap: return machOrWasmId(lookup);
    case FileType::ElfCode:
    case FileType::ElfDebug: return layout::codeId(lookup);
    case FileType::SourceBundle:
    case FileType::Breakpad:
    case FileType::Il2cpp: return unifiedIdOfObject(lookup);
    case FileType::Proguard: break;
    }
    return std::nullopt;
}

std::string_view unifiedSuffix(FileType type)
{
    switch (type) {
    case FileType::Pe:
    case FileType::MachCode:
    case FileType::ElfCode:
    case FileType::WasmCode: return "/executable";
    case FileType::Pdb:
    case FileType::PortablePdb:
    case FileType::MachDebug:
    case FileType::ElfDebug:
    case FileType::WasmDebug: return "/debuginfo";
    case FileType::Breakpad: return "/breakpad";
    case FileType::SourceBundle: return "/sourcebundle";
    case FileType::UuidMap: return "/uuidmap";
    case FileType::BcSymbolMap: return "/bcsymbolmap";
    case FileType::Il2cpp: return "/il2cpp";
    case FileType::Proguard: break;
    }
    return "";
}

Paths unifiedPaths(FileType type, const ObjectLookup& lookup)
{
    return listOf(withSuffix(splitAfterTwo(unifiedId(type, lookup)), unifiedSuffix(type)));
}

/// Sony's prospero-symupload: whatever the file type.
Paths slashSymbolsPaths(const ObjectLookup& lookup)
{
    const auto name = layout::codeName(lookup);
    const auto id = layout::codeId(lookup);
    if (!name || !id)
        return {};
    return {concat(*name, "/", toUpperAscii(*id), "/symbols"), concat(*name, "/", *id, "/symbols")};
}

/// Also where a store of the simple form has turned out to be a two-tier one.
Paths symstorePathsOfBothForms(FileType type,
                               const ObjectLookup& lookup,
                               const SourceProbes& probes)
{
    auto paths = symstorePaths(type, lookup, probes);
    if (probes.index2)
        std::ranges::copy(symstoreIndex2Paths(type, lookup, probes), std::back_inserter(paths));
    return paths;
}

Paths plainPaths(LayoutType layout,
                 FileType type,
                 const ObjectLookup& lookup,
                 const SourceProbes& probes)
{
    switch (layout) {
    case LayoutType::Native: return nativePaths(type, lookup, probes);
    case LayoutType::Symstore: return symstorePathsOfBothForms(type, lookup, probes);
    case LayoutType::SymstoreIndex2: return symstoreIndex2Paths(type, lookup, probes);
    case LayoutType::Ssqp: return ssqpPaths(type, lookup, probes);
    case LayoutType::Debuginfod: return debuginfodPaths(type, lookup);
    case LayoutType::Unified: return unifiedPaths(type, lookup);
    case LayoutType::SlashSymbols: return slashSymbolsPaths(lookup);
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

void appendOnce(Paths& paths, std::string path)
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
    Paths paths;
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

} // namespace faultline
