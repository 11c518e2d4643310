// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language.h"

#include <string>
#include <string_view>
#include <vector>

namespace faultline::engine {

/// Which functions of which modules are meant: SymbolsQuestion::pattern. Capitals of ASCII do not
/// count. Matching takes linear time for each `*`, and a pattern has at most kMostParts of them.
class SymbolPattern
{
public:
    static constexpr std::size_t kMostParts = 32;
    static constexpr std::size_t kLongest = 1024;

    /// An empty pattern and one that is too long fit nothing.
    explicit SymbolPattern(std::string_view text);

    bool fitsModule(std::string_view fileName) const;
    /// `name` is demangled.
    bool fitsName(std::string_view name) const;

    /// False if no demangling of the name can fit. It is much faster than demangling; names of
    /// which that is not known are true.
    bool mayFit(std::string_view mangled, Language language) const;

private:
    /// A text with wildcards, cut at its `*`.
    struct Glob
    {
        std::vector<std::string> parts; ///< In lower case; `?` fits any character.
        bool isOpenAtStart = true;      ///< Anything may stand before the first part.
        bool isOpenAtEnd = true;
    };

    static Glob globOf(std::string_view text);
    static bool fits(const Glob& glob, std::string_view text);
    void takeWords(std::string_view text);

    bool m_fitsNothing = false;
    Glob m_module;
    Glob m_name;
    std::vector<std::string> m_words; ///< Of the name, which stand in every mangling of it.
};

} // namespace faultline::engine
