// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/script/syntax_tree.h"

// Replaces syntax_tree.cpp in builds without tree-sitter or its grammars.

namespace faultline::script {

bool hasGrammar(Grammar /*grammar*/)
{
    return false;
}

Result<SyntaxTree> parseScript(std::string_view /*text*/,
                               Grammar /*grammar*/,
                               const ScriptLimits& /*limits*/,
                               std::stop_token /*stop*/)
{
    return fail(ErrorKind::Unsupported, "script: this build has no grammars");
}

} // namespace faultline::script
