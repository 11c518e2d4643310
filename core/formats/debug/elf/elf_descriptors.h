// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/formats/debug/elf/elf_sections.h"

#include <optional>

namespace faultline::elf {

/// Function descriptors. In 64-bit PowerPC before its second ABI, function symbols lead to
/// descriptors in `.opd`, whose first word leads to the code ("64-bit PowerPC ELF Application
/// Binary Interface Supplement", 3.2).
class FunctionDescriptors
{
public:
    FunctionDescriptors(const ElfLayout& layout, const ElfSections& sections);

    /// Absent when the address has no descriptor or the file lacks its bytes.
    std::optional<std::uint64_t> codeOf(std::uint64_t address) const;

private:
    std::endian m_order;
    std::uint64_t m_address = 0;
    std::optional<ByteView> m_content;
};

} // namespace faultline::elf
