// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/operands.h"
#include "core/analysis/tainted_block.h"
#include "core/disasm/disassembler.h"

#include <array>

using namespace faultline;

/// First byte: the CPU; the rest is code.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::array kFamilies{CpuFamily::Intel32, CpuFamily::Intel64, CpuFamily::Arm32,
                                   CpuFamily::Arm64};
    if (size < 2)
        return 0;
    const auto family = kFamilies[data[0] % kFamilies.size()];
    const auto mode = (data[0] & 0x80) != 0 ? disasm::Disassembler::ArmMode::Thumb
                                            : disasm::Disassembler::ArmMode::Arm;
    const auto code = std::as_bytes(std::span(data + 1, size - 1));
    const auto disassembler = disasm::Disassembler::create(family, mode);
    if (!disassembler)
        __builtin_trap();
    if (const auto decoded = disassembler->decode(code, 0x1000)) {
        if (decoded->sizeBytes > code.size())
            __builtin_trap();
        (void)analysis::parseInstruction(family, decoded->text);
    }
    (void)analysis::parseInstruction(family, asText(code));
    (void)analysis::followTaint(code, 0x1000, analysis::BadAccess::Read);
    return 0;
}
