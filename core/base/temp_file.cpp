#include "core/base/temp_file.h"

#include "core/base/file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace faultline {

Result<TempFile> TempFile::create(const std::filesystem::path& folder, std::uint64_t reservedBytes)
{
    std::string name = (folder / "tmp-XXXXXX").string();
    // A cleanup beside us may remove an empty folder between its creation and ours of the file.
    for (int attempt = 0; attempt < 3; ++attempt) {
        std::error_code ignored;
        std::filesystem::create_directories(folder, ignored);
        const int fd = ::mkostemp(name.data(), O_CLOEXEC);
        if (fd >= 0)
            return TempFile(fd, name, reservedBytes);
        if (errno != ENOENT)
            break;
        name = (folder / "tmp-XXXXXX").string();
    }
    return std::unexpected(errorFromErrno(errno, "create a temporary file in", folder));
}

Result<TempFile> TempFile::createSibling() const
{
    return create(m_path.parent_path(), m_reserved);
}

TempFile::TempFile(TempFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_size(other.m_size), m_reserved(other.m_reserved),
      m_fd(std::exchange(other.m_fd, -1))
{
    other.m_path.clear();
}

TempFile& TempFile::operator=(TempFile&& other) noexcept
{
    if (this != &other) {
        discard();
        m_path = std::exchange(other.m_path, {});
        m_size = other.m_size;
        m_reserved = other.m_reserved;
        m_fd = std::exchange(other.m_fd, -1);
    }
    return *this;
}

TempFile::~TempFile()
{
    discard();
}

void TempFile::discard()
{
    if (m_fd >= 0)
        ::close(m_fd);
    m_fd = -1;
    if (!m_path.empty())
        ::unlink(m_path.c_str());
    m_path.clear();
}

Result<void> TempFile::append(Bytes bytes)
{
    return writeAt(m_size, bytes);
}

Result<void> TempFile::writeAt(std::uint64_t offset, Bytes bytes)
{
    FL_CHECK(writeRaw(m_reserved + offset, bytes));
    // Not touched within the present size: several threads may write disjoint ranges there.
    if (offset + bytes.size() > m_size)
        m_size = offset + bytes.size();
    return {};
}

Result<void> TempFile::writeReserved(Bytes bytes)
{
    if (bytes.size() > m_reserved)
        return fail(ErrorKind::Internal, "header of ", bytes.size(), " bytes, ", m_reserved,
                    " reserved");
    return writeRaw(0, bytes);
}

Result<void> TempFile::writeRaw(std::uint64_t offset, Bytes bytes)
{
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto count = ::pwrite(m_fd, bytes.data() + done, bytes.size() - done,
                                    static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return std::unexpected(errorFromErrno(errno, "write", m_path));
        done += static_cast<std::size_t>(count);
    }
    return {};
}

Result<void> TempFile::truncate(std::uint64_t sizeBytes)
{
    if (::ftruncate(m_fd, static_cast<off_t>(m_reserved + sizeBytes)) != 0)
        return std::unexpected(errorFromErrno(errno, "resize", m_path));
    m_size = sizeBytes;
    return {};
}

Result<ByteView> TempFile::map() const
{
    FL_TRY(const auto whole, mapOwnDescriptor(m_fd));
    return whole.from(m_reserved);
}

Result<void> TempFile::removeName()
{
    if (::unlink(m_path.c_str()) != 0)
        return std::unexpected(errorFromErrno(errno, "remove", m_path));
    m_path.clear();
    return {};
}

Result<void> TempFile::keepAs(const std::filesystem::path& target)
{
    if (m_path.empty())
        return fail(ErrorKind::Internal, "a temporary file without a name cannot be kept as ",
                    target.string());
    for (int attempt = 0; attempt < 3; ++attempt) {
        std::error_code ignored;
        std::filesystem::create_directories(target.parent_path(), ignored);
        if (::rename(m_path.c_str(), target.c_str()) == 0) {
            m_path.clear();
            discard();
            return {};
        }
        if (errno != ENOENT)
            break;
    }
    return std::unexpected(errorFromErrno(errno, "rename to", target));
}

} // namespace faultline
