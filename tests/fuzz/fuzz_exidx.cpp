// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

// The input is the index (its first 32 bytes), the tables (64 bytes), then the functions' code.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::uint64_t kCode = 0x1000;
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto cut = [&](std::size_t begin, std::size_t count) {
        const auto part = bytes.subspan(std::min(begin, bytes.size()));
        const auto taken = part.first(std::min(count, part.size()));
        return std::vector<std::byte>(taken.begin(), taken.end());
    };
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::ArmV7);
    object->addSection(".ARM.exidx", 0x2000, cut(0, 32));
    object->addSection(".ARM.extab", 0x3000, cut(32, 64));
    object->addSection(".text", kCode, cut(96, 256), true);
    const auto table = unwind::makeUnwindTable(object, ParseLimits{});
    if (!table)
        return 0;
    StackBuilder stack(Arch::ArmV7, OsFamily::Linux);
    const auto event = stack.stackBytes(0x400)
                           .set("sp", StackBuilder::kStackBegin)
                           .set("r7", StackBuilder::kStackBegin + 64)
                           .finish();
    unwind::UnwindQuery query;
    query.callee = *event.threads[0].registers;
    for (std::uint64_t address = kCode - 2; address < kCode + 0x60; ++address) {
        query.lookupAddress = address & ~std::uint64_t{1};
        query.isExact = (address & 2) != 0;
        query.callee.set(specialRegisters(CpuFamily::Arm32).pc, address);
        static_cast<void>((*table)->unwind(query, *event.asNative()->memory));
        static_cast<void>((*table)->covers(address));
    }
    return 0;
}
