// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/address_filter.h"

#include <array>

namespace faultline::net {

namespace {

template <std::size_t Size>
struct Network
{
    std::array<std::uint8_t, Size> prefix;
    unsigned bits;
};

constexpr std::array<Network<4>, 15> kReserved4{{
    {{0, 0, 0, 0}, 8},
    {{10, 0, 0, 0}, 8},
    {{100, 64, 0, 0}, 10},
    {{127, 0, 0, 0}, 8},
    {{169, 254, 0, 0}, 16},
    {{172, 16, 0, 0}, 12},
    {{192, 0, 0, 0}, 29},
    {{192, 0, 2, 0}, 24},
    {{192, 88, 99, 0}, 24},
    {{192, 168, 0, 0}, 16},
    {{198, 18, 0, 0}, 15},
    {{198, 51, 100, 0}, 24},
    {{203, 0, 113, 0}, 24},
    {{224, 0, 0, 0}, 4},
    {{240, 0, 0, 0}, 4},
}};

constexpr std::array<Network<16>, 11> kReserved6{{
    {{0}, 127},                           // Unspecified and loopback.
    {{0x00, 0x64, 0xff, 0x9b, 0, 1}, 48}, // Local-use NAT64.
    {{0x01, 0x00}, 64},                   // Discard-only.
    {{0x20, 0x01}, 23},                   // IETF protocol assignments, including Teredo.
    {{0x20, 0x01, 0x0d, 0xb8}, 32},       // Documentation.
    {{0x3f, 0xff}, 20},                   // Documentation.
    {{0x5f, 0x00}, 16},                   // Segment routing.
    {{0xfc, 0x00}, 7},                    // Unique local.
    {{0xfe, 0x80}, 10},                   // Link-local.
    {{0xfe, 0xc0}, 10},                   // Site-local, deprecated.
    {{0xff, 0x00}, 8},                    // Multicast.
}};

/// Prefixes that are followed by the four bytes of an IPv4 address.
struct Embedding
{
    Network<16> network;
    std::size_t offset;
};

constexpr std::array<Embedding, 5> kEmbeddings{{
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96}, 12}, // Mapped.
    {{{0}, 96}, 12},                                        // Compatible, deprecated.
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96}, 12},       // Translated (SIIT).
    {{{0x00, 0x64, 0xff, 0x9b}, 96}, 12},                   // NAT64.
    {{{0x20, 0x02}, 16}, 2},                                // 6to4.
}};

template <std::size_t Size>
bool contains(const Network<Size>& network, Bytes address)
{
    for (unsigned bit = 0; bit < network.bits; bit += 8) {
        const auto used = std::min(8u, network.bits - bit);
        const auto mask = static_cast<std::uint8_t>(0xff << (8 - used));
        const auto byte = std::to_integer<std::uint8_t>(address[bit / 8]);
        if ((byte & mask) != (network.prefix[bit / 8] & mask))
            return false;
    }
    return true;
}

template <class Networks>
bool containsAny(const Networks& networks, Bytes address)
{
    return std::ranges::any_of(
        networks, [address](const auto& network) { return contains(network, address); });
}

} // namespace

bool isReservedAddress(Bytes address)
{
    if (address.size() == 4)
        return containsAny(kReserved4, address);
    if (address.size() != 16 || containsAny(kReserved6, address))
        return true;
    for (const auto& embedding : kEmbeddings) {
        if (contains(embedding.network, address))
            return containsAny(kReserved4, address.subspan(embedding.offset, 4));
    }
    return false;
}

} // namespace faultline::net
