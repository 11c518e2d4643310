// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/dwarf_expression.h"
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

namespace {

constexpr std::uint64_t kSection = 0x402000;
constexpr std::uint64_t kLoad = 0x400000;

Arch archOf(unsigned selector)
{
    constexpr std::array kArchs{Arch::Amd64,   Arch::X86,   Arch::Arm64,       Arch::Arm,
                                Arch::RiscV64, Arch::S390x, Arch::LoongArch64, Arch::Ppc64};
    return kArchs[selector % 4 + ((selector & 32) != 0 ? 4 : 0)];
}

object::ObjectPtr objectOf(unsigned selector, Bytes data)
{
    const std::vector<std::byte> bytes(data.begin(), data.end());
    const bool isMach = (selector & 4) != 0;
    auto object = std::make_shared<MemoryObject>(
        isMach ? object::FileFormat::MachO : object::FileFormat::Elf, archOf(selector));
    object->setLoadAddress(kLoad);
    object->setByteOrder((selector & 8) != 0 ? std::endian::big : std::endian::little);
    if (isMach) {
        object->addSection("__unwind_info", kSection, bytes);
        object->addSection("__text", kLoad + 0x1000, std::vector<std::byte>(0x100, std::byte{0x90}),
                           true);
        return object;
    }
    object->addSection((selector & 16) != 0 ? ".debug_frame" : ".eh_frame", kSection, bytes);
    // The last bytes of the section are also the header, so that both are mutated.
    object->addSection(
        ".eh_frame_hdr", kSection + bytes.size() / 2,
        {bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2), bytes.end()});
    return object;
}

void unwindAround(const unwind::UnwindTable& table, const Event& event)
{
    unwind::UnwindQuery query;
    query.moduleAddress = kLoad;
    query.callee = *event.threads[0].registers;
    for (std::uint64_t offset = 0xff0; offset < 0x1120; offset += 0x11) {
        query.lookupAddress = kLoad + offset;
        query.isExact = (offset & 1) != 0;
        query.callee.set(specialRegisters(query.callee.family()).pc, query.lookupAddress);
        static_cast<void>(table.unwind(query, *event.asNative()->memory));
        static_cast<void>(table.covers(offset));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
    StackBuilder stack(archOf(data[0]), OsFamily::Linux);
    stack.stackBytes(0x400);
    const auto event = stack.finish();
    if (const auto table = unwind::makeUnwindTable(objectOf(data[0], bytes), ParseLimits{}))
        unwindAround(**table, event);
    const unwind::ExpressionContext context{*event.threads[0].registers, *event.asNative()->memory,
                                            kLoad, std::endian::little, 8};
    static_cast<void>(unwind::evaluateExpression(
        bytes.first(std::min<std::size_t>(bytes.size(), 64)), context, std::nullopt));
    return 0;
}
