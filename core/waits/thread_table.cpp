// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/thread_table.h"

#include <algorithm>

namespace faultline::waits {

namespace {

/// glibc, nptl/descr.h, struct pthread: a header of at least 24 words (x86-64: 704 bytes), then the
/// two pointers of `list`, then `tid`. sysdeps/{x86_64,i386}/nptl/tls.h, tcbhead_t: the third word
/// is the descriptor's own address. The offsets have been the same since glibc 2.4.
struct DescriptorLayout
{
    CpuFamily family;
    std::uint64_t idOffset;
    std::uint64_t selfOffset; // 0: the descriptor does not hold its own address.
};

constexpr std::array kDescriptors{DescriptorLayout{CpuFamily::Intel64, 0x2d0, 0x10},
                                  DescriptorLayout{CpuFamily::Intel32, 0x68, 0x8},
                                  DescriptorLayout{CpuFamily::Arm64, 0xd0, 0},
                                  DescriptorLayout{CpuFamily::Arm32, 0x68, 0}};

const DescriptorLayout* layoutOf(CpuFamily family)
{
    const auto found = std::ranges::find(kDescriptors, family, &DescriptorLayout::family);
    return found == kDescriptors.end() ? nullptr : &*found;
}

/// The thread pointer of a core file's thread; minidumps do not have it.
std::optional<std::uint64_t> threadPointer(const EventThread& thread)
{
    const auto found =
        std::ranges::find(thread.extraRegisters, "fs_base",
                          [](const auto& entry) -> std::string_view { return entry.first; });
    return found == thread.extraRegisters.end() || found->second == 0
               ? std::nullopt
               : std::optional(found->second);
}

} // namespace

/// musl, src/internal/pthread_impl.h, struct pthread: the descriptor begins with its own address.
/// After pointers comes tid.
std::optional<std::uint64_t> muslIdOffset(CpuFamily family)
{
    switch (family) {
    case CpuFamily::Intel64: return 48;
    case CpuFamily::Intel32: return 24;
    case CpuFamily::Arm64: return 32;
    case CpuFamily::Arm32: return 16;
    default: return std::nullopt;
    }
}

ThreadTable::ThreadTable(const Event& event, const MemoryImage& memory, CLibrary named)
    : m_event(event), m_memory(memory), m_library(named)
{
    for (const auto& thread : event.threads)
        m_ids.push_back(thread.id);
    if (m_library == CLibrary::Unknown)
        findLibrary();
    for (std::uint32_t i = 0; i < m_ids.size(); ++i) {
        const auto pointer = threadPointer(event.threads[i]);
        const auto recorded = pointer ? recordedId(*pointer) : std::nullopt;
        if (recorded && *recorded != 0 && recorded != m_ids[i])
            m_isWhole = false;
        if (m_ids[i])
            add(i, *m_ids[i]);
    }
    // Then no number of a lock can be compared with the file's.
    if (!m_isWhole)
        m_byId.clear();
}

/// Only the descriptor of the right library has the thread's id where it should be.
void ThreadTable::findLibrary()
{
    for (std::uint32_t i = 0; i < m_ids.size() && m_library == CLibrary::Unknown; ++i) {
        const auto pointer = threadPointer(m_event.threads[i]);
        if (!pointer || !m_ids[i])
            continue;
        if (idInDescriptor(*pointer) == m_ids[i])
            m_library = CLibrary::Glibc;
        else if (muslIdIn(*pointer) == m_ids[i])
            m_library = CLibrary::Musl;
    }
}

std::optional<std::uint64_t> ThreadTable::muslIdIn(std::uint64_t descriptor) const
{
    const auto family = cpuFamily(m_event.system.arch);
    const auto offset = muslIdOffset(family);
    if (!offset || m_memory.readUnsigned(descriptor, pointerSize(family)) != descriptor)
        return std::nullopt;
    return m_memory.readUnsigned(descriptor + *offset, 4);
}

/// The id of the thread in the descriptor that its thread pointer leads to.
std::optional<std::uint64_t> ThreadTable::recordedId(std::uint64_t threadPointer) const
{
    if (m_library == CLibrary::Musl)
        return muslIdIn(threadPointer);
    const auto id = idInDescriptor(threadPointer);
    return id || m_library == CLibrary::Glibc ? id : muslIdIn(threadPointer);
}

void ThreadTable::add(std::uint32_t thread, std::uint64_t id)
{
    const auto [at, isNew] = m_byId.emplace(id, thread);
    if (!isNew)
        at->second.reset();
}

std::optional<std::uint32_t> ThreadTable::byId(std::uint64_t id) const
{
    const auto found = m_byId.find(id);
    return found == m_byId.end() ? std::nullopt : found->second;
}

std::optional<std::uint64_t> ThreadTable::idOf(std::uint32_t thread) const
{
    return thread < m_ids.size() ? m_ids[thread] : std::nullopt;
}

std::optional<std::uint64_t> ThreadTable::idOffset() const
{
    const auto* layout = layoutOf(cpuFamily(m_event.system.arch));
    return layout != nullptr ? std::optional(layout->idOffset) : std::nullopt;
}

std::optional<std::uint64_t> ThreadTable::idInDescriptor(std::uint64_t descriptor) const
{
    const auto family = cpuFamily(m_event.system.arch);
    const auto* layout = layoutOf(family);
    if (layout == nullptr || descriptor == 0)
        return std::nullopt;
    if (layout->selfOffset != 0 &&
        m_memory.readUnsigned(descriptor + layout->selfOffset, pointerSize(family)) != descriptor)
        return std::nullopt;
    return m_memory.readUnsigned(descriptor + layout->idOffset, 4);
}

std::optional<std::uint32_t> ThreadTable::byDescriptor(std::uint64_t descriptor) const
{
    const auto id = idInDescriptor(descriptor);
    return id ? byId(*id) : std::nullopt;
}

} // namespace faultline::waits
