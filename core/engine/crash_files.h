#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace faultline::engine {

/// A crash file, alone or inside another file or a folder.
struct CrashFile
{
    /// Within its container: valid UTF-8, relative, without "." and ".."; empty for a file of its
    /// own.
    std::string name;
    /// Unpacks it where it is packed, into a temporary file without a name. Errors: Malformed
    /// (damaged, larger than ParseLimits::maxUnpackedEventBytes), and those of the system.
    std::function<Result<ByteView>()> open;
};

/// The crash files that a file holds: those of a zip archive, of an Unreal crash archive, of a
/// stored multipart upload, of an envelope of Sentry's; else the file itself, after undoing one
/// layer of gzip, zstd, lz4, xz or zlib. Members of archives may be compressed once more; archives
/// in archives are not opened. Events in JSON count only where a container holds nothing else.
/// Errors: Unsupported (an archive without a crash file; the text names what it has), Malformed,
/// and those of the system.
Result<std::vector<CrashFile>> findCrashFiles(ByteView bytes, const ParseLimits& limits);

/// The same for a path; of a folder, those that a crash handler left in it: Crashpad's and
/// Electron's databases (new, pending, completed, reports) and dumps in the folder itself. A path
/// may lead on into a container, "uploads.zip/first.dmp", and then finds that part alone.
Result<std::vector<CrashFile>> findCrashFilesAt(const std::filesystem::path& path,
                                                const ParseLimits& limits);

/// The file or folder that a path leads to or through: "uploads.zip" of "uploads.zip/first.dmp".
/// The path itself where there is none.
std::filesystem::path crashContainerOf(const std::filesystem::path& path);

/// Opens the only one. Errors: Unsupported (several: the text names them), those of opening.
Result<ByteView> openOnlyCrashFile(const std::vector<CrashFile>& files);

/// "a.dmp, b.dmp and 3 more"
std::string crashFileNames(const std::vector<CrashFile>& files);

} // namespace faultline::engine
