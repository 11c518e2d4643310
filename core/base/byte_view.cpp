// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_view.h"

namespace faultline {

ByteView ByteView::fromVector(std::vector<std::byte> bytes)
{
    auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    const Bytes span(*owner);
    return {std::move(owner), span};
}

ByteView ByteView::fromString(std::string text)
{
    auto owner = std::make_shared<const std::string>(std::move(text));
    const Bytes span = asBytes(*owner);
    return {std::move(owner), span};
}

ByteView ByteView::copyOf(Bytes bytes)
{
    return fromVector(std::vector<std::byte>(bytes.begin(), bytes.end()));
}

std::string_view ByteView::text() const
{
    return asText(m_bytes);
}

std::optional<ByteView> ByteView::slice(std::uint64_t offset, std::uint64_t sizeBytes) const
{
    if (!rangeFits(offset, sizeBytes, m_bytes.size()))
        return std::nullopt;
    return ByteView(m_owner, m_bytes.subspan(static_cast<std::size_t>(offset),
                                             static_cast<std::size_t>(sizeBytes)));
}

ByteView ByteView::from(std::uint64_t offset) const
{
    if (offset >= m_bytes.size())
        return {m_owner, Bytes()};
    return {m_owner, m_bytes.subspan(static_cast<std::size_t>(offset))};
}

// The only place where bytes and characters change into each other.
// NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast)
std::string_view asText(Bytes bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Bytes asBytes(std::string_view text)
{
    return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

const unsigned char* asUnsignedChars(const std::byte* bytes)
{
    return reinterpret_cast<const unsigned char*>(bytes);
}

unsigned char* asUnsignedChars(std::byte* bytes)
{
    return reinterpret_cast<unsigned char*>(bytes);
}

// NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)

} // namespace faultline
