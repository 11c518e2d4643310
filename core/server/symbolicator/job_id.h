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
    /// Hyphenated, simple, braced, or URN form, in any case (docs/spec/http-api.md §5.1).
    static std::optional<JobKey> parse(std::string_view text);

    /// Hyphenated, lower case.
    std::string text() const;

    friend auto operator<=>(const JobKey&, const JobKey&) = default;

private:
    std::array<std::uint8_t, 16> m_bytes{};
};

} // namespace faultline::server
