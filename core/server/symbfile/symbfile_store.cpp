// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbfile/symbfile_store.h"

#include "core/base/debug_id.h"
#include "core/base/file.h"
#include "core/base/hex.h"
#include "core/base/random_id.h"
#include "core/base/temp_file.h"
#include "core/formats/debug/symbfile/messages.h"
#include "core/packing/compression.h"
#include "core/server/symbfile/merged_file.h"
#include "core/server/symbfile/part_folder.h"

namespace faultline::server::symbfile_api {

/// The place of one kind of record of one file.
struct SymbfileStore::Place
{
    Kind kind;
    std::filesystem::path folder;

    std::filesystem::path complete() const { return folder / concat(kindName(kind), ".zst"); }

    PartFolder parts() const { return PartFolder(folder / concat(kindName(kind), ".parts")); }
};

namespace {

std::vector<std::byte> bytesOfHex(std::string_view digits)
{
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(hexValue(digits[i]) << 4 | hexValue(digits[i + 1])));
    return bytes;
}

/// A frame of its own after the file's: the read API leaves it out.
Result<void> appendLoadAddress(std::uint64_t address, TempFile& packed)
{
    std::string message;
    symbfile::appendMessage(symbfile::MessageType::LoadAddress, hexDigits(address), message);
    return packing::packZstd(asBytes(message), packed);
}

} // namespace

std::vector<std::string> buildNames(const std::string& buildId)
{
    if (buildId.empty())
        return {};
    std::vector<std::string> names{buildId};
    const auto debugId = DebugId::fromBuildId(bytesOfHex(buildId), std::endian::little);
    if (debugId && debugId->uuidHex() != buildId)
        names.push_back(debugId->uuidHex());
    return names;
}

std::string_view kindName(Kind kind)
{
    return kind == Kind::Ranges ? "ranges" : "returnpads";
}

std::shared_ptr<std::mutex> SymbfileStore::lockOf(Kind kind, const symbfile::FileId& id)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_locks, [](const auto& entry) { return entry.second.expired(); });
    auto& known = m_locks[{kind, id}];
    auto result = known.lock();
    if (!result) {
        result = std::make_shared<std::mutex>();
        known = result;
    }
    return result;
}

std::filesystem::path SymbfileStore::folderOf(const symbfile::FileId& id) const
{
    const auto name = id.hex();
    return m_options.folder / name.substr(0, 2) / name;
}

Result<SymbfileStore::Outcome> SymbfileStore::addPart(Kind kind,
                                                      const UploadHeaders& headers,
                                                      const ByteView& body,
                                                      std::stop_token stop)
{
    const Place place{kind, folderOf(headers.id)};
    FL_TRY(const auto content,
           unpackUpload(body, m_options.folder, m_options.maxUnpackedBytes, stop));
    // A later part shows at once whether it is a slice. The first part shows it only together with
    // the others.
    if (headers.parts == 1 || (headers.part > 0 && isSymbfile(content)))
        FL_CHECK(checkRecords(content.span(), kind));
    const auto mutex = lockOf(kind, headers.id);
    const std::lock_guard lock(*mutex);
    auto parts = place.parts();
    parts.expire(m_options.unfinishedLifetime);
    FL_CHECK(parts.add(headers.part, headers.parts, content.span()));
    if (!parts.isComplete(headers.parts))
        return Outcome::WaitsForParts;
    const auto completed = complete(place, headers, std::move(stop));
    if (completed || broadKind(completed.error().kind) == ErrorKind::Malformed)
        parts.removeAll(); // Remove the parts: if they make no valid file, the client has to send
                           // all of them again.
    FL_CHECK(completed);
    return Outcome::Completed;
}

Result<void> SymbfileStore::complete(const Place& place,
                                     const UploadHeaders& headers,
                                     std::stop_token stop) const
{
    FL_TRY(const auto contents, place.parts().readAll(headers.parts));
    std::uint64_t totalBytes = 0;
    for (const auto& content : contents)
        totalBytes += content.size();
    if (totalBytes > m_options.maxUnpackedBytes)
        return fail(ErrorKind::Malformed, "parts of ", totalBytes, " bytes, limit ",
                    m_options.maxUnpackedBytes);
    FL_TRY(auto merged, TempFile::create(place.folder));
    FL_CHECK(mergeParts(contents, place.kind, merged, std::move(stop)));
    FL_TRY(const auto plain, merged.map());
    FL_TRY(auto packed, TempFile::create(place.folder));
    FL_CHECK(packing::packZstd(plain.span(), packed));
    if (headers.loadAddress)
        FL_CHECK(appendLoadAddress(*headers.loadAddress, packed));
    FL_CHECK(packed.keepAs(place.complete()));
    return place.kind == Kind::Ranges ? linkBuild(headers) : Result<void>();
}

/// Makes the file findable by the build id and by the debug id that it gives. The links point to
/// the file's name, so they stay right when a later upload replaces it.
Result<void> SymbfileStore::linkBuild(const UploadHeaders& headers) const
{
    const auto target = std::filesystem::path("../..") /
                        folderOf(headers.id).lexically_relative(m_options.folder) / "ranges.zst";
    for (const auto& name : buildNames(headers.buildId)) {
        const auto folder = m_options.folder / "builds" / name.substr(0, 2);
        const auto unfinished = folder / concat(".", randomUuid());
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        if (!error)
            std::filesystem::create_symlink(target, unfinished, error);
        if (!error)
            std::filesystem::rename(unfinished, folder / (name + ".zst"), error);
        if (error) {
            std::error_code ignored;
            std::filesystem::remove(unfinished, ignored); // Its random name is ours.
            return std::unexpected(errorFromErrno(error.value(), "link", folder));
        }
    }
    return {};
}

Result<ByteView> SymbfileStore::read(Kind kind, const symbfile::FileId& id) const
{
    FL_TRY(auto file, mapOwnFile(Place{kind, folderOf(id)}.complete()));
    return file.slice(0, packing::firstZstdFrameBytes(file.span())).value_or(file);
}

} // namespace faultline::server::symbfile_api
