// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/hash.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace faultline::server {

/// The secret that the instances of a fleet share. It is never sent: what they tell each other has
/// a seal, which only those who know it can make.
class FleetKey
{
public:
    /// A seal for one use is none for another.
    enum class Use : std::uint8_t { Id, Ask, Answer };

    explicit FleetKey(std::string token) : m_token(std::move(token)) {}

    /// HMAC-SHA-256 over the use and the parts, whose borders count.
    Sha256Digest seal(Use use, std::initializer_list<std::string_view> parts) const;
    /// The same as 64 lower-case digits.
    std::string sealText(Use use, std::initializer_list<std::string_view> parts) const;

private:
    std::string m_token;
};

} // namespace faultline::server
