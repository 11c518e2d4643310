// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/golang/go_debug_info.h"

// The input is the constants of a program: its function table and what the runtime says about it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    constexpr std::uint64_t kConstants = 0x480000;
    const auto bytes = std::as_bytes(std::span(data, size));
    golang::ProgramImage image;
    image.loadAddress = 0x400000;
    image.parts.push_back({0x401000, ByteView::fromVector(std::vector<std::byte>(0x1000)), true});
    image.parts.push_back({kConstants, ByteView::copyOf(bytes), false});
    if (golang::looksLikeFunctionTable(bytes))
        image.functionTable = image.parts.back();
    auto program = golang::openGoProgram(std::move(image));
    if (!program)
        return 0;
    const auto& table = (*program)->table();
    for (std::uint64_t address = 0x401000; address < 0x401080; ++address) {
        if (const auto function = table.find(address))
            static_cast<void>(
                golang::valueAt(table.values(*function, function->stackBytes), address));
    }
    const auto reader = golang::makeGoDebugInfo(*std::move(program));
    for (std::size_t i = 0; i < reader->unitCount() && i < 4; ++i)
        static_cast<void>(reader->readUnit(i, {}));
    return 0;
}
