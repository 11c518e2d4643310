// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/redact.h"

#include "core/redact/field_rewriter.h"
#include "core/redact/name_collector.h"
#include "core/redact/text_replacer.h"

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

namespace {

void replaceInText(
    std::string& text, std::string_view name, TextUse use, WordTable& words, RemovalLog& log)
{
    auto replaced = replaceNames(text, use, words);
    if (replaced.words.empty())
        return;
    log.enter(name);
    for (const auto kind : replaced.words)
        log.add(kind, 1);
    log.keep(replaced.words.front(), text, replaced.text);
    log.leave();
    text = std::move(replaced.text);
}

} // namespace

Redaction redact(const ReportPtr& report, Profile profile)
{
    std::vector<FurtherText> none;
    return redact(report, profile, none);
}

Redaction redact(const ReportPtr& report, Profile profile, std::vector<FurtherText>& further)
{
    assert(report && report->event);
    if (profile == Profile::Full)
        return {.report = report, .removed = {}, .texts = {}};
    WordTable words;
    if (profile == Profile::ShareOutside)
        collectNames(*report, words);
    RemovalLog log;
    Report shown = *report;
    const bool changed = rewriteReport(shown, profile, words, log);
    if (profile == Profile::ShareOutside) {
        for (auto& each : further) {
            replaceInText(each.path, "sources.path", TextUse::Path, words, log);
            replaceInText(each.text, "sources.text", TextUse::Message, words, log);
        }
    }
    return {.report = changed ? std::make_shared<const Report>(std::move(shown)) : report,
            .removed = log.take(),
            .texts = log.takeTexts()};
}

} // namespace faultline::redact
