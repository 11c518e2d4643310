// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/temp_file.h"

#include "core/base/descriptor_limit.h"
#include "core/base/file.h"
#include "core/base/random_id.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace faultline {

namespace {

/// Also covers quotas and limits on file sizes.
bool meansDiskFull(int code)
{
    return code == ENOSPC || code == EDQUOT || code == EFBIG;
}

/// 0, or the errno value that stopped it.
int writeAll(int fd, std::uint64_t offset, Bytes bytes)
{
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto count = ::pwrite(fd, bytes.data() + done, bytes.size() - done,
                                    static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno;
        done += static_cast<std::size_t>(count);
    }
    return 0;
}

constexpr std::string_view kPrefix = "faultline-";
constexpr std::string_view kSuffix = ".tmp";

std::string newName()
{
    return concat(kPrefix, randomName(), kSuffix);
}

/// Returns the descriptor, or -1 with errno. `folder` may be AT_FDCWD.
int createExclusively(int folder, const std::string& name)
{
    return openWhenPossible([&] {
        return ::openat(folder, name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                        0600);
    });
}

/// Names the file also after it has lost all its names.
std::string processPath(int fd)
{
    return concat("/proc/self/fd/", fd);
}

bool copyAll(int from, int to)
{
    constexpr std::size_t kPieceBytes = 1 << 20;
    std::vector<std::byte> piece(kPieceBytes);
    for (std::uint64_t offset = 0;;) {
        const auto count = ::pread(from, piece.data(), piece.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count == 0;
        const auto got = static_cast<std::size_t>(count);
        if (writeAll(to, offset, Bytes(piece).first(got)) != 0)
            return false;
        offset += got;
    }
}

} // namespace

bool TempFile::isName(std::string_view name)
{
    return name.starts_with(kPrefix) && name.ends_with(kSuffix) &&
           isRandomName(name.substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size()));
}

Result<TempFile> TempFile::create(const std::filesystem::path& folder, std::uint64_t reservedBytes)
{
    // A parallel cleanup may remove an empty folder after we created it and before we create the
    // file.
    for (int attempt = 0; attempt < 3; ++attempt) {
        std::error_code ignored;
        std::filesystem::create_directories(folder, ignored);
        const auto path = folder / newName();
        const int fd = createExclusively(AT_FDCWD, path.string());
        if (fd >= 0)
            return TempFile(fd, path, reservedBytes);
        if (errno != ENOENT)
            break;
    }
    return std::unexpected(errorFromErrno(errno, "create a temporary file in", folder));
}

Result<TempFile> TempFile::create(const Folder& folder, std::uint64_t reservedBytes)
{
    const auto name = newName();
    const int fd = createExclusively(folder.descriptor(), name);
    if (fd < 0)
        return std::unexpected(errorFromErrno(errno, "create a temporary file in", folder.path()));
    return TempFile(fd, folder.path() / name, reservedBytes);
}

Result<TempFile> TempFile::createNameless(const std::filesystem::path& folder)
{
    const int fd = openWhenPossible(
        [&] { return ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); });
    if (fd < 0)
        return create(folder);
    TempFile file(fd, {}, 0);
    file.m_folder = folder;
    file.m_isNameless = true;
    if (::access(processPath(fd).c_str(), F_OK) != 0)
        return create(folder); // Without /proc it could never get a name.
    return file;
}

Result<TempFile> TempFile::createInMemory(std::uint64_t reservedBytes)
{
    const int fd = openWhenPossible([] { return ::memfd_create("faultline", MFD_CLOEXEC); });
    if (fd < 0)
        return std::unexpected(errorFromErrno(errno, "create", "a file in memory"));
    TempFile file(fd, {}, reservedBytes);
    file.m_inMemory = true;
    return file;
}

TempFile TempFile::createLater(std::uint64_t reservedBytes, Opener open)
{
    TempFile file(-1, {}, reservedBytes);
    file.m_open = std::move(open);
    return file;
}

/// The caller holds no lock.
Result<void> TempFile::openNow()
{
    if (!m_open)
        return {};
    const std::unique_lock lock(*m_place);
    if (m_fd >= 0)
        return {}; // Another thread has created it.
    FL_TRY(auto file, m_open());
    m_path = std::exchange(file.m_path, {});
    m_folder = std::move(file.m_folder);
    m_fd = std::exchange(file.m_fd, -1);
    m_inMemory = file.m_inMemory;
    return {};
}

Result<TempFile> TempFile::createSibling() const
{
    if (m_open)
        return createLater(m_reserved, m_open);
    if (m_inMemory)
        return createInMemory(m_reserved);
    auto file = create(m_folder, m_reserved);
    const bool isTrouble = !file && file.error().kind == ErrorKind::Internal;
    return isTrouble ? createInMemory(m_reserved) : std::move(file);
}

TempFile::TempFile(TempFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_folder(std::move(other.m_folder)), m_size(other.m_size),
      m_reserved(other.m_reserved), m_fd(std::exchange(other.m_fd, -1)),
      m_inMemory(other.m_inMemory), m_isNameless(other.m_isNameless),
      m_open(std::exchange(other.m_open, nullptr)), m_token(std::move(other.m_token)),
      m_place(std::move(other.m_place))
{
    other.m_path.clear();
}

TempFile& TempFile::operator=(TempFile&& other) noexcept
{
    if (this != &other) {
        discard();
        m_path = std::exchange(other.m_path, {});
        m_folder = std::move(other.m_folder);
        m_size = other.m_size;
        m_reserved = other.m_reserved;
        m_fd = std::exchange(other.m_fd, -1);
        m_inMemory = other.m_inMemory;
        m_isNameless = other.m_isNameless;
        m_open = std::exchange(other.m_open, nullptr);
        m_token = std::move(other.m_token);
        m_place = std::move(other.m_place);
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
    if (!m_path.empty() && !m_inMemory)
        ::unlink(m_path.c_str());
    m_path.clear();
    m_token.reset();
}

Result<void> TempFile::append(Bytes bytes)
{
    return writeAt(m_size, bytes);
}

Result<void> TempFile::writeAt(std::uint64_t offset, Bytes bytes)
{
    FL_CHECK(writeRaw(m_reserved + offset, bytes));
    // Writes inside the present size change nothing here: several threads may write disjoint
    // ranges.
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

/// EBADF: the file is yet to be created.
int TempFile::tryWrite(std::uint64_t offset, Bytes bytes)
{
    const std::shared_lock lock(*m_place);
    if (m_fd < 0)
        return EBADF;
    if (m_inMemory && offset + bytes.size() > kMaxBytesInMemory)
        return ENOSPC;
    return writeAll(m_fd, offset, bytes);
}

Result<void> TempFile::writeRaw(std::uint64_t offset, Bytes bytes)
{
    auto code = tryWrite(offset, bytes);
    if (code == EBADF && m_open) {
        FL_CHECK(openNow());
        code = tryWrite(offset, bytes);
    }
    if (meansDiskFull(code) && moveToMemory(offset + bytes.size()))
        code = tryWrite(offset, bytes);
    if (code != 0)
        return std::unexpected(errorFromErrno(code, "write", shownPath()));
    return {};
}

/// The descriptor's number stays the same, so that other threads can continue writing.
bool TempFile::moveToMemory(std::uint64_t neededBytes)
{
    const std::unique_lock lock(*m_place);
    struct stat info = {};
    if (::fstat(m_fd, &info) != 0 || neededBytes > kMaxBytesInMemory ||
        static_cast<std::uint64_t>(info.st_size) > kMaxBytesInMemory)
        return false;
    if (m_inMemory)
        return true; // Another thread has already moved it.
    const int memory = openWhenPossible([] { return ::memfd_create("faultline", MFD_CLOEXEC); });
    if (memory < 0)
        return false;
    const bool moved = copyAll(m_fd, memory) && ::dup3(memory, m_fd, O_CLOEXEC) >= 0;
    ::close(memory);
    if (!moved)
        return false;
    ::unlink(m_path.c_str()); // Frees the little space that the file used.
    m_inMemory = true;
    return true;
}

Result<void> TempFile::truncate(std::uint64_t sizeBytes)
{
    if (sizeBytes == m_size && m_fd < 0)
        return {}; // Nothing was written yet.
    FL_CHECK(openNow());
    if (::ftruncate(m_fd, static_cast<off_t>(m_reserved + sizeBytes)) != 0)
        return std::unexpected(errorFromErrno(errno, "resize", shownPath()));
    m_size = sizeBytes;
    return {};
}

Result<ByteView> TempFile::map() const
{
    if (m_fd < 0)
        return ByteView(); // Nothing was written yet.
    FL_TRY(const auto whole, mapOwnDescriptor(m_fd));
    return whole.from(m_reserved);
}

Result<void> TempFile::removeName()
{
    FL_CHECK(openNow());
    if (m_inMemory)
        return {};
    if (::unlink(m_path.c_str()) != 0)
        return std::unexpected(errorFromErrno(errno, "remove", m_path));
    m_path.clear();
    return {};
}

Result<void> TempFile::setMode(mode_t mode)
{
    FL_CHECK(openNow());
    if (::fchmod(m_fd, mode) != 0)
        return std::unexpected(errorFromErrno(errno, "set the mode of", shownPath()));
    return {};
}

void TempFile::giveTo(UserId user, gid_t group)
{
    if (m_fd >= 0)
        static_cast<void>(::fchown(m_fd, user, group) == 0); // Else it stays this user's.
}

const std::filesystem::path& TempFile::shownPath() const
{
    return m_path.empty() ? m_folder : m_path;
}

Result<void> TempFile::prepareToKeep(const std::filesystem::path& target)
{
    FL_CHECK(openNow());
    if (m_inMemory)
        return fail(ErrorKind::Internal, "no space left on the disk for ", target.string());
    if (m_isNameless)
        return takeName(m_folder);
    if (m_path.empty())
        return fail(ErrorKind::Internal, "a temporary file without a name cannot be kept as ",
                    target.string());
    return {};
}

Result<void> TempFile::takeName(const std::filesystem::path& folder)
{
    auto path = folder / newName();
    if (::linkat(AT_FDCWD, processPath(m_fd).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) !=
        0)
        return std::unexpected(errorFromErrno(errno, "create", path));
    m_path = std::move(path);
    m_isNameless = false;
    return {};
}

Result<void> TempFile::keepAs(const std::filesystem::path& target)
{
    FL_CHECK(prepareToKeep(target));
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

Result<void> TempFile::keepIn(const Folder& folder, const std::string& name)
{
    const auto target = folder.path() / name;
    FL_CHECK(prepareToKeep(target));
    if (::renameat(AT_FDCWD, m_path.c_str(), folder.descriptor(), name.c_str()) != 0)
        return std::unexpected(errorFromErrno(errno, "rename to", target));
    m_path.clear();
    discard();
    return {};
}

} // namespace faultline
