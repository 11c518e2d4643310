// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/frame_names.h"
#include "core/insight/key_frame.h"
#include "core/insight/why.h"
#include "core/json/json_members.h"
#include "core/json/json_writer.h"
#include "core/query/evaluator.h"

#include <algorithm>
#include <span>
#include <vector>

namespace faultline::query {

namespace {

constexpr std::size_t kMostMissing = 8;

struct MissingModule
{
    std::uint32_t module = 0;
    insight::WhyCode why = insight::WhyCode::Fine;
    std::size_t frames = 0;
};

/// Modules of the leading stack that lack a file, the most needed first.
std::vector<MissingModule> missingModules(const Report& report)
{
    std::vector<MissingModule> found;
    auto setting = insight::settingOf(report);
    const auto framesOnStack = insight::framesByModule(report);
    for (std::uint32_t i = 0; i < report.modules.size(); ++i) {
        const auto& module = report.modules[i];
        if (!module || module->debugStatus == ObjectFileStatus::Unused || framesOnStack[i] == 0)
            continue;
        setting.framesOnStack = framesOnStack[i];
        const auto why = insight::whyModule(report, i, setting);
        if (why.code != insight::WhyCode::Fine && why.code != insight::WhyCode::Pending)
            found.push_back({i, why.code, framesOnStack[i]});
    }
    std::ranges::stable_sort(found, std::greater(), &MissingModule::frames);
    return found;
}

void writeMissing(json::JsonWriter& json, const Report& report)
{
    const auto missing = missingModules(report);
    if (missing.empty())
        return;
    json.key("missing").beginArray();
    for (const auto& each : std::span(missing).first(std::min(missing.size(), kMostMissing)))
        json.beginObject()
            .member("module", insight::moduleName(report.event->modules[each.module]))
            .member("why", insight::whyCodeName(each.why))
            .member("frames", std::uint64_t{each.frames})
            .endObject();
    json.endArray();
    if (missing.size() > kMostMissing)
        json.member("more_missing", std::uint64_t{missing.size() - kMostMissing});
}

/// What the analysis of the crashing instruction found that is not usual.
void writeFindings(json::JsonWriter& json, const std::optional<json::JsonValue>& ours)
{
    const auto analysis = ours ? json::member(*ours, "analysis") : std::nullopt;
    if (!analysis)
        return;
    json.textIfAny("instruction", json::textMember(*analysis, "instruction"));
    if (json::flagMember(*analysis, "guard_page_hit"))
        json.member("guard_page_hit", true);
    for (const auto* name : {"possible_bit_flips", "crash_inconsistencies"}) {
        std::uint64_t count = 0;
        json::forEachChildOf(*analysis, name, [&](const json::JsonValue&) { ++count; });
        if (count != 0)
            json.member(name, count);
    }
}

std::string systemOf(const json::JsonValue& report)
{
    const auto info = json::member(report, "system_info");
    std::string text;
    for (const auto* name : {"os_name", "os_version", "cpu_arch"}) {
        const auto part = info ? json::textMember(*info, name) : std::string();
        text += text.empty() || part.empty() ? part : " " + part;
    }
    return text;
}

void writeLeadingFrame(json::JsonWriter& json, const Report& report)
{
    const auto thread = insight::leadingThread(report);
    const auto* stack = insight::stackOf(report, thread);
    if (stack == nullptr || stack->frames.empty())
        return;
    json.member("thread", std::uint64_t{thread});
    if (const auto row = insight::keyFrame(report, *stack); row != 0)
        json.member("frame", std::uint64_t{row});
}

} // namespace

Result<Item> summaryOf(Evaluation& evaluation, const Item& report)
{
    FL_TRY(const auto* crash, evaluation.crash());
    const auto& value = report.asJson()->value;
    const auto ours = json::member(value, "faultline");
    const auto insight = ours ? json::member(*ours, "insight") : std::nullopt;
    const auto cause = insight ? json::member(*insight, "cause") : std::nullopt;
    std::string text;
    json::JsonWriter json(text);
    json.beginObject();
    if (cause)
        json.textIfAny("code", json::textMember(*cause, "code"))
            .textIfAny("text", json::textMember(*cause, "text"));
    json.textIfAny("reason", json::textMember(value, "crash_reason"));
    json.textIfAny("assertion", json::textMember(value, "assertion"));
    writeFindings(json, ours);
    json.textIfAny("system", systemOf(value));
    if (insight)
        json.textIfAny("signature", json::textMember(*insight, "signature"));
    writeLeadingFrame(json, *crash->report());
    if (ours && json::member(*ours, "complete") && !json::flagMember(*ours, "complete"))
        json.member("incomplete", true);
    writeMissing(json, *crash->report());
    json.endObject();
    return parsedItem(text);
}

} // namespace faultline::query
