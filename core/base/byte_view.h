// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

using Bytes = std::span<const std::byte>;

/// Immutable bytes together with the object that keeps them alive (a mapping, a buffer). Copies are
/// cheap and share that owner. A parsed object that points into bytes holds their ByteView.
/// Thread-safe because nothing changes.
class ByteView
{
public:
    ByteView() = default;

    /// `owner` keeps `bytes` alive; null for static storage.
    ByteView(std::shared_ptr<const void> owner, Bytes bytes)
        : m_owner(std::move(owner)), m_bytes(bytes)
    {
    }

    static ByteView fromVector(std::vector<std::byte> bytes);
    static ByteView fromString(std::string text);
    /// Makes a copy of the bytes.
    static ByteView copyOf(Bytes bytes);

    Bytes span() const { return m_bytes; }

    const std::byte* data() const { return m_bytes.data(); }

    std::size_t size() const { return m_bytes.size(); }

    bool empty() const { return m_bytes.empty(); }

    /// The bytes as characters. Valid while a ByteView of the same owner exists.
    std::string_view text() const;

    const std::shared_ptr<const void>& owner() const { return m_owner; }

    /// A part that shares the owner. Absent when the range does not lie inside.
    std::optional<ByteView> slice(std::uint64_t offset, std::uint64_t sizeBytes) const;
    /// The bytes from `offset` to the end; empty when offset is at or beyond the end.
    ByteView from(std::uint64_t offset) const;

private:
    std::shared_ptr<const void> m_owner;
    Bytes m_bytes;
};

/// Reinterprets bytes as characters, or characters as bytes. Only readers do so elsewhere.
std::string_view asText(Bytes bytes);
Bytes asBytes(std::string_view text);
/// The same for libraries in C.
const unsigned char* asUnsignedChars(const std::byte* bytes);
unsigned char* asUnsignedChars(std::byte* bytes);

/// Does [offset, offset + size) lie inside `total` bytes? The arithmetic cannot wrap.
constexpr bool rangeFits(std::uint64_t offset, std::uint64_t sizeBytes, std::uint64_t total)
{
    return offset <= total && sizeBytes <= total - offset;
}

} // namespace faultline
