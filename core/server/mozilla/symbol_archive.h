// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/packing/zip_archive.h"
#include "core/server/mozilla/symbol_key.h"

#include <vector>

namespace faultline::server::mozilla {

struct ArchivedSymbol
{
    SymbolKey key;
    packing::ZipEntry entry; ///< Its name points into the archive's bytes.
};

/// Bounds what an archive may become on disk and in memory.
struct UnpackLimits
{
    std::uint64_t maxFileBytes = 1ull << 30;
    std::uint64_t maxUnpackedBytes = 8ull << 30; ///< All symbol files together.
};

/// Returns the symbol files of an uploaded archive, each once. `<name>-symbols.txt` in the root,
/// `.DS_Store` and folders are left out. Errors: Malformed, with the text that the client gets
/// (docs/spec/mozilla-api.md §14), also when the sizes in the directory exceed the limits.
Result<std::vector<ArchivedSymbol>> listSymbols(const packing::ZipArchive& archive,
                                                const UnpackLimits& limits);

/// Unpacks files one after the other and counts what they really are, whatever the directory says.
/// The archive must outlive it.
class SymbolUnpacker
{
public:
    SymbolUnpacker(const packing::ZipArchive& archive, const UnpackLimits& limits)
        : m_archive(archive), m_limits(limits), m_leftBytes(limits.maxUnpackedBytes)
    {
    }

    /// Errors: those of ZipArchive::read(), where the limit is what is left of both limits.
    Result<ByteView> read(const packing::ZipEntry& entry);

private:
    const packing::ZipArchive& m_archive;
    UnpackLimits m_limits;
    std::uint64_t m_leftBytes;
};

} // namespace faultline::server::mozilla
