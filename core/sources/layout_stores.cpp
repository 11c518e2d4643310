// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/sources/layout_formulas.h"
#include "core/sources/layout_ids.h"

#include <algorithm>
#include <iterator>

// Layouts of symbol stores: symstore, symstore_index2, ssqp.

namespace faultline::layout {

namespace {

/// The build id, and the build id zero-padded to 20 bytes as the SSQP conventions require
/// (dotnet/symstore).
Paths buildIds(const sources::ObjectLookup& lookup, const sources::SourceProbes& probes)
{
    constexpr std::size_t kPaddedDigits = 40;
    auto ids = listOf(codeId(lookup));
    if (probes.paddedBuildId && !ids.empty() && ids.front().size() < kPaddedDigits)
        ids.push_back(ids.front() + std::string(kPaddedDigits - ids.front().size(), '0'));
    return ids;
}

Paths elfStorePaths(const Path& name,
                    std::string_view prefix,
                    const sources::ObjectLookup& lookup,
                    const sources::SourceProbes& probes)
{
    Paths paths;
    for (const auto& id : buildIds(lookup, probes)) {
        if (auto path = storePath(name, withPrefix(prefix, id)))
            paths.push_back(*std::move(path));
    }
    return paths;
}

/// The part that symstore and ssqp share; `name` is the code name in the layout's case.
Paths unixStorePaths(sources::FileType type,
                     const Path& name,
                     const sources::ObjectLookup& lookup,
                     const sources::SourceProbes& probes)
{
    switch (type) {
    case sources::FileType::MachCode:
        return listOf(storePath(name, withPrefix("mach-uuid-", machUuid(lookup))));
    case sources::FileType::MachDebug:
        return listOf(storePath("_.dwarf", withPrefix("mach-uuid-sym-", machUuid(lookup))));
    case sources::FileType::ElfCode: return elfStorePaths(name, "elf-buildid-", lookup, probes);
    case sources::FileType::ElfDebug:
        return elfStorePaths("_.debug", "elf-buildid-sym-", lookup, probes);
    default: return {};
    }
}

Paths simpleStorePaths(sources::FileType type,
                       const sources::ObjectLookup& lookup,
                       const sources::SourceProbes& probes)
{
    switch (type) {
    case sources::FileType::Pe: return listOf(pePath(lookup));
    case sources::FileType::Pdb:
    case sources::FileType::PortablePdb: return listOf(pdbPath(lookup));
    case sources::FileType::SourceBundle:
        return lookup.type == sources::LookupType::Pe ? listOf(bundleBeside(pdbPath(lookup)))
                                                      : Paths();
    default: return unixStorePaths(type, codeName(lookup), lookup, probes);
    }
}

Path ssqpPdbPath(const sources::ObjectLookup& lookup)
{
    constexpr std::size_t kUuidDigits = 32;
    auto signature = pdbSignature(lookup);
    if (!signature)
        return std::nullopt;
    const auto split = std::min(kUuidDigits, signature->size());
    signature = toLowerAscii(signature->substr(0, split)) + toUpperAscii(signature->substr(split));
    return storePath(lowered(debugName(lookup)), signature);
}

} // namespace

/// Two-tier stores: a folder named after the first two characters, or the first one if the second
/// cannot be in a name.
Paths symstoreIndex2Paths(sources::FileType type,
                          const sources::ObjectLookup& lookup,
                          const sources::SourceProbes& probes)
{
    auto paths = simpleStorePaths(type, lookup, probes);
    for (auto& path : paths) {
        const bool single = path.size() < 2 || path[1] == '/' || path[1] == '.';
        path = concat(path.substr(0, single ? 1 : 2), "/", path);
    }
    return paths;
}

/// Also used when a simple store turns out to be a two-tier one.
Paths symstorePaths(sources::FileType type,
                    const sources::ObjectLookup& lookup,
                    const sources::SourceProbes& probes)
{
    auto paths = simpleStorePaths(type, lookup, probes);
    if (probes.index2)
        std::ranges::copy(symstoreIndex2Paths(type, lookup, probes), std::back_inserter(paths));
    return paths;
}

Paths ssqpPaths(sources::FileType type,
                const sources::ObjectLookup& lookup,
                const sources::SourceProbes& probes)
{
    switch (type) {
    case sources::FileType::Pe: return listOf(lowered(pePath(lookup)));
    case sources::FileType::Pdb:
    case sources::FileType::PortablePdb: return listOf(ssqpPdbPath(lookup));
    case sources::FileType::SourceBundle:
        return lookup.type == sources::LookupType::Pe ? listOf(bundleBeside(ssqpPdbPath(lookup)))
                                                      : Paths();
    default: return unixStorePaths(type, lowered(codeName(lookup)), lookup, probes);
    }
}

} // namespace faultline::layout
