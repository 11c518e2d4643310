#pragma once

#include "core/formats/debug/object/object.h"
#include "core/sources/remote_file.h"

#include <filesystem>
#include <optional>

namespace faultline::symbolicate {

/// One file of this machine that no configured source lists, as a place to look at. `origin` says
/// why it is looked at: ChosenFile or RecordedPath.
sources::RemoteFile
localFile(const std::filesystem::path& path, sources::SourceOrigin origin, sources::FileType type);

/// The type of a file by its first bytes, which do not tell debug files from code files: those
/// count as code. Absent when it cannot be read or is no object file. Reads the disk.
std::optional<sources::FileType> fileTypeAt(const std::filesystem::path& path);

/// The type of an object that has been opened; absent for Unknown.
std::optional<sources::FileType> fileTypeOf(object::FileFormat format, object::ObjectKind kind);

} // namespace faultline::symbolicate
