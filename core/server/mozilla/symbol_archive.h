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

/// Returns the symbol files of an uploaded archive, each once. `<name>-symbols.txt` in the root,
/// `.DS_Store` and folders are left out. Errors: Malformed, with the text that the client gets
/// (docs/spec/mozilla-api.md §14).
Result<std::vector<ArchivedSymbol>> listSymbols(const packing::ZipArchive& archive);

} // namespace faultline::server::mozilla
