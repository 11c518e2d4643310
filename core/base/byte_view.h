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

/// Immutable bytes together with whatever keeps them alive (a mapping, a buffer). Copies are cheap
/// and share the backing; any parsed object that points into bytes holds their ByteView.
/// Thread-safe as immutable data is.
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
    /// Copies.
    static ByteView copyOf(Bytes bytes);

    Bytes span() const { return m_bytes; }

    const std::byte* data() const { return m_bytes.data(); }

    std::size_t size() const { return m_bytes.size(); }

    bool empty() const { return m_bytes.empty(); }

    /// The bytes as characters; valid as long as the backing.
    std::string_view text() const;

    const std::shared_ptr<const void>& owner() const { return m_owner; }

    /// A part sharing the backing; absent when the range does not lie inside.
    std::optional<ByteView> slice(std::uint64_t offset, std::uint64_t sizeBytes) const;
    /// From `offset` to the end; empty when offset is at or beyond the end.
    ByteView from(std::uint64_t offset) const;

private:
    std::shared_ptr<const void> m_owner;
    Bytes m_bytes;
};

/// The only places outside readers where bytes and characters are reinterpreted.
std::string_view asText(Bytes bytes);
Bytes asBytes(std::string_view text);

/// True when [offset, offset + size) lies inside `total` bytes; no arithmetic can wrap.
constexpr bool rangeFits(std::uint64_t offset, std::uint64_t sizeBytes, std::uint64_t total)
{
    return offset <= total && sizeBytes <= total - offset;
}

} // namespace faultline
