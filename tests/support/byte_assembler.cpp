// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/byte_assembler.h"

namespace faultline::test {

ByteAssembler& ByteAssembler::number(std::uint64_t value, std::size_t sizeBytes)
{
    m_bytes.resize(m_bytes.size() + sizeBytes);
    return patch(m_bytes.size() - sizeBytes, value, sizeBytes);
}

ByteAssembler& ByteAssembler::patch(std::size_t offset, std::uint64_t value, std::size_t sizeBytes)
{
    for (std::size_t i = 0; i < sizeBytes; ++i) {
        const std::size_t place = m_order == std::endian::little ? i : sizeBytes - 1 - i;
        m_bytes.at(offset + place) = static_cast<std::byte>(value >> (8 * i) & 0xff);
    }
    return *this;
}

ByteAssembler& ByteAssembler::zeros(std::size_t count)
{
    m_bytes.resize(m_bytes.size() + count);
    return *this;
}

ByteAssembler& ByteAssembler::bytes(std::span<const std::byte> data)
{
    m_bytes.insert(m_bytes.end(), data.begin(), data.end());
    return *this;
}

ByteAssembler& ByteAssembler::text(std::string_view characters)
{
    return bytes(std::as_bytes(std::span(characters)));
}

ByteAssembler& ByteAssembler::utf16(std::string_view ascii)
{
    for (const char c : ascii)
        u16(static_cast<unsigned char>(c));
    return *this;
}

ByteAssembler& ByteAssembler::align(std::size_t multiple)
{
    return zeros((multiple - size() % multiple) % multiple);
}

ByteAssembler::Label ByteAssembler::newLabel()
{
    m_labels.push_back(0);
    return {m_labels.size() - 1};
}

ByteAssembler& ByteAssembler::place(Label label)
{
    m_labels.at(label.index) = size();
    return *this;
}

ByteAssembler& ByteAssembler::offsetOf(Label label, std::size_t sizeBytes)
{
    m_references.push_back({size(), sizeBytes, label.index});
    return zeros(sizeBytes);
}

std::vector<std::byte> ByteAssembler::finish()
{
    for (const auto& reference : m_references)
        patch(reference.position, m_labels.at(reference.label), reference.sizeBytes);
    return std::move(m_bytes);
}

} // namespace faultline::test
