#pragma once

#include "core/base/byte_view.h"
#include "core/formats/debug/elf/elf_sections.h"

#include <optional>

namespace faultline::elf {

/// Where functions' symbols do not lead to code but to descriptors, their first word to the code:
/// `.opd` of 64-bit PowerPC before its second ABI ("64-bit PowerPC ELF Application Binary Interface
/// Supplement", 3.2).
class FunctionDescriptors
{
public:
    FunctionDescriptors(const ElfLayout& layout, const ElfSections& sections);

    /// Absent when no descriptor is at that address, or when the file does not hold its bytes.
    std::optional<std::uint64_t> codeOf(std::uint64_t address) const;

private:
    std::endian m_order;
    std::uint64_t m_address = 0;
    std::optional<ByteView> m_content;
};

} // namespace faultline::elf
