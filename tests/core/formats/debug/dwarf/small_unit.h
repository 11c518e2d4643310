// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/value_reader.h"
#include "tests/support/dwarf_builder.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace faultline::test {

/// A unit of DWARF 4 with addresses of 8 bytes and the entries that a test writes. All of it lies
/// at the beginning of .debug_info; its line program is the first.
class SmallUnit
{
public:
    explicit SmallUnit(std::uint8_t languageCode = 0x0c,
                       std::endian order = std::endian::little,
                       std::string_view producer = {});

    /// Declares the entries of a code from 2 on. `specs` are attributes and forms in turn.
    void declare(unsigned code, unsigned tag, bool hasChildren, const std::vector<unsigned>& specs)
    {
        addAbbreviation(m_abbreviations, code, tag, hasChildren, specs);
    }

    /// Begins an entry. Its attributes are written behind it.
    ByteAssembler& entry(unsigned code) { return m_body.u8(code); }

    /// Ends the children of an entry.
    void end() { m_body.u8(0); }

    /// The offset of the next entry, in the unit and in the section.
    std::uint32_t here() const { return static_cast<std::uint32_t>(kHeaderBytes + m_body.size()); }

    void setSection(const std::string& name, std::vector<std::byte> bytes)
    {
        m_sections[name] = ByteView::fromVector(std::move(bytes));
    }

    /// Ends the unit. Null when it cannot be read. The unit must outlive the reader.
    std::unique_ptr<object::ValueInfoReader> read();

private:
    static constexpr std::size_t kHeaderBytes = 11;

    std::endian m_order;
    ByteAssembler m_abbreviations{m_order};
    ByteAssembler m_body{m_order};
    std::map<std::string, ByteView, std::less<>> m_sections;
};

} // namespace faultline::test
