// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/field_digest.h"

#include "core/base/hash.h"
#include "core/base/result.h"

namespace faultline {

FieldDigest& FieldDigest::add(std::string_view text)
{
    m_fields += concat(text.size(), ":", text);
    return *this;
}

FieldDigest& FieldDigest::addNumber(std::uint64_t number)
{
    return add(concat(number));
}

std::string FieldDigest::hex() const
{
    return sha256Hex(asBytes(m_fields));
}

} // namespace faultline
