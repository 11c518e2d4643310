#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"

#include <optional>
#include <stop_token>

namespace faultline {

/// Xz, Lz4 and Bzip2 are single compressed files; for the archive library they are archives of one
/// member.
enum class ArchiveFormat : std::uint8_t { Zip, Cabinet, Xz, Lz4, Bzip2 };

/// Extracts the only file of an archive to the end of `out`. Errors: Malformed (none or several
/// files, "Maximum file size exceeded", damaged data, encrypted), Cancelled, and those of writing.
Result<void> extractOnlyMember(Bytes data,
                               ArchiveFormat format,
                               TempFile& out,
                               std::optional<std::uint64_t> limitBytes,
                               std::stop_token stop);

} // namespace faultline
