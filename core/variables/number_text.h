// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/formats/debug/object/value_info.h"

#include <optional>
#include <string>

namespace faultline::variables {

/// How the process's CPU has numbers in memory.
struct NumberForm
{
    std::endian order = std::endian::little;
    bool hasExtended = false; ///< `long double` of 10 to 16 bytes is the 80-bit format of x87.
    bool hasQuad = false;     ///< `long double` of 16 bytes is IEEE 754's format of 128 bits.
};

/// The value of a base type as text: "42", "-1", "true", "0.5", "1 + 2i", and the character itself
/// for a character. `bytes` are the
/// whole value in memory order. Absent for sizes and encodings that have no such text.
std::optional<std::string> baseText(const object::TypeInfo& type, Bytes bytes, NumberForm form);

/// An integer of up to 8 bytes, extended by its sign if it is signed. Absent for other sizes.
std::optional<std::uint64_t> integerOf(Bytes bytes, std::endian order, bool isSigned);

/// The names of an enumeration's value: "Red", "Read | Write", "Read | 0x40"; a number when no
/// enumerator fits.
std::string enumText(const object::TypeInfo& type, std::uint64_t value, bool isSigned);

/// The text in UTF-8: other bytes become \x escapes. `isCut` adds that more follows.
std::string validText(std::string_view text, bool isCut = false);

} // namespace faultline::variables
