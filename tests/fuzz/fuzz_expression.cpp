// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/expression.h"
#include "tests/core/variables/fake_value_info.h"

// Input: a byte of flags, then an expression of DWARF.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    if (size < 1)
        return 0;
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
    test::FakeValueInfo info;
    info.facts.order = (data[0] & 1) != 0 ? std::endian::big : std::endian::little;
    info.facts.addressBytes = (data[0] & 2) != 0 ? 4 : 8;
    info.addresses = {0x40, 0x80};
    info.base("int", object::BaseEncoding::Signed, 4);
    info.base("double", object::BaseEncoding::Float, 8);
    object::VariableInfo variable;
    variable.location = object::LocationExpression{bytes, test::FakeValueInfo::kUnit};
    info.add(variable);
    test::FakeMemory memory;
    memory.setWord(0x2010, 0x1122334455667788);
    test::FakeFrame frame(info, memory);
    frame.registers = {{0, 0x11}, {3, 0x2000}, {6, ~std::uint64_t{0}}};
    frame.base = 0x2010;
    frame.cfa = 0x2020;
    frame.entryValues = {{0x55, 0x77}};
    variables::ExpressionBudget budget;
    const auto storage =
        variables::evaluateLocation({bytes, test::FakeValueInfo::kUnit}, frame, budget);
    auto absence = variables::Absence::None;
    static_cast<void>(storage.read(16, memory));
    static_cast<void>(storage.from(3).readBits(13, memory, absence));
    static_cast<void>(variables::evaluateNumber({bytes, test::FakeValueInfo::kUnit}, frame, budget,
                                                std::uint64_t{0x2010}));
    return 0;
}
