// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/redact.h"

#include "core/redact/field_rewriter.h"
#include "core/redact/name_collector.h"

#include <array>
#include <cassert>

namespace faultline::redact {

std::string_view profileName(Profile profile)
{
    switch (profile) {
    case Profile::Full: return "full";
    case Profile::Team: return "team";
    case Profile::ShareOutside: return "share_outside";
    }
    return "full";
}

std::string_view removedKindName(RemovedKind kind)
{
    constexpr std::array<std::string_view, static_cast<std::size_t>(kLastRemovedKind) + 1> kNames{
        "process",  "raw_bytes", "user",    "host", "device",
        "customer", "mail",      "address", "url",  "token"};
    return kNames[static_cast<std::size_t>(kind)];
}

Redaction redact(const ReportPtr& report, Profile profile)
{
    assert(report && report->event);
    if (profile == Profile::Full)
        return {.report = report, .removed = {}};
    WordTable words;
    if (profile == Profile::ShareOutside)
        collectNames(*report, words);
    RemovalLog log;
    Report shown = *report;
    if (!rewriteReport(shown, profile, words, log))
        return {.report = report, .removed = {}};
    return {.report = std::make_shared<const Report>(std::move(shown)), .removed = log.take()};
}

} // namespace faultline::redact
