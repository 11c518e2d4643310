#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::test {

/// Puts a binary file together field by field. A label stands for an offset that is not known yet:
/// refer to it at any time, place it once. Knows nothing of the structures of the code under test,
/// so that a layout mistake cannot cancel itself out.
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
    /// The characters, without a NUL.
    ByteAssembler& text(std::string_view characters);
    /// ASCII characters as UTF-16, without a NUL.
    ByteAssembler& utf16(std::string_view ascii);
    /// Zeros up to the next multiple.
    ByteAssembler& align(std::size_t multiple);
    /// Overwrites a field that exists already.
    ByteAssembler& patch(std::size_t offset, std::uint64_t value, std::size_t sizeBytes);

    Label newLabel();
    /// The label means the present end.
    ByteAssembler& place(Label label);

    /// Of a label that was placed.
    std::size_t positionOf(Label label) const { return m_labels.at(label.index); }

    /// A field that will hold the label's offset.
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
