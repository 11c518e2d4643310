// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace faultline::sourcemap {

/// The value for a character that is not a Base64 digit (RFC 4648 §4).
inline constexpr std::uint8_t kNoDigit = 0xff;

constexpr std::array<std::uint8_t, 256> makeBase64Digits()
{
    std::array<std::uint8_t, 256> digits{};
    digits.fill(kNoDigit);
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < kAlphabet.size(); ++i)
        digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    return digits;
}

inline constexpr auto kBase64Digits = makeBase64Digits();

enum class VlqProblem : std::uint8_t { None, BadDigit, Unfinished, TooLong };

/// Returns a text for errors, such as "a byte that is no base64 digit".
std::string_view vlqProblemText(VlqProblem problem);

/// Reads Base64 VLQ numbers one after the other. Each digit has five bits, lowest first; bit 5 says
/// that more digits follow. A signed number has its sign in bit 0. Source: ECMA-426 §6.2.
class VlqReader
{
public:
    explicit VlqReader(std::string_view text)
        : m_at(text.data()), m_begin(text.data()), m_end(text.data() + text.size())
    {
    }

    bool atEnd() const { return m_at == m_end; }

    char peek() const { return *m_at; }

    void skip() { ++m_at; }

    std::size_t offset() const { return static_cast<std::size_t>(m_at - m_begin); }

    VlqProblem problem() const { return m_problem; }

    /// Tells whether a number and not a separator comes next.
    bool hasNumber() const { return m_at != m_end && *m_at != ',' && *m_at != ';'; }

    /// Returns 0 after a problem; all later calls do too.
    std::uint64_t readUnsigned()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; m_problem == VlqProblem::None; shift += 5) {
            if (m_at == m_end || *m_at == ',' || *m_at == ';')
                return failed(VlqProblem::Unfinished);
            const auto digit = kBase64Digits[static_cast<unsigned char>(*m_at)];
            if (digit == kNoDigit)
                return failed(VlqProblem::BadDigit);
            if (shift > kMaxShift)
                return failed(VlqProblem::TooLong);
            ++m_at;
            value |= std::uint64_t(digit & 31u) << shift;
            if ((digit & 32u) == 0)
                return value;
        }
        return 0;
    }

    std::int64_t readSigned()
    {
        const auto raw = readUnsigned();
        const auto magnitude = static_cast<std::int64_t>(raw >> 1);
        return (raw & 1) != 0 ? -magnitude : magnitude;
    }

    /// Skips to the next separator or the end. Used to continue after a damaged segment.
    void skipSegment()
    {
        while (hasNumber())
            ++m_at;
        m_problem = VlqProblem::None;
    }

private:
    static constexpr unsigned kMaxShift = 55; // More than twelve digits would exceed 62 bits.

    std::uint64_t failed(VlqProblem problem)
    {
        m_problem = problem;
        return 0;
    }

    const char* m_at;
    const char* m_begin;
    const char* m_end;
    VlqProblem m_problem = VlqProblem::None;
};

} // namespace faultline::sourcemap
