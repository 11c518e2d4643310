// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace faultline {

/// Sixteen bytes of a random UUID (RFC 9562 version 4), drawn from the system's generator in one
/// call: nobody can guess them.
std::array<std::uint8_t, 16> randomUuidBytes();

/// Hyphenated, lower case.
std::string uuidText(const std::array<std::uint8_t, 16>& bytes);
std::string randomUuid();

/// 16 lower-case hex digits for the name of a temporary file, which nobody can foresee.
std::string randomName();
/// Could randomName() have made it?
bool isRandomName(std::string_view name);

/// A secret for URLs: 48 lower-case hex digits, 192 random bits.
std::string randomToken();

} // namespace faultline
