// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/symbol_archive.h"

#include <algorithm>
#include <map>

namespace faultline::server::mozilla {

namespace {

bool isIgnored(std::string_view name)
{
    const bool isInRoot = name.find('/') == std::string_view::npos;
    return name.ends_with('/') || name == ".DS_Store" || name.ends_with("/.DS_Store") ||
           (isInRoot && name.ends_with("-symbols.txt"));
}

/// Subtracts the file's size from what is left. The sizes come from outside, so their sum could
/// wrap.
Result<void> checkSize(const SymbolKey& key,
                       std::uint64_t sizeBytes,
                       const UnpackLimits& limits,
                       std::uint64_t& leftBytes)
{
    if (sizeBytes > limits.maxFileBytes)
        return fail(ErrorKind::Malformed, key.path(), " has ", sizeBytes,
                    " bytes unpacked, more than ", limits.maxFileBytes);
    if (sizeBytes > leftBytes)
        return fail(ErrorKind::Malformed, "The files have more than ", limits.maxUnpackedBytes,
                    " bytes unpacked");
    leftBytes -= sizeBytes;
    return {};
}

} // namespace

Result<std::vector<ArchivedSymbol>> listSymbols(const packing::ZipArchive& archive,
                                                const UnpackLimits& limits)
{
    auto leftBytes = limits.maxUnpackedBytes;
    std::vector<ArchivedSymbol> symbols;
    std::map<std::string, std::uint64_t> sizes;
    for (const auto& entry : archive.entries()) {
        if (isIgnored(entry.name))
            continue;
        auto key = parseSymbolKey(entry.name);
        if (!key)
            return fail(ErrorKind::Malformed,
                        "Unrecognized file pattern. Should only be <module>/<hex>/<file> or "
                        "<name>-symbols.txt and nothing else. (First unrecognized pattern was '",
                        entry.name, "')");
        const auto [known, isNew] = sizes.emplace(key->path(), entry.sizeBytes);
        if (!isNew && known->second != entry.sizeBytes)
            return fail(ErrorKind::Malformed, key->path(),
                        " is in the archive twice, with different sizes");
        if (!isNew)
            continue;
        FL_CHECK(checkSize(*key, entry.sizeBytes, limits, leftBytes));
        symbols.push_back({.key = *std::move(key), .entry = entry});
    }
    return symbols;
}

Result<ByteView> SymbolUnpacker::read(const packing::ZipEntry& entry)
{
    FL_TRY(auto content, m_archive.read(entry, std::min(m_limits.maxFileBytes, m_leftBytes)));
    m_leftBytes -= content.size();
    return content;
}

} // namespace faultline::server::mozilla
