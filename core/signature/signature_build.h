// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/signature/signature.h"

#include <string>
#include <utility>
#include <vector>

namespace faultline::signature {

inline constexpr std::string_view kDelimiter = " | ";

/// A signature while it is made, with what its steps need.
struct Building
{
    const CrashFacts& facts;
    const SignatureRules& rules;
    Signature result;

    bool isSocorro() const { return result.mode == Mode::Socorro; }

    /// Replaces the text and records the step if that changes it.
    void set(Step step, std::string text)
    {
        if (text == result.text)
            return;
        result.steps.push_back({step, result.text, text, {}});
        result.text = std::move(text);
    }

    void prefix(Step step, std::string_view lead) { set(step, std::string(lead) + result.text); }
};

/// The texts of at most the first 40 rows.
std::vector<std::string> frameTexts(const Building& building, const std::vector<CrashRow>& rows);

/// Makes the text from rows (docs/spec/workbench.md §6.3) and records what became of each. Ours
/// begins at `firstRow` (CrashThread::firstRow).
std::string
signatureOfRows(Building& building, const std::vector<CrashRow>& rows, std::size_t firstRow = 0);

/// The text for what a JVM or a script threw, if the facts have any.
void addThrowable(Building& building);

/// Runs the steps after the first (docs/spec/workbench.md §6.4).
void runSteps(Building& building);

} // namespace faultline::signature
