// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::test {

/// Builds a binary file field by field. A label stands for an offset that is not yet known: refer
/// to it at any time, place it once. Does not use the structures of the code under test, so that a
/// layout mistake cannot cancel itself out.
class ByteAssembler
{
public:
    struct Label
    {
        std::size_t index = 0;
    };

    explicit ByteAssembler(std::endian order = std::endian::little) : m_order(order) {}

    std::endian order() const { return m_order; }

    std::size_t size() const { return m_bytes.size(); }

    ByteAssembler& u8(std::uint64_t value) { return number(value, 1); }

    ByteAssembler& u16(std::uint64_t value) { return number(value, 2); }

    ByteAssembler& u32(std::uint64_t value) { return number(value, 4); }

    ByteAssembler& u64(std::uint64_t value) { return number(value, 8); }

    ByteAssembler& number(std::uint64_t value, std::size_t sizeBytes);
    ByteAssembler& zeros(std::size_t count);
    ByteAssembler& bytes(std::span<const std::byte> data);
    /// Adds the characters without a NUL.
    ByteAssembler& text(std::string_view characters);
    /// Adds ASCII characters as UTF-16 without a NUL.
    ByteAssembler& utf16(std::string_view ascii);
    /// Adds zeros up to the next multiple.
    ByteAssembler& align(std::size_t multiple);
    /// Overwrites an existing field.
    ByteAssembler& patch(std::size_t offset, std::uint64_t value, std::size_t sizeBytes);

    Label newLabel();
    /// Puts the label at the present end.
    ByteAssembler& place(Label label);

    /// Offset of a placed label.
    std::size_t positionOf(Label label) const { return m_labels.at(label.index); }

    /// Adds a field for the label's offset.
    ByteAssembler& offsetOf(Label label, std::size_t sizeBytes = 4);

    /// The finished bytes; labels never placed read as 0.
    std::vector<std::byte> finish();

private:
    struct Reference
    {
        std::size_t position;
        std::size_t sizeBytes;
        std::size_t label;
    };

    std::endian m_order;
    std::vector<std::byte> m_bytes;
    std::vector<std::size_t> m_labels;
    std::vector<Reference> m_references;
};

} // namespace faultline::test
