#pragma once

#include "core/base/result.h"
#include "core/base/byte_view.h"

#include <filesystem>

namespace faultline {

/// A file that disappears with this object unless it is kept. Written by one thread at a time.
/// Errors of all calls: PermissionDenied, Internal (with the system's text, e.g. no space left).
class TempFile
{
public:
    /// In `folder` (created on demand), named tmp-<random>.
    static Result<TempFile> create(const std::filesystem::path& folder);

    TempFile(TempFile&& other) noexcept;
    TempFile& operator=(TempFile&& other) noexcept;
    ~TempFile();

    const std::filesystem::path& path() const { return m_path; }

    int descriptor() const { return m_fd; }

    std::uint64_t sizeBytes() const { return m_size; }

    /// Appends at the end.
    Result<void> append(Bytes bytes);
    /// Overwrites or extends at a position; safe from several threads for disjoint ranges.
    Result<void> writeAt(std::uint64_t offset, Bytes bytes);
    Result<void> truncate(std::uint64_t sizeBytes);
    /// Maps the present content.
    Result<ByteView> map() const;
    /// Renames onto `target`, replacing it; afterwards this object owns nothing.
    Result<void> keepAs(const std::filesystem::path& target);

private:
    TempFile(int fd, std::filesystem::path path) : m_path(std::move(path)), m_fd(fd) {}

    void discard();

    std::filesystem::path m_path;
    std::uint64_t m_size = 0;
    int m_fd = -1;
};

} // namespace faultline
