// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/scope_ranges.h"

#include "core/formats/debug/sourcemap/vlq.h"

#include <algorithm>

namespace faultline::sourcemap {

namespace {

constexpr std::uint64_t kHasName = 1;
constexpr std::uint64_t kHasKind = 2;
constexpr std::uint64_t kScopeIsFunction = 4;
constexpr std::uint64_t kHasLine = 1;
constexpr std::uint64_t kHasDefinition = 2;
constexpr std::uint64_t kRangeIsFunction = 4;
constexpr std::uint64_t kRangeIsHidden = 8;

/// The letters of the items about ranges. Those of the proposal's text are one later than those
/// that tools write, and its calls are relative to each other.
struct Letters
{
    char rangeStart = 'E';
    char rangeEnd = 'F';
    char callSite = 'I';
    bool isProposal = false;
};

constexpr Letters kOfTools{};
constexpr Letters kOfProposal{
    .rangeStart = 'F', .rangeEnd = 'G', .callSite = 'J', .isProposal = true};

/// The first range begins with 'E' or 'F'.
Letters lettersOf(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == 'E' || text[at] == 'F')
            return text[at] == 'E' ? kOfTools : kOfProposal;
        const auto comma = text.find(',', at);
        at = comma == std::string_view::npos ? text.size() : comma + 1;
    }
    return kOfTools;
}

class ScopesDecoder
{
public:
    ScopesDecoder(const MapMembers& members, const MapLimits& limits)
        : m_members(members), m_limits(limits)
    {
    }

    Result<ScopeRanges> decode()
    {
        for (const auto& text : m_members.scopes) {
            if (text)
                FL_CHECK(read("scopes", *text));
            m_scope = {};
        }
        FL_CHECK(read("ranges", m_members.ranges));
        if (!m_openScopes.empty() || !m_openRanges.empty())
            return fail(ErrorKind::Malformed, "scopes: ", m_openScopes.size(), " scopes and ",
                        m_openRanges.size(), " ranges do not end");
        return std::move(m_ranges);
    }

private:
    Result<void> read(std::string_view member, std::string_view text)
    {
        m_letters = lettersOf(text);
        VlqReader reader(text);
        while (!reader.atEnd()) {
            if (reader.peek() == ',') {
                reader.skip();
                continue;
            }
            const auto offset = reader.offset();
            const auto tag = reader.peek();
            (void)reader.readUnsigned();
            const auto problem = readItem(tag, reader);
            if (reader.problem() != VlqProblem::None)
                return fail(ErrorKind::Malformed, member, ": ", vlqProblemText(reader.problem()),
                            " at offset ", offset);
            if (!problem.empty())
                return fail(ErrorKind::Malformed, member, ": ", problem, " at offset ", offset);
            reader.skipSegment(); // Bindings, and what later versions add.
        }
        return {};
    }

    /// Returns what is wrong with an item; empty when nothing is.
    std::string_view readItem(char tag, VlqReader& reader)
    {
        if (tag == 'B')
            return beginScope(reader);
        if (tag == 'C')
            return endScope(reader);
        if (tag == m_letters.rangeStart)
            return beginRange(reader);
        if (tag == m_letters.rangeEnd)
            return endRange(reader);
        if (tag == m_letters.callSite)
            return readCall(reader);
        return {};
    }

    std::string_view beginScope(VlqReader& reader)
    {
        if (m_openScopes.empty() && m_letters.isProposal)
            m_scope = {};
        const auto flags = reader.readUnsigned();
        (void)reader.readUnsigned(); // The original line and column; mappings have them.
        (void)reader.readUnsigned();
        Scope scope;
        if ((flags & kHasName) != 0 && !add(m_scope.name, reader.readSigned()))
            return "a name outside of the list";
        if ((flags & kHasName) != 0 && m_scope.name >= count(m_members.names))
            return "a name outside of the list";
        if ((flags & kHasKind) != 0)
            (void)reader.readSigned();
        if (m_openScopes.size() >= m_limits.maxScopeDepth)
            return "scopes that are nested too deeply";
        const bool isFunction = (flags & kScopeIsFunction) != 0;
        if (isFunction && (flags & kHasName) != 0)
            scope.name = static_cast<std::uint32_t>(m_scope.name);
        else if (!isFunction && !m_openScopes.empty())
            scope = m_scopes[m_openScopes.back()]; // A block belongs to the function around it.
        if (m_scopes.size() >= m_limits.maxTokens)
            return "too many scopes";
        m_openScopes.push_back(static_cast<std::uint32_t>(m_scopes.size()));
        m_scopes.push_back(scope);
        return {};
    }

    std::string_view endScope(VlqReader& /*reader*/)
    {
        if (m_openScopes.empty())
            return "the end of no scope";
        m_openScopes.pop_back();
        return {};
    }

    std::string_view beginRange(VlqReader& reader)
    {
        const auto flags = reader.readUnsigned();
        const auto line = (flags & kHasLine) != 0 ? reader.readUnsigned() : 0;
        if (!advance(line, reader.readUnsigned()))
            return "a range outside of 32 bits";
        OpenRange range{.node = nodeAround(), .isFunction = (flags & kRangeIsFunction) != 0};
        range.isHidden = (flags & kRangeIsHidden) != 0;
        if ((flags & kHasDefinition) != 0) {
            if (!add(m_definition, reader.readSigned()) ||
                static_cast<std::size_t>(m_definition) >= m_scopes.size())
                return "a scope that is not there";
            range.name = m_scopes[static_cast<std::size_t>(m_definition)].name;
        }
        if (m_openRanges.size() >= m_limits.maxScopeDepth)
            return "ranges that are nested too deeply";
        m_openRanges.push_back(range);
        if (range.isFunction && !addNode(m_openRanges.back()))
            return "too many ranges";
        return {};
    }

    std::string_view endRange(VlqReader& reader)
    {
        const auto first = reader.readUnsigned();
        const bool hasLine = reader.hasNumber();
        if (!advance(hasLine ? first : 0, hasLine ? reader.readUnsigned() : first))
            return "a range outside of 32 bits";
        if (m_openRanges.empty())
            return "the end of no range";
        m_openRanges.pop_back();
        addBoundary(nodeAround());
        return {};
    }

    /// The call of the innermost range, which is therefore an inlined body.
    std::string_view readCall(VlqReader& reader)
    {
        if (m_openRanges.empty())
            return "a call of no range";
        const auto source = numberOf(reader);
        const auto line = numberOf(reader);
        const auto column = numberOf(reader);
        const auto before = m_call;
        if (m_letters.isProposal) {
            m_call.source += source;
            m_call.line = source == 0 ? before.line + line : line;
            m_call.column = source == 0 && line == 0 ? before.column + column : column;
        } else {
            m_call = {.source = source, .line = line, .column = column};
        }
        if (!fits(m_call.source) || m_call.source >= count(m_members.sources))
            return "a call in a source that is not listed";
        if (!fits(m_call.line) || !fits(m_call.column))
            return "a call outside of 32 bits";
        auto& range = m_openRanges.back();
        if (!range.isFunction && !addNode(range))
            return "too many ranges";
        auto& node = m_ranges.nodes[range.node];
        node.callSource = static_cast<std::uint32_t>(m_call.source);
        node.call = {.line = static_cast<std::uint32_t>(m_call.line),
                     .column = static_cast<std::uint32_t>(m_call.column)};
        range.isFunction = true;
        return {};
    }

    struct Scope
    {
        std::uint32_t name = kNone; // Of the function that the scope belongs to.
    };

    struct OpenRange
    {
        std::uint32_t node = kNone; // Its own, or the one around it.
        std::uint32_t name = kNone;
        bool isFunction = false;
        bool isHidden = false;
    };

    bool addNode(OpenRange& range)
    {
        if (m_ranges.nodes.size() >= m_limits.maxTokens)
            return false;
        m_ranges.nodes.push_back(
            {.parent = range.node, .name = range.name, .isHidden = range.isHidden, .call = {}});
        range.node = static_cast<std::uint32_t>(m_ranges.nodes.size() - 1);
        addBoundary(range.node);
        return true;
    }

    /// If several boundaries are at one position, the last one counts.
    void addBoundary(std::uint32_t node)
    {
        auto& boundaries = m_ranges.boundaries;
        if (!boundaries.empty() && boundaries.back().start == m_at)
            boundaries.back().node = node;
        else if ((boundaries.empty() ? kNone : boundaries.back().node) != node)
            boundaries.push_back({m_at, node});
    }

    std::uint32_t nodeAround() const
    {
        return m_openRanges.empty() ? kNone : m_openRanges.back().node;
    }

    bool advance(std::uint64_t lines, std::uint64_t columns)
    {
        const auto line = m_at.line + std::min<std::uint64_t>(lines, kNone);
        const auto column =
            (lines == 0 ? m_at.column : 0) + std::min<std::uint64_t>(columns, kNone);
        if (line >= kNone || column >= kNone)
            return false;
        m_at = {.line = static_cast<std::uint32_t>(line),
                .column = static_cast<std::uint32_t>(column)};
        return true;
    }

    std::int64_t numberOf(VlqReader& reader) const
    {
        constexpr std::int64_t kMost = std::int64_t{1} << 33;
        return m_letters.isProposal ? std::clamp(reader.readSigned(), -kMost, kMost)
                                    : static_cast<std::int64_t>(
                                          std::min<std::uint64_t>(reader.readUnsigned(), kMost));
    }

    static bool fits(std::int64_t value) { return value >= 0 && value < kNone; }

    static bool add(std::int64_t& value, std::int64_t delta)
    {
        constexpr std::int64_t kMost = std::int64_t{1} << 33;
        value += std::clamp(delta, -kMost, kMost);
        return fits(value);
    }

    template <class T>
    static std::int64_t count(const std::vector<T>& list)
    {
        return static_cast<std::int64_t>(list.size());
    }

    struct ScopeState
    {
        std::int64_t name = 0;
    };

    struct Call
    {
        std::int64_t source = 0;
        std::int64_t line = 0;
        std::int64_t column = 0;
    };

    const MapMembers& m_members;
    const MapLimits& m_limits;
    Letters m_letters;
    ScopeState m_scope;
    std::vector<Scope> m_scopes; // In the order of their starts.
    std::vector<std::uint32_t> m_openScopes;
    std::vector<OpenRange> m_openRanges;
    Position m_at;
    std::int64_t m_definition = 0;
    Call m_call;
    ScopeRanges m_ranges;
};

} // namespace

Result<ScopeRanges> decodeScopes(const MapMembers& members, const MapLimits& limits)
{
    return ScopesDecoder(members, limits).decode();
}

} // namespace faultline::sourcemap
