// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace faultline::waits {

/// The C libraries that a program may use.
enum class CLibrary : std::uint8_t { Unknown, Glibc, Musl };

/// Offset of the thread id in musl's struct pthread; absent for CPUs that are not supported.
std::optional<std::uint64_t> muslIdOffset(CpuFamily family);

/// The threads of an event by the numbers that locks record. Built once for an event.
class ThreadTable
{
public:
    /// `named` is the C library that modules or functions name. Keeps references to the others.
    ThreadTable(const Event& event, const MemoryImage& memory, CLibrary named);

    /// The C library that is named, otherwise the one whose descriptors the threads have. Unknown
    /// in files of statically linked programs that do not record thread pointers.
    CLibrary cLibrary() const { return m_library; }

    /// Index into Event::threads. Absent when no thread has the id, or more than one has.
    std::optional<std::uint32_t> byId(std::uint64_t id) const;

    /// The thread whose descriptor of the C library (pthread_t) lies at `descriptor`.
    std::optional<std::uint32_t> byDescriptor(std::uint64_t descriptor) const;

    /// The thread id that the descriptor at `descriptor` records, if it is one of glibc's.
    std::optional<std::uint64_t> idInDescriptor(std::uint64_t descriptor) const;

    /// Offset of the thread id in glibc's struct pthread; absent for CPUs that are not supported.
    std::optional<std::uint64_t> idOffset() const;

    std::optional<std::uint64_t> idOf(std::uint32_t thread) const;

    std::size_t size() const { return m_ids.size(); }

    /// May a missing id be taken as the end of its thread? False when the memory numbers threads
    /// otherwise than the file, as when a debugger outside a container wrote it.
    bool isWhole() const { return m_isWhole; }

private:
    void add(std::uint32_t thread, std::uint64_t id);
    void findLibrary();
    std::optional<std::uint64_t> muslIdIn(std::uint64_t descriptor) const;
    std::optional<std::uint64_t> recordedId(std::uint64_t threadPointer) const;

    const Event& m_event;
    const MemoryImage& m_memory;
    CLibrary m_library = CLibrary::Unknown;
    std::vector<std::optional<std::uint64_t>> m_ids;
    std::unordered_map<std::uint64_t, std::optional<std::uint32_t>> m_byId;
    bool m_isWhole = true;
};

} // namespace faultline::waits
