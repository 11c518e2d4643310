// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/why.h"

namespace faultline::insight {

/// What a rule decides on. Pointers may be null.
struct WhyFacts
{
    const Frame* frame = nullptr;
    const ModuleReport* module = nullptr;
    bool isOffline = false;
    bool isStopped = false;
    bool isScript = false; ///< The module is a script.
    bool isText = false;   ///< The frame stands in a text, which need not list modules.
};

/// A reason and what can be done about it.
struct WhyRule
{
    WhyCode code;
    bool (*applies)(const WhyFacts& facts);
    std::span<const Remedy> remedies;
};

/// Tells whether a failure is only remembered. Places on this computer are looked at every time.
bool isRemembered(const Candidate& candidate);

/// In order of weight: the first that applies gives the headline. Scripts have rules of their own.
std::span<const WhyRule> whyRules();
std::span<const WhyRule> scriptWhyRules();

} // namespace faultline::insight
