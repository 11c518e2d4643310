// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/pdb_key.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace faultline::server::symcache_http {

namespace {

constexpr std::size_t kMaxNameBytes = 255;
constexpr std::size_t kGuidDigits = 32;

bool isForbidden(char c)
{
    constexpr std::string_view kForbidden = "/\\:\"*?<>|";
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || kForbidden.contains(c);
}

/// Windows opens a device under such a name, even with a suffix.
bool isDeviceName(std::string_view name)
{
    constexpr std::array<std::string_view, 4> kDevices{"con", "prn", "aux", "nul"};
    const auto stem = toLowerAscii(name.substr(0, name.find('.')));
    if (std::ranges::find(kDevices, stem) != kDevices.end())
        return true;
    return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) &&
           stem[3] >= '0' && stem[3] <= '9';
}

bool isSafeName(std::string_view name)
{
    if (name.empty() || name.size() > kMaxNameBytes || std::ranges::any_of(name, isForbidden))
        return false;
    // A leading dot marks hidden folders and this server's own ones.
    return name.front() != '.' && name.front() != ' ' && name.back() != ' ' && name.back() != '.' &&
           !isDeviceName(name) && isValidUtf8(name);
}

bool hasHyphensOfGuid(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((text[i] == '-') != (i == 8 || i == 13 || i == 18 || i == 23))
            return false;
    }
    return true;
}

std::optional<std::string> parseGuid(std::string_view text)
{
    if (text.size() == 38 && ((text.front() == '{' && text.back() == '}') ||
                              (text.front() == '(' && text.back() == ')')))
        text = text.substr(1, 36);
    if (text.size() != kGuidDigits && (text.size() != 36 || !hasHyphensOfGuid(text)))
        return std::nullopt;
    std::string digits;
    for (const char c : text) {
        if (text.size() == 36 && c == '-')
            continue;
        if (hexValue(c) < 0)
            return std::nullopt;
        digits += c;
    }
    return toUpperAscii(digits);
}

} // namespace

std::optional<PdbKey>
PdbKey::parse(std::string_view name, std::string_view guid, std::string_view age)
{
    const auto digits = parseGuid(guid);
    const auto number = age.empty() ? std::optional<std::uint64_t>(1) : parseDecimal(age);
    if (!digits || !isSafeName(name) || !number ||
        *number > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return PdbKey{std::string(name), *digits, static_cast<std::uint32_t>(*number)};
}

std::string PdbKey::folderName() const
{
    return guid + toUpperAscii(hexDigits(age));
}

DebugId PdbKey::debugId() const
{
    return DebugId::parse(guid).value_or(DebugId()).withAppendix(age);
}

} // namespace faultline::server::symcache_http
