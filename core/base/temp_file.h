#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <filesystem>
#include <memory>
#include <shared_mutex>

namespace faultline {

/// A file that disappears with this object unless it is kept. Written by one thread at a time. Some
/// bytes at its start may be reserved for a header that is written last; all sizes and positions
/// below are counted from behind them. On a full disk it goes on in memory, so that whoever waits
/// for its content still gets it; it can then no longer be kept. Errors of all calls:
/// PermissionDenied, Internal (with the system's text, e.g. no space left).
class TempFile
{
public:
    /// What a file may hold once it lives in memory; one that grows beyond fails as the disk did.
    static constexpr std::uint64_t kMaxBytesInMemory = 512ull << 20;

    /// In `folder` (created on demand), named tmp-<random>. `reservedBytes` is a multiple of the
    /// page size.
    static Result<TempFile> create(const std::filesystem::path& folder,
                                   std::uint64_t reservedBytes = 0);

    /// One that lives in memory from the start. Errors: Internal.
    static Result<TempFile> createInMemory(std::uint64_t reservedBytes = 0);

    /// An empty file in the same folder with the same reservation, to be swapped for this one; in
    /// memory where the disk has no room for another file.
    Result<TempFile> createSibling() const;

    TempFile(TempFile&& other) noexcept;
    TempFile& operator=(TempFile&& other) noexcept;
    ~TempFile();

    const std::filesystem::path& path() const { return m_path; }

    /// Its offsets are those of the file, reserved bytes included.
    int descriptor() const { return m_fd; }

    std::uint64_t reservedBytes() const { return m_reserved; }

    std::uint64_t sizeBytes() const { return m_size; }

    /// The disk was full; keepAs() will fail.
    bool isInMemory() const { return m_inMemory; }

    /// Appends at the end.
    Result<void> append(Bytes bytes);
    /// Overwrites or extends at a position; safe from several threads for disjoint ranges.
    Result<void> writeAt(std::uint64_t offset, Bytes bytes);
    Result<void> truncate(std::uint64_t sizeBytes);
    /// Writes the reserved bytes from their start; more than were reserved is Internal.
    Result<void> writeReserved(Bytes bytes);
    /// Maps the present content without the reserved bytes.
    Result<ByteView> map() const;
    /// Takes the name away at once, so that nothing is left behind even by a crash; keepAs() is
    /// impossible afterwards.
    Result<void> removeName();
    /// Renames onto `target`, replacing it; afterwards this object owns nothing.
    Result<void> keepAs(const std::filesystem::path& target);

private:
    TempFile(int fd, std::filesystem::path path, std::uint64_t reserved)
        : m_path(std::move(path)), m_folder(m_path.parent_path()), m_reserved(reserved), m_fd(fd)
    {
    }

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
    /// Held shared while writing, exclusively while the content moves into memory.
    std::unique_ptr<std::shared_mutex> m_place = std::make_unique<std::shared_mutex>();
};

} // namespace faultline
