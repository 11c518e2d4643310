// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/process_memory.h"

#include <algorithm>
#include <map>

namespace faultline::variables {

ProcessMemory::ProcessMemory(std::shared_ptr<const MemoryImage> dump)
    : m_dump(dump ? std::move(dump) : std::make_shared<const MemoryImage>())
{
}

void ProcessMemory::addFile(const object::ObjectPtr& file, std::uint64_t moduleAddress)
{
    if (!file ||
        (file->format() != object::FileFormat::Elf && file->format() != object::FileFormat::MachO))
        return;
    const auto ranges = file->ranges();
    std::map<std::string_view, unsigned> uses;
    for (const auto& range : ranges)
        ++uses[range.name];
    for (const auto& range : ranges) {
        // A name alone does not tell which of two sections is meant.
        if (range.writable || range.sizeBytes == 0 || uses[range.name] != 1)
            continue;
        auto bytes = file->section(range.name);
        if (bytes && bytes->size() == range.sizeBytes)
            m_added.push_back({.address = range.address - file->loadAddress() + moduleAddress,
                               .bytes = *std::move(bytes)});
    }
}

void ProcessMemory::finish()
{
    m_files = MemoryImage(std::move(m_added), m_dump->byteOrder());
    m_added.clear();
}

std::size_t ProcessMemory::read(std::uint64_t address, std::span<std::byte> out) const
{
    std::size_t done = 0;
    while (done < out.size()) {
        auto count = m_dump->read(address + done, out.subspan(done));
        // The dump comes first, also after bytes of a file.
        if (count == 0)
            count = m_files.read(address + done,
                                 out.subspan(done, std::min<std::size_t>(out.size() - done, 64)));
        if (count == 0)
            break;
        done += count;
    }
    return done;
}

} // namespace faultline::variables
