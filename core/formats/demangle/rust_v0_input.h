#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// The characters of a Rust v0 name behind "_R", read one token at a time (RFC 2603, "Syntax of
/// mangled names"). After the first failure every read yields nothing.
class RustV0Input
{
public:
    struct Identifier
    {
        std::uint64_t disambiguator = 0;
        std::string text; ///< Decoded.
    };

    explicit RustV0Input(std::string_view mangled) : m_text(mangled) {}

    bool ok() const { return m_ok; }

    void fail() { m_ok = false; }

    bool atEnd() const { return m_position == m_text.size(); }

    /// Back references count from 0, the first character.
    std::size_t position() const { return m_position; }

    void seek(std::size_t position) { m_position = position; }

    /// What was read from `begin` on; nothing after a failure.
    std::string_view since(std::size_t begin) const
    {
        return m_ok ? m_text.substr(begin, m_position - begin) : std::string_view();
    }

    /// '\0' at the end.
    char peek() const { return m_ok && m_position < m_text.size() ? m_text[m_position] : '\0'; }

    /// Fails at the end.
    char take();

    bool accept(char c);

    std::uint64_t base62();

    /// 0 where the tag is missing, else one more than the number.
    std::uint64_t optionalBase62(char tag) { return accept(tag) ? base62() + 1 : 0; }

    Identifier identifier();

private:
    std::string_view m_text;
    std::size_t m_position = 0;
    bool m_ok = true;
};

} // namespace faultline::demangling
