// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"

#include "core/base/descriptor.h"
#include "core/base/descriptor_limit.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace faultline {

namespace {

// --- SIGBUS guard
// -------------------------------------------------------------------------------------------------------
// The handler may only touch lock-free state: a fixed table of guarded ranges. A fault inside one
// of them gets a zero page mapped over it; any other fault goes to the previous handler. Ranges
// beyond the table's size are read into memory instead.

struct GuardedRange
{
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0}; ///< 0: the slot is free.
    std::atomic<bool> isCut{false};     ///< A page was missing.
};

/// As many mappings as Linux allows a process by default (vm.max_map_count).
constexpr std::size_t kMaxGuardedRanges = 65530;
std::array<GuardedRange, kMaxGuardedRanges> guardedRanges;
std::atomic<std::size_t> usedRanges{0}; // Slots from here on have never been used.
std::atomic<std::uint64_t> missingPages{0};
struct sigaction previousSigbus;

GuardedRange* rangeAt(std::uintptr_t address)
{
    const auto used = usedRanges.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < used; ++i) {
        auto& range = guardedRanges[i];
        if (address < range.end.load(std::memory_order_acquire) &&
            address >= range.begin.load(std::memory_order_acquire))
            return &range;
    }
    return nullptr;
}

void onSigbus(int signal, siginfo_t* info, void* context)
{
    const auto address = std::bit_cast<std::uintptr_t>(info->si_addr);
    if (auto* range = rangeAt(address)) {
        range->isCut.store(true, std::memory_order_release);
        missingPages.fetch_add(1, std::memory_order_release);
        const auto pageSize = static_cast<std::uintptr_t>(4096);
        void* page = std::bit_cast<void*>(address & ~(pageSize - 1));
        if (::mmap(page, pageSize, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
            MAP_FAILED)
            return;
    }
    if ((previousSigbus.sa_flags & SA_SIGINFO) != 0 && previousSigbus.sa_sigaction != nullptr) {
        previousSigbus.sa_sigaction(signal, info, context);
        return;
    }
    ::signal(SIGBUS, SIG_DFL);
    ::raise(SIGBUS);
}

void installSigbusHandler()
{
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action = {};
        action.sa_sigaction = onSigbus;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        ::sigaction(SIGBUS, &action, &previousSigbus);
    });
}

/// The slots that were used and are free again.
struct FreeRanges
{
    std::mutex mutex; // Guards slots.
    std::vector<std::size_t> slots;
};

FreeRanges& freeRanges()
{
    static FreeRanges free;
    return free;
}

/// A free slot, or absent when the table is full.
std::optional<std::size_t> takeSlot()
{
    auto& free = freeRanges();
    const std::lock_guard lock(free.mutex);
    if (!free.slots.empty()) {
        const auto slot = free.slots.back();
        free.slots.pop_back();
        return slot;
    }
    const auto slot = usedRanges.load(std::memory_order_relaxed);
    if (slot == guardedRanges.size())
        return std::nullopt;
    usedRanges.store(slot + 1, std::memory_order_release);
    return slot;
}

std::optional<std::size_t> guard(std::uintptr_t begin, std::size_t sizeBytes)
{
    installSigbusHandler();
    const auto slot = takeSlot();
    if (!slot)
        return std::nullopt;
    auto& range = guardedRanges[*slot];
    range.isCut.store(false, std::memory_order_relaxed);
    range.begin.store(begin, std::memory_order_release);
    range.end.store(begin + sizeBytes, std::memory_order_release);
    return slot;
}

void unguard(std::size_t slot)
{
    guardedRanges[slot].end.store(0, std::memory_order_release);
    auto& free = freeRanges();
    const std::lock_guard lock(free.mutex);
    free.slots.push_back(slot);
}

Result<Descriptor> openForReading(const std::filesystem::path& path)
{
    // Non-blocking only because of pipes: opening one would wait for a writer before we can see
    // what it is.
    const int fd =
        openWhenPossible([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); });
    if (fd < 0)
        return std::unexpected(errorFromErrno(errno, "open", path));
    return Descriptor(fd);
}

Result<std::uint64_t> regularFileSize(int file, const std::filesystem::path& path)
{
    struct stat info = {};
    if (::fstat(file, &info) != 0)
        return std::unexpected(errorFromErrno(errno, "stat", path));
    if (!S_ISREG(info.st_mode))
        return fail(ErrorKind::Unsupported, "not a regular file: ", path.string());
    return static_cast<std::uint64_t>(info.st_size);
}

Result<ByteView> readAll(int file, std::uint64_t sizeBytes, const std::filesystem::path& path)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(sizeBytes));
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto count =
            ::pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return std::unexpected(errorFromErrno(errno, "read", path));
        if (count == 0)
            break; // The file was truncated meanwhile; keep the bytes that it still has.
        done += static_cast<std::size_t>(count);
    }
    bytes.resize(done);
    return ByteView::fromVector(std::move(bytes));
}

Result<ByteView> mapOpenFile(int file, const std::filesystem::path& path)
{
    FL_TRY(const auto sizeBytes, regularFileSize(file, path));
    if (sizeBytes == 0)
        return ByteView();
    const auto length = static_cast<std::size_t>(sizeBytes);
    void* address = ::mmap(nullptr, length, PROT_READ, MAP_PRIVATE, file, 0);
    if (address == MAP_FAILED)
        return readAll(file, sizeBytes, path);
    const auto slot = guard(std::bit_cast<std::uintptr_t>(address), length);
    if (!slot) {
        ::munmap(address, length);
        return readAll(file, sizeBytes, path);
    }
    // The range is free before its addresses may be used for something else.
    std::shared_ptr<const void> owner(address, [length, slot = *slot](const void* mapped) {
        unguard(slot);
        ::munmap(const_cast<void*>(mapped), length);
    });
    return ByteView(std::move(owner), Bytes(static_cast<const std::byte*>(address), length));
}

} // namespace

Error errorFromErrno(int code, std::string_view action, const std::filesystem::path& path)
{
    const auto text = concat(action, " ", path.string(), ": ", std::strerror(code));
    switch (code) {
    case ENOENT:
    case ENOTDIR: return {ErrorKind::NotFound, text};
    case EACCES:
    case EPERM: return {ErrorKind::PermissionDenied, text};
    default: return {ErrorKind::Internal, text};
    }
}

Result<ByteView> mapOwnFile(const std::filesystem::path& path)
{
    FL_TRY(const auto file, openForReading(path));
    return mapOpenFile(file.get(), path);
}

Result<ByteView> mapOwnDescriptor(int descriptor, const std::filesystem::path& name)
{
    return mapOpenFile(descriptor, name);
}

Result<ByteView> mapForeignFile(const std::filesystem::path& path)
{
    return mapOwnFile(path);
}

std::uint64_t missingPageCount()
{
    return missingPages.load(std::memory_order_acquire);
}

bool isComplete(const ByteView& bytes)
{
    const auto* range = rangeAt(std::bit_cast<std::uintptr_t>(bytes.data()));
    return range == nullptr || !range->isCut.load(std::memory_order_acquire);
}

void releasePages(const ByteView& bytes)
{
    const auto* range = rangeAt(std::bit_cast<std::uintptr_t>(bytes.data()));
    if (range == nullptr)
        return;
    const auto begin = range->begin.load(std::memory_order_acquire);
    const auto end = range->end.load(std::memory_order_acquire);
    ::madvise(std::bit_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

Result<ByteView> readFile(const std::filesystem::path& path, std::uint64_t limitBytes)
{
    FL_TRY(auto file, openForReading(path));
    FL_TRY(const auto sizeBytes, regularFileSize(file.get(), path));
    if (sizeBytes > limitBytes)
        return fail(ErrorKind::Malformed, "file has ", sizeBytes, " bytes, limit ", limitBytes);
    return readAll(file.get(), sizeBytes, path);
}

FileIdentity fileIdentity(const struct stat& info)
{
    return {.sizeBytes = static_cast<std::uint64_t>(info.st_size),
            .mtimeNs = static_cast<std::int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 +
                       info.st_mtim.tv_nsec,
            .inode = static_cast<std::uint64_t>(info.st_ino),
            .device = static_cast<std::uint64_t>(info.st_dev)};
}

Result<FileIdentity> fileIdentity(const std::filesystem::path& path)
{
    struct stat info = {};
    if (::stat(path.c_str(), &info) != 0)
        return std::unexpected(errorFromErrno(errno, "stat", path));
    return fileIdentity(info);
}

} // namespace faultline
