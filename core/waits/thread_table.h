// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace faultline::waits {

/// The threads of an event by the numbers that locks record. Built once for an event.
class ThreadTable
{
public:
    /// Keeps references to both.
    ThreadTable(const Event& event, const MemoryImage& memory);

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

    const Event& m_event;
    const MemoryImage& m_memory;
    std::vector<std::optional<std::uint64_t>> m_ids;
    std::unordered_map<std::uint64_t, std::optional<std::uint32_t>> m_byId;
    bool m_isWhole = true;
};

} // namespace faultline::waits
