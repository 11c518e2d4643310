// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/signature/frame_rules.h"
#include "core/signature/pattern_set.h"
#include "core/signature/rule_lists.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace faultline::signature {

/// The verdict of the frame rules on one row, with the rule that had the last word.
struct FrameVerdict
{
    std::optional<bool> isInApp;
    std::optional<bool> isGrouped;
    std::optional<RulePlace> because; ///< Of isGrouped.
};

/// The rules that signatures are made by: a value that window, command line, server and library
/// share. Immutable; thread-safe.
class SignatureRules
{
public:
    /// Lower layers come first. Errors: Malformed (names list, layer and line; or the
    /// patterns of a list need too much memory together).
    static Result<std::shared_ptr<const SignatureRules>> compile(std::vector<RuleLayer> layers);

    const std::vector<RuleLayer>& layers() const { return m_layers; }

    /// A digest of all entries in force: equal rules give equal signatures, whatever comments or
    /// layers they stand in.
    const std::string& hash() const { return m_hash; }

    std::optional<RulePlace> sentinel(std::string_view frame) const;
    std::optional<RulePlace> irrelevant(std::string_view frame) const;
    std::optional<RulePlace> prefix(std::string_view frame) const;
    bool wantsLine(std::string_view function) const;
    FrameVerdict verdict(const CrashRow& row, FrameFamily family) const;

    /// The text of the entry at a place; empty when there is none.
    std::string_view textAt(const RulePlace& place) const;

private:
    struct PatternList
    {
        std::vector<RulePlace> places;
        PatternSet patterns;

        std::optional<RulePlace> firstAtStart(std::string_view text) const;
    };

    struct PlacedFrameRule
    {
        FrameRule rule;
        RulePlace place;
    };

    Result<void> read();
    Result<PatternList> readPatterns(ListKind list);

    std::vector<RuleLayer> m_layers;
    std::vector<RuleLine> m_lines; ///< Of all lists.
    std::unordered_map<std::string, RulePlace> m_sentinels;
    PatternList m_irrelevant;
    PatternList m_prefix;
    PatternList m_lineNumbers;
    std::vector<PlacedFrameRule> m_frameRules;
    std::string m_hash;
};

using SignatureRulesPtr = std::shared_ptr<const SignatureRules>;

/// The rules that come with the program. Without a library, they are the ones in force. Compiling
/// them takes milliseconds, so keep the result.
RuleLayer shippedLayer();
SignatureRulesPtr makeShippedRules();

} // namespace faultline::signature
