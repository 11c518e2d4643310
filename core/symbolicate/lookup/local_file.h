// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/sources/remote_file.h"

#include <filesystem>
#include <optional>

namespace faultline::symbolicate {

/// A file of this machine that is in no configured source, as a place to search. `origin` gives the
/// reason: ChosenFile or RecordedPath.
sources::RemoteFile
localFile(const std::filesystem::path& path, sources::SourceOrigin origin, sources::FileType type);

/// The type of a file by its first bytes. They do not distinguish debug files from code files, so
/// both count as code. Absent when the file cannot be read or is no object file. Reads the disk.
std::optional<sources::FileType> fileTypeAt(const std::filesystem::path& path);

/// The type of an opened object; absent for Unknown.
std::optional<sources::FileType> fileTypeOf(object::FileFormat format, object::ObjectKind kind);

} // namespace faultline::symbolicate
