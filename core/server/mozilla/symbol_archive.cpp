#include "core/server/mozilla/symbol_archive.h"

#include <map>

namespace faultline::server::mozilla {

namespace {

bool isIgnored(std::string_view name)
{
    const bool isInRoot = name.find('/') == std::string_view::npos;
    return name.ends_with('/') || name == ".DS_Store" || name.ends_with("/.DS_Store") ||
           (isInRoot && name.ends_with("-symbols.txt"));
}

} // namespace

Result<std::vector<ArchivedSymbol>> listSymbols(const packing::ZipArchive& archive)
{
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
        if (isNew)
            symbols.push_back({.key = *std::move(key), .entry = entry});
    }
    return symbols;
}

} // namespace faultline::server::mozilla
