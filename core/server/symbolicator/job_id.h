// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::server {

/// A request id: a random UUID (RFC 9562 version 4).
class JobKey
{
public:
    static JobKey random();
    /// Of a version 4 UUID, made elsewhere.
    static JobKey ofBytes(const std::array<std::uint8_t, 16>& bytes);
    /// Hyphenated, simple, braced, or URN form, in any case (docs/spec/http-api.md §5.1).
    static std::optional<JobKey> parse(std::string_view text);

    /// Hyphenated, lower case.
    std::string text() const;

    const std::array<std::uint8_t, 16>& bytes() const { return m_bytes; }

    friend auto operator<=>(const JobKey&, const JobKey&) = default;

private:
    std::array<std::uint8_t, 16> m_bytes{};
};

} // namespace faultline::server
