// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/jvm_json.h"

#include "core/report/candidate_text.h"

#include <ranges>

namespace faultline::report {

namespace {

std::string_view fileTypeName(JvmModule::Type type)
{
    return type == JvmModule::Type::Mapping ? "proguard" : "source";
}

std::string_view errorName(JvmFileError::Kind kind)
{
    return kind == JvmFileError::Kind::Missing ? "missing" : "invalid";
}

std::string_view reasonName(JvmHiddenFrame::Reason reason)
{
    switch (reason) {
    case JvmHiddenFrame::Reason::Outline: return "outline";
    case JvmHiddenFrame::Reason::Rewritten: return "rewritten";
    case JvmHiddenFrame::Reason::Synthesized: return "synthesized";
    }
    return "";
}

std::string_view originName(JvmDetail::FileOrigin origin)
{
    switch (origin) {
    case JvmDetail::FileOrigin::Given: return "given";
    case JvmDetail::FileOrigin::Recorded: return "recorded";
    case JvmDetail::FileOrigin::Synthesized: return "synthesized";
    }
    return "";
}

class JvmWriter
{
public:
    JvmWriter(const JvmReport& report, const JvmJsonOptions& options, std::string& out)
        : m_report(report), m_options(options), m_json(out)
    {
    }

    void write()
    {
        m_json.beginObject().member("status", "completed");
        m_json.key("exceptions").beginArray();
        for (const auto& exception : m_report.exceptions)
            put(exception);
        m_json.endArray();
        putStacks();
        m_json.key("classes").beginObject();
        for (const auto& [obfuscated, original] : m_report.classes)
            m_json.member(obfuscated, original);
        m_json.endObject();
        putErrors();
        if (m_options.extras == IncludeExtras::Yes)
            putExtras();
        m_json.endObject();
    }

private:
    void put(const JvmException& exception)
    {
        m_json.beginObject();
        m_json.member("type", exception.type).member("module", exception.module);
        m_json.endObject();
    }

    void putStacks()
    {
        m_json.key("stacktraces").beginArray();
        for (const auto& stack : m_report.stacks) {
            m_json.beginObject().key("exception");
            if (stack.exception)
                put(*stack.exception);
            else
                m_json.null();
            m_json.key("frames").beginArray();
            if (m_options.frameOrder == FrameOrder::CalleeFirst)
                std::ranges::for_each(stack.frames, [this](const auto& frame) { put(frame); });
            else
                std::ranges::for_each(stack.frames | std::views::reverse,
                                      [this](const auto& frame) { put(frame); });
            m_json.endArray().endObject();
        }
        m_json.endArray();
    }

    void put(const JvmStackFrame& frame)
    {
        const auto& position = frame.position;
        m_json.beginObject();
        m_json.optional("platform", frame.platform);
        m_json.member("function", position.function.value_or(std::string()));
        m_json.optional("filename", position.file);
        m_json.member("module", frame.detail.module);
        m_json.optional("abs_path", position.absPath);
        m_json.optional("lineno", position.line);
        m_json.listIfAny("pre_context", position.context.before);
        m_json.optional("context_line", position.context.line);
        m_json.listIfAny("post_context", position.context.after);
        m_json.optional("in_app", frame.inApp);
        m_json.optional("signature", frame.detail.signature);
        if (frame.detail.isSynthesized)
            m_json.member("method_synthesized", true);
        m_json.member("index", frame.index);
        if (m_options.extras == IncludeExtras::Yes) {
            m_json.key("faultline").beginObject();
            m_json.member("file_origin", originName(frame.detail.fileOrigin));
            m_json.member("alternative", frame.detail.alternative);
            m_json.member("alternatives", frame.detail.alternativeCount);
            m_json.endObject();
        }
        m_json.endObject();
    }

    void putErrors()
    {
        m_json.key("errors").beginArray();
        for (const auto& error : m_report.errors) {
            m_json.beginObject();
            m_json.member("uuid", error.module.id.canonical());
            m_json.member("type", errorName(error.kind));
            m_json.endObject();
        }
        m_json.endArray();
    }

    void putExtras()
    {
        m_json.key("faultline").beginObject();
        m_json.key("hidden").beginArray();
        for (const auto& hidden : m_report.hidden) {
            m_json.beginObject();
            m_json.member("stacktrace", std::uint64_t{hidden.stack});
            m_json.member("index", hidden.index).member("reason", reasonName(hidden.reason));
            m_json.endObject();
        }
        m_json.endArray().key("candidates").beginArray();
        for (const auto& candidate : m_report.candidates) {
            m_json.beginObject();
            m_json.member("uuid", candidate.module.id.canonical());
            m_json.member("type", fileTypeName(candidate.module.type));
            m_json.member("source", candidate.source).member("location", candidate.location);
            m_json.member("outcome", outcomeWords(candidate.outcome));
            m_json.endObject();
        }
        m_json.endArray().endObject();
    }

    const JvmReport& m_report;
    const JvmJsonOptions& m_options;
    json::JsonWriter m_json;
};

} // namespace

void putJvmExtras(json::JsonWriter& json, const JvmFrame& frame)
{
    json.member("class", frame.module);
    if (!frame.obfuscated.empty())
        json.member("obfuscated", frame.obfuscated);
    if (frame.isSynthesized)
        json.member("synthesized", true);
    if (frame.alternatives.empty())
        return;
    json.key("alternatives").beginArray();
    for (const auto& alternative : frame.alternatives) {
        json.beginArray();
        for (const auto& call : alternative.calls) {
            json.beginObject().member("module", call.module);
            json.optional("function", call.position.function);
            json.optional("filename", call.position.file);
            json.optional("lineno", call.position.line);
            json.endObject();
        }
        json.endArray();
    }
    json.endArray();
}

std::string renderJvmJson(const JvmReport& report, const JvmJsonOptions& options)
{
    std::string json;
    JvmWriter(report, options, json).write();
    return json;
}

} // namespace faultline::report
