// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language.h"
#include "core/base/result.h"
#include "core/engine/inspection.h"
#include "core/sources/glob.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::engine {

/// Which functions of which modules are meant: SymbolsQuestion::pattern.
class SymbolPattern
{
public:
    /// Errors: those of sources::Glob::parse. An empty pattern fits nothing.
    static Result<SymbolPattern> parse(std::string_view text, SymbolsQuestion::Form form);

    bool fitsModule(std::string_view fileName) const;
    bool fitsName(std::string_view name) const;

    /// False if neither the mangled name nor any demangling of it can fit. It is much faster than
    /// demangling; names of which that is not known are true.
    bool mayFit(std::string_view mangled, Language language) const;

private:
    SymbolPattern(sources::Glob name, std::vector<std::string> words);

    std::optional<sources::Glob> m_module; ///< Absent: all modules.
    sources::Glob m_name;
    std::vector<std::string> m_words; ///< Of the name, which stand in every mangling of it.
};

} // namespace faultline::engine
