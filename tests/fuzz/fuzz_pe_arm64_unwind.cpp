// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

// The input is the exception directory (its first 16 bytes), then unwind records.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::uint64_t kLoad = 0x140000000;
    constexpr std::size_t kFunctionBytes = 16;
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto functions = bytes.first(std::min(kFunctionBytes, size));
    const auto records = bytes.subspan(functions.size());
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Pe, Arch::Arm64);
    object->setLoadAddress(kLoad);
    object->addSection(".pdata", kLoad + 0x2000, {functions.begin(), functions.end()});
    object->addSection(".xdata", kLoad + 0x3000, {records.begin(), records.end()});
    object->addSection(".text", kLoad + 0x1000, std::vector<std::byte>(0x100), true);
    const auto table = unwind::makeUnwindTable(object, ParseLimits{});
    if (!table)
        return 0;
    StackBuilder stack(Arch::Arm64, OsFamily::Windows);
    const auto event = stack.stackBytes(0x400)
                           .set("sp", StackBuilder::kStackBegin)
                           .set("fp", StackBuilder::kStackBegin + 64)
                           .finish();
    unwind::UnwindQuery query;
    query.moduleAddress = kLoad;
    query.callee = *event.threads[0].registers;
    for (std::uint64_t offset = 0x0ffc; offset < 0x1090; offset += 4) {
        query.lookupAddress = kLoad + offset;
        query.isExact = (offset & 4) != 0;
        query.callee.set(specialRegisters(CpuFamily::Arm64).pc, query.lookupAddress);
        static_cast<void>((*table)->unwind(query, *event.asNative()->memory));
        static_cast<void>((*table)->covers(offset));
    }
    return 0;
}
