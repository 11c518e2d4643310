// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_descriptors.h"

#include "core/formats/debug/elf/elf_constants.h"

namespace faultline::elf {

FunctionDescriptors::FunctionDescriptors(const ElfLayout& layout, const ElfSections& sections)
    : m_order(layout.order)
{
    const auto* section = layout.machine == EM_PPC64 ? sections.find(".opd") : nullptr;
    if (section == nullptr)
        return;
    m_address = section->address;
    m_content = sections.content(*section);
}

std::optional<std::uint64_t> FunctionDescriptors::codeOf(std::uint64_t address) const
{
    if (!m_content || address < m_address || address - m_address >= m_content->size())
        return std::nullopt;
    ByteReader reader(m_content->span(), m_order);
    reader.seek(static_cast<std::size_t>(address - m_address));
    const auto code = reader.u64();
    return reader.ok() ? std::optional(code) : std::nullopt;
}

} // namespace faultline::elf
