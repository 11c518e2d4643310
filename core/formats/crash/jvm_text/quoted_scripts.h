// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/model/event.h"

#include <cstddef>
#include <map>
#include <string>

namespace faultline::jvmtext {

/// Stacks of scripts that messages of exceptions quote: React Native's JavascriptException has the
/// stack of the script in its message (JSStackTrace.format in facebook/react-native).
struct QuotedScripts
{
    ScriptEvent scripts;
    /// For each stack of the JVM that quotes some: the number of the first one in `scripts`.
    std::map<std::size_t, std::size_t> firstByStack;
    std::string engine; ///< "hermes"; empty when unknown.
};

/// Takes the quoted stacks out of the messages of `jvm`, which keep the words before them.
QuotedScripts takeQuotedScripts(JvmEvent& jvm, const ParseLimits& limits);

/// Adds the stacks to the event that was made of the same stacks of the JVM. The script's error
/// leads if the leading exception quotes it.
void addQuotedScripts(Event& event, QuotedScripts quoted, const ParseLimits& limits);

} // namespace faultline::jvmtext
