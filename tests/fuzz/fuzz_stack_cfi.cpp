// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

using namespace faultline;
using namespace faultline::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const auto arch = (data[0] & 1) != 0 ? Arch::X86 : Arch::Amd64;
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Breakpad, arch);
    object->addSection("STACK", 0, {bytes.begin(), bytes.end()});
    const auto table = unwind::makeUnwindTable(object, ParseLimits{});
    if (!table)
        return 0;
    StackBuilder stack(arch, OsFamily::Windows);
    const auto event = stack.stackBytes(0x400).finish();
    unwind::UnwindQuery query;
    query.callee = *event.threads[0].registers;
    for (std::uint64_t address = 0x0ff0; address < 0x1040; address += 3) {
        query.lookupAddress = address;
        query.isExact = (address & 1) != 0;
        query.grandCalleeParameterBytes = static_cast<std::uint32_t>(address & 0x1c);
        static_cast<void>((*table)->unwind(query, *event.asNative()->memory));
        static_cast<void>((*table)->covers(address));
    }
    return 0;
}
