// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/signature/rule_lists.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::signature {

/// What a user asks of a frame of a stack.
enum class FrameVerb : std::uint8_t {
    GroupBy,         ///< Signatures start at this frame.
    MarkPrefix,      ///< It says where, but not why.
    MarkIrrelevant,  ///< It stands in no signature.
    IgnoreDownToHere ///< Signatures start below this frame.
};

/// An entry that a verb writes.
struct RuleAddition
{
    ListKind list = ListKind::Sentinels;
    std::string entry;

    friend bool operator==(const RuleAddition&, const RuleAddition&) = default;
};

/// The entries for a frame's text (FrameTrace::text), which may hold any characters: they match
/// this text and no other. Empty for a text that cannot stand in a line: an empty one, one with
/// control characters, and one that begins with "#".
std::vector<RuleAddition> additionsFor(FrameVerb verb, std::string_view frame);

/// The layer with the entries at the ends of its lists; those that it has already are left out.
/// Whoever keeps the former layer can take the edit back.
RuleLayer withAdditions(RuleLayer layer, const std::vector<RuleAddition>& additions);

} // namespace faultline::signature
