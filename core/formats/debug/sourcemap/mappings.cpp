// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/mappings.h"

#include "core/formats/debug/sourcemap/vlq.h"

#include <algorithm>
#include <optional>

namespace faultline::sourcemap {

namespace {

/// The bits of one line of `rangeMappings`: six in each digit, lowest first.
class RangeBits
{
public:
    explicit RangeBits(std::string_view text) : m_rest(text) { nextLine(); }

    void nextLine()
    {
        const auto end = m_rest.find(';');
        m_line = m_rest.substr(0, end);
        m_rest = end == std::string_view::npos ? std::string_view() : m_rest.substr(end + 1);
    }

    bool isRange(std::uint32_t segment) const
    {
        const std::size_t at = segment / 6;
        if (at >= m_line.size())
            return false;
        const auto digit = kBase64Digits[static_cast<unsigned char>(m_line[at])];
        return digit != kNoDigit && (digit >> (segment % 6) & 1) != 0;
    }

private:
    std::string_view m_rest;
    std::string_view m_line;
};

class MappingsDecoder
{
public:
    MappingsDecoder(const MappingsInput& input, std::stop_token stop)
        : m_input(input), m_stop(std::move(stop)), m_reader(input.mappings),
          m_ranges(input.rangeMappings)
    {
    }

    Result<DecodedMappings> decode()
    {
        // Most segments have four or five digits and a comma.
        m_decoded.tokens.reserve(
            std::min<std::size_t>(m_input.mappings.size() / 5 + 1, m_input.maxTokens));
        while (!m_reader.atEnd()) {
            const char next = m_reader.peek();
            if (next == ';') {
                FL_CHECK(endLine());
            } else if (next != ',') {
                FL_CHECK(readSegment());
                continue;
            }
            m_reader.skip();
        }
        sortLine();
        return std::move(m_decoded);
    }

private:
    Result<void> endLine()
    {
        sortLine();
        ++m_line;
        m_column = 0;
        m_segment = 0;
        m_lineStart = m_decoded.tokens.size();
        m_ranges.nextLine();
        if ((m_line & 0xfff) == 0 && m_stop.stop_requested())
            return fail(ErrorKind::Cancelled, "source map: no longer wanted");
        return {};
    }

    /// A bad index costs its name or its segment, and later differences still count from it
    /// (ECMA-426, "decode mappings"). Damaged digits have no value to count from.
    Result<void> readSegment()
    {
        const auto offset = m_reader.offset();
        const auto before = m_state;
        const auto column = m_column;
        auto token = decodeSegment();
        if (!token && m_input.leniency == Leniency::Strict)
            return fail(ErrorKind::Malformed, "mappings: ", m_problem, " at offset ", offset);
        if (!token) {
            if (m_decoded.droppedSegments == 0)
                m_decoded.firstDamage = concat(m_problem, " at offset ", offset);
            if (m_reader.problem() != VlqProblem::None) {
                m_state = before;
                m_column = column;
            }
            m_reader.skipSegment();
            ++m_decoded.droppedSegments;
            return {};
        }
        if (m_decoded.tokens.size() >= m_input.maxTokens)
            return fail(ErrorKind::Malformed, "mappings: more than ", m_input.maxTokens,
                        " segments");
        if ((m_decoded.tokens.size() & 0xfffff) == 0xfffff && m_stop.stop_requested())
            return fail(ErrorKind::Cancelled, "source map: no longer wanted");
        m_decoded.tokens.push_back(*token);
        return {};
    }

    std::optional<Token> decodeSegment()
    {
        Token token;
        if (!add(m_column, m_reader.readSigned()))
            return refused("a column outside of 32 bits");
        token.generated = {.line = m_line, .column = static_cast<std::uint32_t>(m_column)};
        const auto segment = m_segment++;
        if (m_reader.hasNumber() && m_reader.problem() == VlqProblem::None) {
            const auto source = m_reader.readSigned();
            const auto line = m_reader.hasNumber() ? m_reader.readSigned() : missing();
            const auto column = m_reader.hasNumber() ? m_reader.readSigned() : missing();
            if (m_isShort)
                return refusedShort();
            const bool isSource =
                add(m_state.source, source) && m_state.source < m_input.sourceCount;
            const bool isLine = add(m_state.line, line);
            const bool isColumn = add(m_state.column, column);
            const auto name =
                m_reader.hasNumber() ? std::optional(m_reader.readSigned()) : std::nullopt;
            const bool isName =
                name && add(m_state.name, *name) && m_state.name < m_input.nameCount;
            if (!isSource)
                return refused("a source that is not listed");
            if (!isLine || !isColumn)
                return refused("an original position outside of 32 bits");
            token.source = static_cast<std::uint32_t>(m_state.source);
            token.original = {.line = static_cast<std::uint32_t>(m_state.line),
                              .column = static_cast<std::uint32_t>(m_state.column)};
            if (isName)
                token.name = static_cast<std::uint32_t>(m_state.name);
            else if (name && m_input.leniency == Leniency::Strict)
                return refused("a name that is not listed");
            if (m_reader.hasNumber() && m_reader.problem() == VlqProblem::None)
                return refused("a segment of more than five numbers");
        }
        if (m_reader.problem() != VlqProblem::None)
            return refused({});
        token.isRange = token.isMapped() && m_ranges.isRange(segment);
        return token;
    }

    std::int64_t missing()
    {
        m_isShort = true;
        return 0;
    }

    std::optional<Token> refusedShort()
    {
        m_isShort = false;
        return refused("a segment of two or three numbers");
    }

    /// Reports what was wrong. A problem of the digits takes precedence.
    std::optional<Token> refused(std::string_view what)
    {
        m_isShort = false;
        m_problem =
            m_reader.problem() == VlqProblem::None ? what : vlqProblemText(m_reader.problem());
        return std::nullopt;
    }

    /// Returns false when the sum does not fit into 32 bits. It counts all the same: less than
    /// 2^31 segments cannot overflow it.
    static bool add(std::int64_t& value, std::int64_t delta)
    {
        constexpr std::int64_t kMost = 0xffff'fffe;
        if (delta < -kMost || delta > kMost)
            return false;
        value += delta;
        return value >= 0 && value <= kMost;
    }

    void sortLine()
    {
        const auto first = m_decoded.tokens.begin() + static_cast<std::ptrdiff_t>(m_lineStart);
        const auto column = [](const Token& token) { return token.generated.column; };
        if (!std::ranges::is_sorted(first, m_decoded.tokens.end(), {}, column))
            std::ranges::stable_sort(first, m_decoded.tokens.end(), {}, column);
    }

    struct State
    {
        std::int64_t source = 0;
        std::int64_t line = 0;
        std::int64_t column = 0;
        std::int64_t name = 0;
    };

    const MappingsInput& m_input;
    std::stop_token m_stop;
    VlqReader m_reader;
    RangeBits m_ranges;
    DecodedMappings m_decoded;
    State m_state;
    std::int64_t m_column = 0;
    std::uint32_t m_line = 0;
    std::uint32_t m_segment = 0; // Number of the segment in its line.
    std::size_t m_lineStart = 0;
    bool m_isShort = false;
    std::string_view m_problem;
};

} // namespace

Result<DecodedMappings> decodeMappings(const MappingsInput& input, std::stop_token stop)
{
    return MappingsDecoder(input, std::move(stop)).decode();
}

} // namespace faultline::sourcemap
