// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/futex_object.h"

#include "core/waits/glibc_locks.h"
#include "core/waits/musl_locks.h"
#include "core/waits/qt_locks.h"

#include <array>

namespace faultline::waits {

namespace {

struct LibraryReader
{
    CLibrary cLibrary;
    std::optional<WaitObject> (*read)(const LockContext&, const FutexWait&);
};

/// The first that fits wins. Those with the most telling words come first.
constexpr std::array kReaders{
    LibraryReader{CLibrary::Glibc, readGlibcJoin},
    LibraryReader{CLibrary::Glibc, readGlibcMutex},
    LibraryReader{CLibrary::Glibc, readGlibcStreamLock},
    LibraryReader{CLibrary::Glibc, readGlibcReaderWriterLock},
    LibraryReader{CLibrary::Musl, readMuslJoin},
    LibraryReader{CLibrary::Musl, readMuslMutex},
    LibraryReader{CLibrary::Musl, readMuslStreamLock},
};

std::optional<WaitObject> readLibraryLock(const LockContext& context, const FutexWait& wait)
{
    for (const auto& row : kReaders) {
        if (context.cLibrary() != CLibrary::Unknown && context.cLibrary() != row.cLibrary)
            continue;
        if (auto object = row.read(context, wait))
            return object;
    }
    return std::nullopt;
}

bool isOtherLock(const FutexWait& wait)
{
    return (wait.function && wait.function->caller == WaitCaller::Other) ||
           !wait.mayBeCalledByLibrary(1);
}

/// The kernel itself follows the owner's id in the word (futex(2), "Priority-inheritance futexes").
std::optional<WaitObject> readPriorityFutex(const LockContext& context, const FutexWait& wait)
{
    Words words(context);
    const auto word = words.read32(wait.address, "futex");
    if (!wait.isPi || !words.isWhole())
        return std::nullopt;
    WaitObject object;
    object.kind = WaitObjectKind::Futex;
    object.address = wait.address;
    if (const auto owner = word & kFutexIdMask; owner != 0)
        setOwner(object, context, owner,
                 wait.isPrivate ? MaySpanProcesses::No : MaySpanProcesses::Yes);
    else
        object.ownerState = OwnerState::Nobody;
    object.evidence = words.take();
    return object;
}

/// What the names alone tell: never an owner.
WaitObject namedObject(const LockContext& context, const FutexWait& wait)
{
    WaitObject object;
    const bool isNamed = wait.function && wait.function->state == WaitState::Waiting &&
                         wait.function->kind != WaitObjectKind::Process;
    object.kind = isNamed && wait.function->kind != WaitObjectKind::Unknown ? wait.function->kind
                                                                            : WaitObjectKind::Futex;
    object.address = wait.address;
    const bool isLibraryLock = object.kind == WaitObjectKind::Mutex ||
                               object.kind == WaitObjectKind::RecursiveMutex ||
                               object.kind == WaitObjectKind::ThreadEnd;
    const bool recordsOwner = wait.isPi || (isLibraryLock && !isOtherLock(wait));
    if (recordsOwner && !context.memory.contains(wait.address))
        object.ownerState = OwnerState::NoMemory;
    return object;
}

} // namespace

WaitObject objectOfFutex(const LockContext& context, const FutexWait& wait)
{
    const auto read = isOtherLock(wait) ? readQtRecursiveMutex : readLibraryLock;
    if (auto object = read(context, wait))
        return *std::move(object);
    if (auto object = readPriorityFutex(context, wait))
        return *std::move(object);
    return namedObject(context, wait);
}

} // namespace faultline::waits
