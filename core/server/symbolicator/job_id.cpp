// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/job_id.h"

#include "core/base/byte_view.h"
#include "core/base/hex.h"
#include "core/base/random_id.h"
#include "core/base/text.h"

namespace faultline::server {

namespace {

constexpr std::string_view kUrnPrefix = "urn:uuid:";

bool isHyphenPosition(std::size_t index)
{
    return index == 8 || index == 13 || index == 18 || index == 23;
}

/// Returns the 32 digits without hyphens and braces; empty when the text has no accepted form.
std::string plainDigits(std::string_view text)
{
    if (text.size() == 38 && text.starts_with('{') && text.ends_with('}'))
        text = text.substr(1, 36);
    else if (text.size() == 45 && equalsIgnoreCase(text.substr(0, kUrnPrefix.size()), kUrnPrefix))
        text.remove_prefix(kUrnPrefix.size());
    if (text.size() == 32)
        return std::string(text);
    std::string digits;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isHyphenPosition(i) != (text[i] == '-'))
            return {};
        if (text[i] != '-')
            digits += text[i];
    }
    return digits;
}

} // namespace

/// Ids must not be guessable, because the id alone gives access to a result.
JobKey JobKey::random()
{
    return ofBytes(randomUuidBytes());
}

JobKey JobKey::ofBytes(const std::array<std::uint8_t, 16>& bytes)
{
    JobKey key;
    key.m_bytes = bytes;
    return key;
}

std::optional<JobKey> JobKey::parse(std::string_view text)
{
    const auto digits = plainDigits(text);
    if (digits.size() != 32)
        return std::nullopt;
    JobKey key;
    for (std::size_t i = 0; i < key.m_bytes.size(); ++i) {
        const int high = hexValue(digits[2 * i]);
        const int low = hexValue(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        key.m_bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return key;
}

std::string JobKey::text() const
{
    return uuidText(m_bytes);
}

} // namespace faultline::server
