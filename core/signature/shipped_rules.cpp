// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/signature_rules.h"

#include <cassert>

namespace faultline::signature {

namespace {

constexpr const char* kSentinels =
#include "core/signature/signature_sentinels.inc"
    ;
constexpr const char* kIrrelevant =
#include "core/signature/irrelevant_signature_re.inc"
    ;
constexpr const char* kPrefix =
#include "core/signature/prefix_signature_re.inc"
    ;
constexpr const char* kLineNumbers =
#include "core/signature/signatures_with_line_numbers_re.inc"
    ;
constexpr const char* kFrameRules =
#include "core/signature/frame_rules.inc"
    ;

} // namespace

RuleLayer shippedLayer()
{
    RuleLayer layer{.name = "shipped", .texts = {}};
    layer.text(ListKind::Sentinels) = kSentinels;
    layer.text(ListKind::Irrelevant) = kIrrelevant;
    layer.text(ListKind::Prefix) = kPrefix;
    layer.text(ListKind::LineNumbers) = kLineNumbers;
    layer.text(ListKind::FrameRules) = kFrameRules;
    return layer;
}

SignatureRulesPtr makeShippedRules()
{
    auto rules = SignatureRules::compile({shippedLayer()});
    assert(rules); // A test compiles them.
    return rules ? *rules : std::make_shared<const SignatureRules>();
}

} // namespace faultline::signature
