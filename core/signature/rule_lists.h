// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::signature {

/// The lists that decide about signatures. The first four have the names and the form of Socorro's
/// files (docs/spec/workbench.md §6.5): one entry a line, "#" begins a comment, regular expressions
/// match at the start of a frame's text.
enum class ListKind : std::uint8_t {
    Sentinels,   ///< Exact texts. The first frame that equals one is the first to be looked at.
    Irrelevant,  ///< Regular expressions of frames that are passed over.
    Prefix,      ///< Regular expressions of frames after which the signature goes on.
    LineNumbers, ///< Regular expressions of functions that are named with their line.
    FrameRules   ///< Ours: which frames belong to the program, or to no signature (frame_rules.h).
};

inline constexpr std::size_t kListCount = 5;

/// "signature_sentinels", "irrelevant_signature_re", …: the file's name without ".txt".
std::string_view listName(ListKind list);
std::optional<ListKind> parseListName(std::string_view name);

/// Texts of lists from one place, as users edit them.
struct RuleLayer
{
    std::string name; ///< "shipped", "product", "user", …; for messages and explanations.
    std::array<std::string, kListCount> texts;

    std::string& text(ListKind list) { return texts[static_cast<std::size_t>(list)]; }

    const std::string& text(ListKind list) const { return texts[static_cast<std::size_t>(list)]; }

    friend bool operator==(const RuleLayer&, const RuleLayer&) = default;
};

/// Where a rule stands.
struct RulePlace
{
    ListKind list = ListKind::Sentinels;
    std::uint32_t layer = 0; ///< Index into the layers.
    std::uint32_t line = 0;  ///< Counted from 1.

    friend bool operator==(const RulePlace&, const RulePlace&) = default;
};

/// An entry of a list.
struct RuleLine
{
    RulePlace place;
    std::string text;
};

/// A line that is no rule, for editors that check while the user types.
struct RuleProblem
{
    std::uint32_t line = 0; ///< Counted from 1.
    std::string text;       ///< In lower case without full stop.
};

/// At most this many entries of one list, in all layers together.
inline constexpr std::size_t kMaxRuleLines = 20'000;

/// All lines of one text that are no rules. Empty when the text is fine.
std::vector<RuleProblem> checkList(ListKind list, std::string_view text);

/// The entries of a list in all layers, lower layers first. A line "#- ENTRY" of a higher layer
/// takes an equal entry of lower layers away; to Socorro it is a comment. Errors: Malformed, which
/// names list, layer and line.
Result<std::vector<RuleLine>> readList(ListKind list, const std::vector<RuleLayer>& layers);

} // namespace faultline::signature
