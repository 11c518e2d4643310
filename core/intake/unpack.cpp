// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/unpack.h"

#include "core/base/text.h"
#include "core/formats/crash/open/crash_kind.h"
#include "core/formats/crash/open/crash_readers.h"
#include "core/packing/unpack.h"

#include <algorithm>
#include <filesystem>

namespace faultline::intake {

namespace {

/// Returns the limit for the unpacked size of a crash file. Memory that a process never touched
/// packs to almost nothing, so the limit is higher than packing::expansionLimit().
std::uint64_t unpackedLimit(std::uint64_t packedBytes, const ParseLimits& limits)
{
    constexpr std::uint64_t kUnquestionedBytes = 64 << 20;
    constexpr std::uint64_t kMaxRatio = 2048;
    return std::min(limits.maxUnpackedEventBytes, kUnquestionedBytes + kMaxRatio * packedBytes);
}

bool isOverLimit(const Error& error)
{
    return error.kind == ErrorKind::TooLarge;
}

/// Returns what was unpacked before `damage`, or `damage` if its format needs the whole file.
Result<CrashContent> keepWhatIsThere(const TempFile& unpacked, Error damage)
{
    if (damage.kind != ErrorKind::Malformed || unpacked.sizeBytes() == 0)
        return std::unexpected(std::move(damage));
    FL_TRY(CrashContent content, unpacked.map());
    const auto* reader = crash::findCrashReader(content.bytes.span());
    if (reader == nullptr || !reader->readsCutFiles)
        return std::unexpected(std::move(damage));
    content.damage = std::move(damage.detail);
    return content;
}

} // namespace

Result<TempFile> createUnpackFile()
{
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    if (error)
        return fail(ErrorKind::Internal, "no folder for temporary files: ", error.message());
    FL_TRY(auto file, TempFile::create(folder));
    FL_CHECK(file.removeName());
    return file;
}

Result<CrashContent>
unpackInto(const Unpack& unpack, std::uint64_t packedBytes, const ParseLimits& limits)
{
    FL_TRY(auto file, createUnpackFile());
    const auto limit = unpackedLimit(packedBytes, limits);
    auto unpacked = unpack(file, limit);
    if (!unpacked && isOverLimit(unpacked.error()) && limit < limits.maxUnpackedEventBytes)
        return fail(unpacked.error().kind, unpacked.error().detail, " (", packedBytes,
                    " packed bytes, limit ", limit, "; a file that was unpacked before has none)");
    if (!unpacked)
        return keepWhatIsThere(file, std::move(unpacked).error());
    return file.map();
}

Result<CrashContent> unpackCrashFile(Bytes packed, const ParseLimits& limits)
{
    const auto unpack = [packed](TempFile& file, std::uint64_t maxBytes) {
        return packing::unpackByContent(packed, file, maxBytes, {});
    };
    return unpackInto(unpack, packed.size(), limits);
}

Result<CrashContent> undoCompression(ByteView bytes, const ParseLimits& limits)
{
    if (!crash::isCompressedFile(bytes.span()))
        return bytes;
    return unpackCrashFile(bytes.span(), limits);
}

} // namespace faultline::intake
