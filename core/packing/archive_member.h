#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::packing {

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

/// A file of an archive as its directory names it, with the bytes it begins with.
struct ArchiveMember
{
    std::string name; ///< Valid UTF-8; may repeat.
    std::vector<std::byte> head;
};

constexpr std::size_t kMaxArchiveMembers = 65536;

/// The files of an archive in their order, each with at most `headBytes` of its content. Errors:
/// Malformed (damaged, encrypted, more than kMaxArchiveMembers).
Result<std::vector<ArchiveMember>>
listArchiveMembers(Bytes data, ArchiveFormat format, std::size_t headBytes);

/// Extracts the file at `index` of that list to the end of `out`. Errors: NotFound, Malformed
/// ("Maximum file size exceeded", damaged data), Cancelled, and those of writing.
Result<void> extractArchiveMember(Bytes data,
                                  ArchiveFormat format,
                                  std::size_t index,
                                  TempFile& out,
                                  std::optional<std::uint64_t> limitBytes,
                                  std::stop_token stop);

} // namespace faultline::packing
