// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory_object.h"

#include <algorithm>

namespace faultline::test {

void MemoryObject::addSection(std::string name,
                              std::uint64_t address,
                              std::vector<std::byte> bytes,
                              bool isExecutable)
{
    object::ImageRange range;
    range.name = std::move(name);
    range.address = address;
    range.sizeBytes = bytes.size();
    range.executable = isExecutable;
    m_sections.push_back({std::move(range), ByteView::fromVector(std::move(bytes))});
}

std::vector<object::ImageRange> MemoryObject::ranges() const
{
    std::vector<object::ImageRange> ranges;
    for (const auto& section : m_sections)
        ranges.push_back(section.range);
    return ranges;
}

std::optional<ByteView> MemoryObject::section(std::string_view name) const
{
    const auto found = std::ranges::find_if(
        m_sections, [=](const Section& section) { return section.range.name == name; });
    return found == m_sections.end() ? std::nullopt : std::optional(found->bytes);
}

std::optional<ByteView> MemoryObject::readImage(std::uint64_t linkedAddress,
                                                std::uint64_t sizeBytes) const
{
    for (const auto& section : m_sections) {
        const auto offset = linkedAddress - section.range.address;
        if (offset < section.bytes.size())
            return section.bytes.slice(
                offset, std::min<std::uint64_t>(sizeBytes, section.bytes.size() - offset));
    }
    return std::nullopt;
}

} // namespace faultline::test
