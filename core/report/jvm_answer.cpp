// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/jvm_answer.h"

#include "core/json/json_writer.h"
#include "core/report/candidate_text.h"
#include "core/report/jvm_names.h"
#include "core/report/jvm_rows.h"

#include <algorithm>
#include <ranges>

namespace faultline::report {

namespace {

/// What became of a file, in one text.
std::string outcomeOf(const Candidate& candidate)
{
    return candidate.skips.empty() ? outcomeWords(candidate.outcome) : skipWords(candidate);
}

class JvmAnswer
{
public:
    JvmAnswer(const Report& report, const JsonOptions& options, std::string& out)
        : m_report(report), m_options(options), m_json(out)
    {
    }

    void write()
    {
        static const JvmResult kNone;
        const auto& result = m_report.jvm ? *m_report.jvm : kNone;
        m_json.beginObject().member("status", "completed");
        m_json.key("exceptions").beginArray();
        for (const auto& exception : result.exceptions)
            put(exception.type, exception.module);
        m_json.endArray();
        putStacks();
        m_json.key("classes").beginObject();
        for (const auto& [obfuscated, original] : result.classes)
            m_json.member(obfuscated, original);
        m_json.endObject();
        putErrors(result);
        if (m_options.extras == IncludeExtras::Yes)
            putExtras(result);
        m_json.endObject();
    }

private:
    void put(std::string_view type, std::string_view package)
    {
        m_json.beginObject().member("type", type).member("module", package).endObject();
    }

    void putStacks()
    {
        m_json.key("stacktraces").beginArray();
        for (const auto& stack : m_report.stacks) {
            m_json.beginObject().key("exception");
            if (stack && stack->error)
                put(stack->error->type, stack->error->package);
            else
                m_json.null();
            m_json.key("frames").beginArray();
            if (stack)
                putFrames(*stack);
            m_json.endArray().endObject();
        }
        m_json.endArray();
    }

    void putFrames(const ThreadStack& stack)
    {
        const auto rows = jvmRowsOf(stack);
        const auto write = [this](const JvmRow& row) { put(row); };
        if (m_options.frameOrder == FrameOrder::CalleeFirst)
            std::ranges::for_each(rows, write);
        else
            std::ranges::for_each(rows | std::views::reverse, write);
    }

    void put(const JvmRow& row)
    {
        const auto& position = *row.position;
        m_json.beginObject();
        if (row.frame->carried)
            m_json.optional("platform", row.frame->carried->platform);
        m_json.member("function", row.method);
        m_json.optional("filename", position.file);
        m_json.member("module", row.className);
        m_json.optional("abs_path", position.absPath);
        m_json.optional("lineno", position.line);
        m_json.listIfAny("pre_context", position.context.before);
        m_json.optional("context_line", position.context.line);
        m_json.listIfAny("post_context", position.context.after);
        m_json.optional("in_app", row.inApp);
        m_json.optional("signature", row.jvm->signature);
        if (row.isSynthesized)
            m_json.member("method_synthesized", true);
        m_json.member("index", row.jvm->index);
        if (m_options.extras == IncludeExtras::Yes) {
            m_json.key("faultline").beginObject();
            m_json.member("file_origin", fileOriginName(row.fileOrigin));
            m_json.member("alternative", row.alternative);
            m_json.member("alternatives", row.alternativeCount);
            m_json.endObject();
        }
        m_json.endObject();
    }

    /// Like the reference, only of mappings.
    void putErrors(const JvmResult& result)
    {
        m_json.key("errors").beginArray();
        for (const auto& file : result.files) {
            if (!file.error || file.module.type != JvmModule::Type::Mapping)
                continue;
            m_json.beginObject();
            m_json.member("uuid", file.module.id.canonical());
            m_json.member("type", fileErrorName(file.error->kind));
            m_json.endObject();
        }
        m_json.endArray();
    }

    void putExtras(const JvmResult& result)
    {
        m_json.key("faultline").beginObject();
        m_json.key("hidden").beginArray();
        for (const auto& hidden : result.hidden) {
            m_json.beginObject().member("stacktrace", hidden.stack);
            m_json.member("index", hidden.index).member("reason", hiddenReasonName(hidden.reason));
            m_json.endObject();
        }
        m_json.endArray().key("candidates").beginArray();
        for (const auto& file : result.files) {
            for (const auto& candidate : file.candidates)
                put(file.module, candidate);
        }
        m_json.endArray().endObject();
    }

    void put(const JvmModule& module, const Candidate& candidate)
    {
        m_json.beginObject();
        m_json.member("uuid", module.id.canonical());
        m_json.member("type", fileTypeName(module.type));
        m_json.member("source", candidate.source).member("location", candidate.location);
        m_json.member("outcome", outcomeOf(candidate));
        m_json.endObject();
    }

    const Report& m_report;
    const JsonOptions& m_options;
    json::JsonWriter m_json;
};

} // namespace

std::string jvmAnswer(const Report& report, const JsonOptions& options)
{
    std::string json;
    JvmAnswer(report, options, json).write();
    return json;
}

} // namespace faultline::report
