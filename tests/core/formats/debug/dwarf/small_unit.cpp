// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/debug/dwarf/small_unit.h"

namespace faultline::test {

SmallUnit::SmallUnit(std::uint8_t languageCode, std::endian order, std::string_view producer)
    : m_order(order)
{
    // DW_TAG_compile_unit with DW_AT_language, DW_AT_stmt_list and DW_AT_producer.
    declare(1, 0x11, true, {0x13, 0x0b, 0x10, 0x17, 0x25, 0x08});
    m_body.u8(1).u8(languageCode).u32(0).text(producer).u8(0);
}

std::unique_ptr<object::ValueInfoReader> SmallUnit::read()
{
    end();
    m_abbreviations.u8(0);
    setSection("debug_abbrev", m_abbreviations.finish());
    const auto body = m_body.finish();
    ByteAssembler info(m_order);
    info.u32(static_cast<std::uint32_t>(body.size() + kHeaderBytes - 4)).u16(4).u32(0).u8(8);
    setSection("debug_info", info.bytes(body).finish());
    dwarf::DwarfInput input;
    input.byteOrder = m_order;
    input.section = [this](std::string_view name) -> std::optional<ByteView> {
        const auto found = m_sections.find(name);
        return found == m_sections.end() ? std::nullopt : std::optional(found->second);
    };
    auto made = dwarf::makeValueReader(input, {});
    return made ? *std::move(made) : nullptr;
}

} // namespace faultline::test
