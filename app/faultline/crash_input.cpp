// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/crash_input.h"

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/intake/unpack.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <unistd.h>

namespace faultline::app {

namespace {

constexpr std::string_view kStandardInput = "-";

/// Copies standard input into a file without a name. Errors: TooLarge, those of reading and
/// writing.
Result<ByteView> readStandardInput(std::uint64_t maxBytes)
{
    FL_TRY(auto file, intake::createUnpackFile());
    std::array<std::byte, 64 << 10> buffer{};
    while (true) {
        const auto count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return std::unexpected(errorFromErrno(errno, "read", "standard input"));
        if (count == 0)
            return file.map();
        if (file.sizeBytes() + static_cast<std::uint64_t>(count) > maxBytes)
            return fail(ErrorKind::TooLarge, "standard input has more than ", maxBytes, " bytes");
        FL_CHECK(file.append(Bytes(buffer.data(), static_cast<std::size_t>(count))));
    }
}

Result<std::vector<intake::CrashFile>> filesAt(const std::filesystem::path& path,
                                               const ParseLimits& limits)
{
    if (path != kStandardInput)
        return intake::findCrashFilesAt(path, limits);
    FL_TRY(auto bytes, readStandardInput(limits.maxUnpackedEventBytes));
    return intake::findCrashFiles(std::move(bytes), limits);
}

} // namespace

Result<std::vector<intake::CrashFile>> chooseCrashFiles(const std::filesystem::path& path,
                                                        const std::optional<std::string>& part,
                                                        const ParseLimits& limits)
{
    FL_TRY(auto files, filesAt(path, limits));
    if (part == "all" || (!part && files.size() == 1))
        return files;
    if (!part)
        return fail(ErrorKind::Unsupported, "holds ", files.size(),
                    " crash files; choose one with --part NAME, or take --part all: ",
                    intake::crashFileNames(files));
    auto found = std::ranges::find(files, *part, &intake::CrashFile::name);
    if (found == files.end())
        found = std::ranges::find(
            files, *part, [](const intake::CrashFile& file) { return baseName(file.name); });
    if (found == files.end())
        return fail(ErrorKind::NotFound, "no part ", *part,
                    files.size() == 1 ? "; it holds one crash"
                                      : concat("; it holds ", intake::crashFileNames(files)));
    return std::vector{*found};
}

Result<intake::Input> readCrashInput(const std::filesystem::path& path, const ParseLimits& limits)
{
    FL_TRY(const auto files, chooseCrashFiles(path, std::nullopt, limits));
    FL_TRY(auto content, files.front().open());
    return intake::readInput(std::move(content), limits, intake::openPolicy());
}

std::string crashFileLabel(const std::filesystem::path& path, const intake::CrashFile& file)
{
    const auto shown =
        path == kStandardInput ? std::string("standard input") : escapeControls(path.string());
    return file.name.empty() ? shown : concat(shown, ": ", escapeControls(file.name));
}

} // namespace faultline::app
