// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/intake/crash_content.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace faultline::intake {

/// A crash file, either alone or inside another file or a folder.
struct CrashFile
{
    /// Name inside its container: valid UTF-8, relative, without "." and ".."; empty for a separate
    /// file.
    std::string name;
    std::uint32_t line = 0; ///< Of a trace in a text: where it begins, counted from 1.
    /// Unpacks a compressed file, as unpackCrashFile() does (unpack.h). Same
    /// errors.
    std::function<Result<CrashContent>()> open;
};

/// The crash files inside a zip archive, an Unreal crash archive, a stored multipart upload or a
/// Sentry envelope. For any other file the file itself, after decoding one layer of gzip, zstd,
/// lz4, xz or zlib. Members of archives may be compressed once more; archives in archives are not
/// opened. JSON events count only if a container holds nothing else. Several traces in
/// one text are files called "line 12". Errors: Unsupported (an
/// archive without a crash file; the text lists its members), Malformed, and those of the system.
Result<std::vector<CrashFile>> findCrashFiles(ByteView bytes, const ParseLimits& limits);

/// The same for a path. For a folder: a problem of abrt, or else crash files of all kinds in the
/// folder itself, known by their content, and in the databases of Crashpad, Electron and Firefox
/// (new, pending, completed, reports); of each at most 10,000 files are looked at. What a file
/// beside a dump says (ID.extra) comes with it. A path may continue into a container,
/// "uploads.zip/first.dmp", and then selects that part only.
Result<std::vector<CrashFile>> findCrashFilesAt(const std::filesystem::path& path,
                                                const ParseLimits& limits);

/// The file or folder that a path leads to or through: "uploads.zip" for "uploads.zip/first.dmp".
/// The path itself when there is none.
std::filesystem::path crashContainerOf(const std::filesystem::path& path);

/// The folder with the crash file or its container, where debug files may lie too.
std::filesystem::path crashFolderOf(const std::filesystem::path& path);

/// Opens the only crash file. Errors: Unsupported (there are several; the text names them), those
/// of opening.
Result<CrashContent> openOnlyCrashFile(const std::vector<CrashFile>& files);

std::vector<std::string> namesOf(const std::vector<CrashFile>& files);

/// "a.dmp, b.dmp and 3 more"
std::string crashFileNames(const std::vector<CrashFile>& files);

} // namespace faultline::intake
