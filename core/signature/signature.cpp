// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/signature.h"

#include "core/signature/report_facts.h"
#include "core/signature/signature_build.h"

#include <algorithm>
#include <array>

namespace faultline::signature {

namespace {

constexpr std::array<std::string_view, 2> kModes{"faultline", "socorro"};

constexpr std::array<std::string_view, 9> kRoles{"above_sentinel", "unnamed",    "not_grouped",
                                                 "guess",          "irrelevant", "repeat",
                                                 "prefix",         "last",       "fallback"};

constexpr std::array<std::string_view, 17> kSteps{
    "frames",        "java_text",        "throwable", "status",    "bad_hardware", "out_of_memory",
    "abort_message", "shutdown_timeout", "watchdog",  "ipc_error", "ipc_message",  "stack_overflow",
    "hang",          "failure",          "printable", "spaces",    "length"};

const CrashThread& leadingThread(const CrashFacts& facts)
{
    static const CrashThread kNone;
    if (facts.threads.empty())
        return kNone;
    const auto index = facts.crashingThread.value_or(0);
    return facts.threads[index < facts.threads.size() ? index : 0];
}

} // namespace

std::string_view modeName(Mode mode)
{
    return kModes[static_cast<std::size_t>(mode)];
}

std::optional<Mode> parseMode(std::string_view name)
{
    const auto found = std::ranges::find(kModes, name);
    return found == kModes.end() ? std::nullopt
                                 : std::optional(static_cast<Mode>(found - kModes.begin()));
}

std::string_view frameRoleName(FrameRole role)
{
    return kRoles[static_cast<std::size_t>(role)];
}

std::string_view stepName(Step step)
{
    return kSteps[static_cast<std::size_t>(step)];
}

Signature makeSignature(const CrashFacts& facts, const SignatureRules& rules, Mode mode)
{
    Building building{.facts = facts, .rules = rules, .result = {}};
    building.result.mode = mode;
    building.result.rulesHash = rules.hash();
    addThrowable(building);
    if (building.result.text.empty()) {
        const auto& thread = leadingThread(facts);
        building.set(Step::Frames, signatureOfRows(building, thread.rows, thread.firstRow));
    }
    runSteps(building);
    return std::move(building.result);
}

Signature signatureOf(const Report& report, const SignatureRules& rules, Mode mode)
{
    return makeSignature(factsOf(report), rules, mode);
}

ReportPtr withSignature(ReportPtr report, const SignatureRules& rules)
{
    if (!report || report->signature)
        return report;
    auto copy = std::make_shared<Report>(*report);
    copy->signature = signatureOf(*report, rules, Mode::Faultline).text;
    return copy;
}

} // namespace faultline::signature
