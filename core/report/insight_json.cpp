// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/insight_json.h"

#include "core/insight/frame_names.h"
#include "core/insight/key_frame.h"
#include "core/report/insight_text.h"

namespace faultline::report {

namespace {

void writeCause(json::JsonWriter& json, const insight::Cause& cause)
{
    json.key("cause").beginObject();
    json.member("code", insight::causeCodeName(cause.code)).member("text", causeWords(cause));
    if (cause.access != insight::CauseAccess::Unknown)
        json.member("access", insight::causeAccessName(cause.access));
    if (cause.address != 0)
        json.key("address").hex(cause.address);
    if (cause.count != 0)
        json.member("count", static_cast<std::uint64_t>(cause.count));
    if (!cause.function.empty())
        json.member("function", cause.function);
    if (!cause.threads.empty()) {
        json.key("threads").beginArray();
        for (const auto& thread : cause.threads)
            json.value(thread.index);
        json.endArray();
    }
    json.endObject();
}

void writeKeyFrame(json::JsonWriter& json, const Report& report)
{
    const auto thread = insight::leadingThread(report);
    const auto* stack = insight::stackOf(report, thread);
    if (stack == nullptr || stack->frames.empty())
        return;
    const auto row = insight::keyFrame(report, *stack);
    json.key("key_frame")
        .beginObject()
        .member("thread", static_cast<std::uint64_t>(thread))
        .member("row", static_cast<std::uint64_t>(row))
        .member("original_index", stack->frames[row].originalIndex)
        .endObject();
}

void writeWhy(json::JsonWriter& json, std::uint32_t module, const insight::Why& why)
{
    json.beginObject();
    json.member("module", module).member("code", insight::whyCodeName(why.code));
    auto text = whyHeadline(why.code, insight::moduleName(why.module->module));
    if (const auto more = whyExplanation(why); !more.empty())
        text += ". " + more;
    json.member("text", text);
    json.key("also").beginArray();
    for (const auto code : why.also)
        json.value(insight::whyCodeName(code));
    json.endArray();
    json.key("remedies").beginArray();
    for (const auto remedy : why.remedies)
        json.value(insight::remedyName(remedy));
    json.endArray().endObject();
}

} // namespace

void writeInsight(json::JsonWriter& json, const Report& report)
{
    json.key("insight").beginObject();
    writeCause(json, insight::causeOf(report));
    json.optional("signature", report.signature);
    writeKeyFrame(json, report);
    json.key("why").beginArray();
    auto setting = insight::settingOf(report);
    const auto framesOnStack = insight::framesByModule(report);
    for (std::uint32_t i = 0; i < report.modules.size(); ++i) {
        const auto& module = report.modules[i];
        if (!module || module->debugStatus == ObjectFileStatus::Unused)
            continue;
        setting.framesOnStack = framesOnStack[i];
        const auto why = insight::whyModule(report, i, setting);
        if (why.code != insight::WhyCode::Fine && why.code != insight::WhyCode::Pending)
            writeWhy(json, i, why);
    }
    json.endArray().endObject();
}

} // namespace faultline::report
