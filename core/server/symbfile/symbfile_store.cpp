#include "core/server/symbfile/symbfile_store.h"

#include "core/base/file.h"
#include "core/base/temp_file.h"
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
    const auto completed = complete(place, headers.parts, std::move(stop));
    if (completed || completed.error().kind == ErrorKind::Malformed)
        parts.removeAll(); // Remove the parts: if they make no valid file, the client has to send
                           // all of them again.
    FL_CHECK(completed);
    return Outcome::Completed;
}

Result<void>
SymbfileStore::complete(const Place& place, std::uint32_t parts, std::stop_token stop) const
{
    FL_TRY(const auto contents, place.parts().readAll(parts));
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
    return packed.keepAs(place.complete());
}

Result<ByteView> SymbfileStore::read(Kind kind, const symbfile::FileId& id) const
{
    return mapOwnFile(Place{kind, folderOf(id)}.complete());
}

} // namespace faultline::server::symbfile_api
