// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/macho/macho_function_starts.h"

namespace faultline::macho {

std::vector<std::uint64_t> readFunctionStarts(const MachFile& file)
{
    const auto& table = file.functionStarts();
    const auto content = table ? file.file().slice(table->offset, table->sizeBytes) : std::nullopt;
    if (!content)
        return {};
    // Differences of addresses, the first counts from __TEXT; 0 ends them. Bit 0 selects the Thumb
    // instruction set.
    const bool isArm32 = cpuFamily(file.arch()) == CpuFamily::Arm32;
    const auto mask = isArm32 ? ~std::uint64_t{1} : ~std::uint64_t{0};
    std::vector<std::uint64_t> starts;
    ByteReader reader(content->span());
    auto address = file.loadAddress();
    // Functions have code in the file too: more than one for four bytes of it is an attack.
    while (!reader.atEnd() && starts.size() < file.file().size() / 4) {
        const auto distance = reader.uleb128();
        if (!reader.ok() || distance == 0 || address + distance < address)
            break;
        address += distance;
        starts.push_back(address & mask);
    }
    return starts;
}

} // namespace faultline::macho
