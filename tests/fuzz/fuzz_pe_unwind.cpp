// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

// The input is the exception directory (its first 24 bytes), unwind info (up to 512 bytes), and
// code.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::uint64_t kLoad = 0x140000000;
    constexpr std::size_t kFunctionBytes = 24;
    constexpr std::size_t kInfoBytes = 512;
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto cut = [&](std::size_t begin, std::size_t count) {
        const auto part = bytes.subspan(std::min(begin, bytes.size()));
        const auto taken = part.first(std::min(count, part.size()));
        return std::vector<std::byte>(taken.begin(), taken.end());
    };
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Pe, Arch::Amd64);
    object->setLoadAddress(kLoad);
    object->addSection(".pdata", kLoad + 0x2000, cut(0, kFunctionBytes));
    object->addSection(".xdata", kLoad + 0x3000, cut(kFunctionBytes, kInfoBytes));
    object->addSection(".text", kLoad + 0x1000, cut(kFunctionBytes, size), true);
    const auto table = unwind::makeUnwindTable(object, ParseLimits{});
    if (!table)
        return 0;
    StackBuilder stack(Arch::Amd64, OsFamily::Windows);
    const auto event = stack.stackBytes(0x400)
                           .set("rsp", StackBuilder::kStackBegin)
                           .set("rbp", StackBuilder::kStackBegin + 64)
                           .finish();
    unwind::UnwindQuery query;
    query.moduleAddress = kLoad;
    query.callee = *event.threads[0].registers;
    for (std::uint64_t offset = 0x0ffe; offset < 0x1080; offset += 5) {
        query.lookupAddress = kLoad + offset;
        query.isExact = (offset & 1) != 0;
        query.callee.set(specialRegisters(CpuFamily::Intel64).pc, query.lookupAddress);
        static_cast<void>((*table)->unwind(query, *event.asNative()->memory));
    }
    return 0;
}
