// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/names/text/name_input.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// The characters of a Rust v0 name after "_R", read token by token (RFC 2603, "Syntax of mangled
/// names"). After the first failure every read returns nothing.
class RustV0Input : public NameInput
{
public:
    struct Identifier
    {
        std::uint64_t disambiguator = 0;
        std::string text; ///< Decoded.
    };

    using NameInput::NameInput;

    /// The text read since `begin`; empty after a failure.
    std::string_view since(std::size_t begin) const
    {
        return m_ok ? m_text.substr(begin, m_position - begin) : std::string_view();
    }

    std::uint64_t base62();

    /// 0 when the tag is missing, otherwise the number plus one.
    std::uint64_t optionalBase62(char tag) { return accept(tag) ? base62() + 1 : 0; }

    Identifier identifier();
};

} // namespace faultline::demangling
