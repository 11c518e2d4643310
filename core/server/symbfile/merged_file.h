// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/temp_file.h"
#include "core/server/symbfile/symbfile_store.h"

#include <vector>

namespace faultline::server::symbfile_api {

/// Unpacks zstd or gzip if the first bytes indicate it. Errors: Malformed (damaged, or larger than
/// `limitBytes`), and those of writing to `folder`.
Result<ByteView> unpackUpload(const ByteView& body,
                              const std::filesystem::path& folder,
                              std::uint64_t limitBytes,
                              std::stop_token stop);

/// Tells whether a part after the first is a complete symbfile.
bool isSymbfile(const ByteView& content);

/// Reads every record and returns their number. Errors: Malformed (also a record of the other
/// kind).
Result<std::uint64_t> checkRecords(Bytes file, Kind kind);

/// Writes the records of all parts as one symbfile. Drops data that other readers would not
/// understand. The parts are symbfiles, or slices of one. Errors: Malformed, those of writing.
Result<void>
mergeParts(const std::vector<ByteView>& parts, Kind kind, TempFile& out, std::stop_token stop);

} // namespace faultline::server::symbfile_api
