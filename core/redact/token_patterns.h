// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/text_patterns.h"

namespace faultline::redact {

/// A key or token that says what it is: of a known service (AWS, GitHub, …), a JSON Web Token, what
/// follows "Bearer", what is assigned to "password" or the like. It may begin after `at`.
std::optional<Part> findNamedToken(std::string_view text, std::size_t at);

/// Thirty-two or more hexadecimal digits. Ids look the same; the caller knows those of the report.
std::optional<Part> findLongHex(std::string_view text, std::size_t at);

enum class Slashes : std::uint8_t { Separate, Belong };

/// Thirty-two or more digits of base64 that look random. In paths, slashes separate.
std::optional<Part> findRandomText(std::string_view text, std::size_t at, Slashes slashes);

} // namespace faultline::redact
