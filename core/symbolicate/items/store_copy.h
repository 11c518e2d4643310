// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temp_file.h"
#include "core/sources/remote_file.h"

namespace faultline::symbolicate {

/// Copies a downloaded file, under its plain name, into the symbol stores in which its source keeps
/// copies (`copy_to`). Symbol-server clients do so for `srv*store*url`
/// (docs/spec/sources-and-caches.md §14.1). A file that a store already has is not changed; a store
/// that cannot be written is skipped. Reads and writes files.
void copyToStores(const sources::RemoteFile& file, const TempFile& content);

} // namespace faultline::symbolicate
