// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/signature/crash_facts.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::signature {

/// What a frame rule asks of a frame.
enum class FrameField : std::uint8_t { Function, Module, Package, AbsPath, Family };

/// What a frame rule decides.
enum class FrameAction : std::uint8_t {
    InApp,    ///< "+app": the frame belongs to the program.
    NotInApp, ///< "-app"
    Group,    ///< "+group": the frame may stand in a signature, whatever the lists say.
    NoGroup   ///< "-group": the frame stands in no signature.
};

struct FrameMatcher
{
    FrameField field = FrameField::Function;
    std::string glob; ///< "*" and "?" as usual.
    bool isNegated = false;
};

/// One line of the list frame_rules, in the form of Sentry's stack trace rules:
/// "stack.function:boost::* !family:native -app". All matchers of a line must fit; rules apply from
/// the first to the last, and a later one overrides an earlier.
/// Source: docs.sentry.io, "Stack trace rules"; docs/spec/workbench.md §6.6.
struct FrameRule
{
    std::vector<FrameMatcher> matchers;
    std::vector<FrameAction> actions;

    /// Errors: Malformed. Its text names the part of the rule that could not be read.
    static Result<FrameRule> parse(std::string_view line);

    bool fits(const CrashRow& row, FrameFamily family) const;
};

} // namespace faultline::signature
