#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace faultline::sources {

/// A glob of a source's path filters: `*`, `**`, `?`, `[…]`, `[!…]`. ASCII case is ignored. Every
/// wildcard may match '/' and a leading dot. Matching takes at most time proportional to pattern ×
/// text.
class Glob
{
public:
    /// Errors: Malformed (unclosed '[', `**` that is not a whole path component).
    static Result<Glob> parse(std::string_view pattern);

    bool matches(std::string_view text) const;

private:
    struct Range
    {
        char first;
        char last;
    };

    struct Token
    {
        enum class Kind : std::uint8_t {
            Literal,
            AnyOne,
            AnyRun,
            Components,
            Class
        } kind = Kind::Literal;
        char literal = 0;
        bool negated = false;
        std::vector<Range> ranges;
    };

    explicit Glob(std::vector<Token> tokens) : m_tokens(std::move(tokens)) {}

    static Result<Token> parseClass(std::string_view pattern, std::size_t& position);
    static bool matchesOne(const Token& token, char c);

    std::vector<Token> m_tokens;
};

} // namespace faultline::sources
