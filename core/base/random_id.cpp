// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random_id.h"

#include "core/base/hex.h"

#include <cerrno>
#include <cstdlib>
#include <span>
#include <sys/random.h>

namespace faultline {

namespace {

constexpr std::size_t kNameDigits = 16;

bool isHyphenPosition(std::size_t index)
{
    return index == 8 || index == 13 || index == 18 || index == 23;
}

void fillRandomly(std::span<std::uint8_t> bytes)
{
    // So few bytes never come in part; only a signal before the system is ready can interrupt.
    while (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        if (errno != EINTR)
            std::abort(); // Ids that can be guessed would let anyone read any answer.
    }
}

} // namespace

std::array<std::uint8_t, 16> randomUuidBytes()
{
    std::array<std::uint8_t, 16> bytes{};
    fillRandomly(bytes);
    bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0f) | 0x40);
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3f) | 0x80);
    return bytes;
}

std::string uuidText(const std::array<std::uint8_t, 16>& bytes)
{
    std::string out;
    for (const char digit : hexOfBytes(std::as_bytes(std::span(bytes)))) {
        if (isHyphenPosition(out.size()))
            out += '-';
        out += digit;
    }
    return out;
}

std::string randomUuid()
{
    return uuidText(randomUuidBytes());
}

std::string randomName()
{
    std::array<std::uint8_t, kNameDigits / 2> bytes{};
    fillRandomly(bytes);
    return hexOfBytes(std::as_bytes(std::span(bytes)));
}

bool isRandomName(std::string_view name)
{
    return name.size() == kNameDigits &&
           name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string randomToken()
{
    std::array<std::uint8_t, 24> bytes{};
    fillRandomly(bytes);
    return hexOfBytes(std::as_bytes(std::span(bytes)));
}

} // namespace faultline
