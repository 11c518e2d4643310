// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::packing {

/// Xz, Lz4 and Bzip2 are single compressed files; libarchive treats them as archives with one
/// member.
enum class ArchiveFormat : std::uint8_t { Zip, Cabinet, Xz, Lz4, Bzip2, Tar, SevenZip };

/// The format of content that begins like an archive of several files: Zip, Tar or SevenZip.
/// Sources: PKWARE APPNOTE.TXT, POSIX pax (ustar's header), 7-Zip's 7zFormat.txt.
std::optional<ArchiveFormat> archiveFormatOf(Bytes content);

/// "zip", "cab", "tar", …
std::string_view archiveFormatName(ArchiveFormat format);

/// Appends the only file of an archive to `out`. Errors: Malformed (no file or several, "Maximum
/// file size exceeded", damaged data, encrypted), Cancelled, and those of writing.
Result<void> extractOnlyMember(Bytes data,
                               ArchiveFormat format,
                               TempFile& out,
                               std::optional<std::uint64_t> limitBytes,
                               std::stop_token stop);

/// A file of an archive: its name in the directory and its first bytes.
struct ArchiveMember
{
    std::string name; ///< Valid UTF-8; several files may have the same name.
    std::vector<std::byte> head;
};

constexpr std::size_t kMaxArchiveMembers = 65536;

/// The files of an archive in stored order, each with at most `headBytes` of its content. Errors:
/// Malformed (damaged, encrypted, more than kMaxArchiveMembers).
Result<std::vector<ArchiveMember>>
listArchiveMembers(Bytes data, ArchiveFormat format, std::size_t headBytes);

/// Appends the file at `index` of that list to `out`. Errors: NotFound, Malformed ("Maximum file
/// size exceeded", damaged data), Cancelled, and those of writing.
Result<void> extractArchiveMember(Bytes data,
                                  ArchiveFormat format,
                                  std::size_t index,
                                  TempFile& out,
                                  std::optional<std::uint64_t> limitBytes,
                                  std::stop_token stop);

} // namespace faultline::packing
