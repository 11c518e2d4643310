// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/folder.h"
#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <shared_mutex>

namespace faultline {

/// A file that is deleted with this object unless it is kept. One thread writes at a time. Its
/// first bytes may be reserved for a header that is written last; all sizes and positions below
/// count from the end of those bytes. If the disk is full, the content moves into memory, so that
/// its users still get it. Such a file can no longer be kept. Errors of all calls:
/// PermissionDenied, Internal (with the system's text, e.g. no space left).
class TempFile
{
public:
    /// The most that a file may hold in memory. A file that grows beyond it fails with the disk's
    /// error.
    static constexpr std::uint64_t kMaxBytesInMemory = 512ull << 20;

    /// Creates a file faultline-<random>.tmp in `folder`, which is created if needed. Only its
    /// owner may use it. `reservedBytes` is a multiple of the page size.
    static Result<TempFile> create(const std::filesystem::path& folder,
                                   std::uint64_t reservedBytes = 0);
    /// The same, in the folder that is open.
    static Result<TempFile> create(const Folder& folder, std::uint64_t reservedBytes = 0);

    /// Creates a file in `folder` that gets a name only when it is kept, so that not even the end
    /// of the process leaves it there. Where the system cannot do that, it has a name.
    static Result<TempFile> createNameless(const std::filesystem::path& folder);

    /// Could the name be that of a file that create() made?
    static bool isName(std::string_view name);

    using Opener = std::function<Result<TempFile>()>;

    /// Creates nothing until the first byte is written, so that work which waits for its turn, or
    /// finds that there is nothing to write, needs no descriptor. `open` makes the file, with the
    /// same reservation; its error is then the write's. Until then path() is empty.
    static TempFile createLater(std::uint64_t reservedBytes, Opener open);

    /// Creates a file that lives in memory from the start. Errors: Internal.
    static Result<TempFile> createInMemory(std::uint64_t reservedBytes = 0);

    /// An empty file in the same folder with the same reservation, to replace this one. It lives in
    /// memory if the disk has no room. It is created as late as this one was.
    Result<TempFile> createSibling() const;

    TempFile(TempFile&& other) noexcept;
    TempFile& operator=(TempFile&& other) noexcept;
    ~TempFile();

    const std::filesystem::path& path() const { return m_path; }

    std::uint64_t reservedBytes() const { return m_reserved; }

    std::uint64_t sizeBytes() const { return m_size; }

    /// True after the disk was full; keepAs() will fail.
    bool isInMemory() const { return m_inMemory; }

    /// Keeps `token` until the file is closed. Whoever counts open files lets it tell.
    void hold(std::shared_ptr<void> token) { m_token = std::move(token); }

    /// Appends at the end.
    Result<void> append(Bytes bytes);
    /// Overwrites or extends the content at a position. Several threads may write to disjoint
    /// ranges.
    Result<void> writeAt(std::uint64_t offset, Bytes bytes);
    Result<void> truncate(std::uint64_t sizeBytes);
    /// Writes the reserved bytes from their start. More bytes than were reserved is Internal.
    Result<void> writeReserved(Bytes bytes);
    /// Maps the present content, without the reserved bytes.
    Result<ByteView> map() const;
    /// Removes the file's name at once, so that even a crash leaves no file. keepAs() is impossible
    /// afterwards.
    Result<void> removeName();
    /// Sets who may use the file, as chmod() does.
    Result<void> setMode(mode_t mode);
    /// Gives the file to another user, if this one may do so.
    void giveTo(UserId user, gid_t group);
    /// Ensures that the file can be renamed to `target`, as far as it depends on the file.
    Result<void> prepareToKeep(const std::filesystem::path& target);
    /// Renames the file to `target` and replaces an existing one. This object owns nothing
    /// afterwards.
    Result<void> keepAs(const std::filesystem::path& target);
    /// The same in an open folder of the same file system.
    Result<void> keepIn(const Folder& folder, const std::string& name);

private:
    TempFile(int fd, std::filesystem::path path, std::uint64_t reserved)
        : m_path(std::move(path)), m_folder(m_path.parent_path()), m_reserved(reserved), m_fd(fd)
    {
    }

    Result<void> openNow();
    Result<void> takeName(const std::filesystem::path& folder);
    const std::filesystem::path& shownPath() const;
    Result<void> writeRaw(std::uint64_t offset, Bytes bytes);
    int tryWrite(std::uint64_t offset, Bytes bytes);
    bool moveToMemory(std::uint64_t neededBytes);

    void discard();

    std::filesystem::path m_path;
    std::filesystem::path m_folder;
    std::uint64_t m_size = 0;
    std::uint64_t m_reserved = 0;
    int m_fd = -1;
    bool m_inMemory = false;
    bool m_isNameless = false; ///< It can still get a name.
    Opener m_open;             ///< Null unless the file was created later; then for siblings, too.
    std::shared_ptr<void> m_token;
    /// Held shared while writing, and exclusively while the file is created or moves
    /// into memory.
    std::unique_ptr<std::shared_mutex> m_place = std::make_unique<std::shared_mutex>();
};

} // namespace faultline
