#pragma once

#include "core/base/temp_file.h"
#include "core/sources/remote_file.h"

namespace faultline::symbolicate {

/// Puts a copy of a downloaded file into the symbol stores that its source keeps copies in
/// (`copy_to`), under its plain name, as symbol-server clients do with `srv*store*url`
/// (docs/spec/sources-and-caches.md §14.1). What a store has already is left alone; a store that
/// cannot be written is passed over. Reads and writes files.
void copyToStores(const sources::RemoteFile& file, const TempFile& content);

} // namespace faultline::symbolicate
