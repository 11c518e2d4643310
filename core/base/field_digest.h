// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace faultline {

/// SHA-256 of a list of fields. Each is hashed with its length, so that no two lists have the same
/// digest because one field reaches into the next.
class FieldDigest
{
public:
    FieldDigest& add(std::string_view text);
    FieldDigest& addNumber(std::uint64_t number);

    /// 64 lower-case hexadecimal digits.
    std::string hex() const;

private:
    std::string m_fields;
};

} // namespace faultline
