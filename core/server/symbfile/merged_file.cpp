// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbfile/merged_file.h"

#include "core/formats/debug/symbfile/symbfile_reader.h"
#include "core/formats/debug/symbfile/symbfile_writer.h"
#include "core/packing/unpack.h"

#include <algorithm>

namespace faultline::server::symbfile_api {

namespace {

constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kGzipMagic = "\x1f\x8b";

bool fits(const symbfile::Record& record, Kind kind)
{
    return std::holds_alternative<symbfile::Range>(record) == (kind == Kind::Ranges);
}

/// Calls `visit` for each record.
template <class Visit>
Result<void> readRecords(Bytes file, Kind kind, const std::stop_token& stop, Visit visit)
{
    FL_TRY(auto reader, symbfile::SymbfileReader::open(file));
    while (!stop.stop_requested()) {
        FL_TRY(const auto record, reader.next());
        if (!record)
            return {};
        if (!fits(*record, kind))
            return fail(ErrorKind::Malformed, "a record of another kind in a file of ",
                        kindName(kind));
        FL_CHECK(visit(*record));
    }
    return fail(ErrorKind::Cancelled, "upload cancelled");
}

/// Returns the parts as symbfiles: unchanged if each is one, or joined if they are slices of one.
std::vector<ByteView> filesOf(const std::vector<ByteView>& parts)
{
    const bool areFiles = std::all_of(parts.begin() + 1, parts.end(), isSymbfile);
    if (areFiles)
        return parts;
    std::vector<std::byte> joined;
    for (const auto& part : parts)
        joined.insert(joined.end(), part.span().begin(), part.span().end());
    return {ByteView::fromVector(std::move(joined))};
}

} // namespace

Result<ByteView> unpackUpload(const ByteView& body,
                              const std::filesystem::path& folder,
                              std::uint64_t limitBytes,
                              std::stop_token stop)
{
    const auto text = body.text();
    if (!text.starts_with(kZstdMagic) && !text.starts_with(kGzipMagic))
        return body;
    FL_TRY(auto unpacked, TempFile::create(folder));
    FL_CHECK(packing::unpackByContent(body.span(), unpacked, limitBytes, std::move(stop)));
    return unpacked.map();
}

bool isSymbfile(const ByteView& content)
{
    return content.text().starts_with(symbfile::kMagic);
}

Result<std::uint64_t> checkRecords(Bytes file, Kind kind)
{
    std::uint64_t count = 0;
    FL_CHECK(readRecords(file, kind, {}, [&](const symbfile::Record&) -> Result<void> {
        ++count;
        return {};
    }));
    return count;
}

Result<void>
mergeParts(const std::vector<ByteView>& parts, Kind kind, TempFile& out, std::stop_token stop)
{
    symbfile::SymbfileWriter writer([&](Bytes bytes) { return out.append(bytes); });
    for (const auto& file : filesOf(parts)) {
        auto copied = readRecords(file.span(), kind, stop, [&](const symbfile::Record& record) {
            return writer.add(record);
        });
        if (!copied && copied.error().kind == ErrorKind::Unsupported)
            return fail(ErrorKind::Malformed, copied.error().detail);
        FL_CHECK(std::move(copied));
    }
    return writer.finish();
}

} // namespace faultline::server::symbfile_api
