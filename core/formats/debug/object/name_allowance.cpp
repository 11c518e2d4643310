// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/name_allowance.h"

#include <algorithm>
#include <cstring>

namespace faultline::object {

namespace {

constexpr std::uint64_t kPerTableByte = 16;
constexpr std::uint64_t kPerRecord = 256;

} // namespace

NameAllowance::NameAllowance(std::uint64_t tableBytes, std::uint64_t recordCount)
    : m_bytesLeft(kPerTableByte * tableBytes + kPerRecord * recordCount)
{
}

std::string_view NameAllowance::nameIn(Bytes bytes)
{
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), m_bytesLeft));
    const void* const end = most == 0 ? nullptr : std::memchr(bytes.data(), 0, most);
    const auto length =
        end == nullptr
            ? most
            : static_cast<std::size_t>(static_cast<const std::byte*>(end) - bytes.data());
    m_bytesLeft -= length;
    if (end != nullptr)
        return asText(bytes.first(length));
    m_lost += most < bytes.size() ? 1 : 0;
    return {};
}

} // namespace faultline::object
