// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/script_answer.h"

#include "core/json/json_writer.h"

#include <algorithm>
#include <ranges>

namespace faultline::report {

namespace {

std::string_view keyKindName(ScriptFileKey::Kind kind)
{
    switch (kind) {
    case ScriptFileKey::Kind::MinifiedSource: return "minified_source";
    case ScriptFileKey::Kind::SourceMap: return "source_map";
    case ScriptFileKey::Kind::Source: return "source";
    }
    return "source";
}

void writeKey(json::JsonWriter& json, const ScriptFileKey& key)
{
    json.beginObject().key(keyKindName(key.kind)).beginObject();
    json.optional("abs_path", key.path);
    if (key.debugId)
        json.member("debug_id", key.debugId->canonical());
    json.endObject().endObject();
}

void writeOrigin(json::JsonWriter& json, const ScriptFileOrigin& origin)
{
    using Kind = ScriptFileOrigin::Kind;
    switch (origin.kind) {
    case Kind::Embedded: json.value("embedded"); return;
    case Kind::IndividualFile: json.beginObject().member("individual_file", origin.uri); break;
    case Kind::ScrapedFile: json.beginObject().member("scraped_file", origin.uri); break;
    case Kind::LocalFile: json.beginObject().member("local_file", origin.uri); break;
    case Kind::Bundled:
        json.beginObject().key("bundled").beginArray().value(origin.uri);
        writeKey(json, origin.key);
        json.endArray();
        break;
    }
    json.endObject();
}

void writeData(json::JsonWriter& json, const ScriptFrame& script)
{
    json.key("data").beginObject();
    json.optional("sourcemap", script.sourceMap);
    if (script.sourceMapOrigin) {
        json.key("sourcemap_origin");
        writeOrigin(json, *script.sourceMapOrigin);
    }
    if (script.resolvedWith)
        json.member("resolved_with", resolvedWithName(*script.resolvedWith));
    json.member("symbolicated", script.isSymbolicated).endObject();
}

class ScriptAnswer
{
public:
    ScriptAnswer(const Report& report, const JsonOptions& options, std::string& out)
        : m_report(report), m_event(std::get<ScriptEvent>(report.event->detail)),
          m_options(options), m_json(out)
    {
    }

    void write()
    {
        m_json.beginObject().member("status", "completed");
        writeStacks();
        writeRawStacks();
        if (m_report.script) {
            writeProblems(m_report.script->problems);
            writeAttempts(m_report.script->scrapingAttempts);
        }
        m_json.endObject();
    }

private:
    void writeStacks()
    {
        m_json.key("stacktraces").beginArray();
        for (const auto& stack : m_report.stacks) {
            m_json.beginObject().key("frames").beginArray();
            if (stack)
                writeFrames(stack->frames, m_options.frameOrder != FrameOrder::CalleeFirst);
            m_json.endArray().endObject();
        }
        m_json.endArray();
    }

    void writeRawStacks()
    {
        const bool hasContext = m_report.script && !m_report.script->rawStacks.empty();
        const auto order = m_event.order == ScriptFrameOrder::CalleeFirst ? FrameOrder::CalleeFirst
                                                                          : FrameOrder::CallerFirst;
        m_json.key("raw_stacktraces").beginArray();
        for (const auto& stack : hasContext ? m_report.script->rawStacks : m_event.stacks) {
            m_json.beginObject().key("frames").beginArray();
            writeFrames(stack.frames, m_options.frameOrder != order);
            m_json.endArray().endObject();
        }
        m_json.endArray();
    }

    template <class Frames>
    void writeFrames(const Frames& frames, bool isReversed)
    {
        const auto write = [this](const auto& frame) { writeFrame(frame); };
        if (isReversed)
            std::ranges::for_each(frames | std::views::reverse, write);
        else
            std::ranges::for_each(frames, write);
    }

    void writeFrame(const Frame& frame)
    {
        const auto* script = frame.asScript();
        if (script != nullptr)
            writeFrame(frame.carried ? frame.carried->platform : std::nullopt, frame.position,
                       *script);
    }

    void writeFrame(const ScriptStackFrame& frame)
    {
        writeFrame(frame.platform, frame.position, frame.script);
    }

    void writeFrame(const std::optional<std::string>& platform,
                    const SourcePosition& position,
                    const ScriptFrame& script)
    {
        m_json.beginObject();
        m_json.optional("platform", platform);
        m_json.optional("function", position.function);
        m_json.optional("filename", position.file);
        m_json.optional("module", script.module);
        m_json.optional("abs_path", position.absPath);
        m_json.optional("lineno", position.line);
        m_json.optional("colno", position.column);
        m_json.listIfAny("pre_context", position.context.before);
        m_json.optional("context_line", position.context.line);
        m_json.listIfAny("post_context", position.context.after);
        writeData(m_json, script);
        m_json.endObject();
    }

    void writeProblems(const std::vector<ScriptProblem>& problems)
    {
        using Kind = ScriptProblemKind;
        if (problems.empty())
            return;
        m_json.key("errors").beginArray();
        for (const auto& problem : problems) {
            m_json.beginObject().member("abs_path", problem.absPath);
            m_json.member("type", scriptProblemName(problem.kind));
            if (problem.kind == Kind::InvalidLocation) {
                m_json.member("line", problem.line).key("col");
                problem.column ? m_json.value(*problem.column) : m_json.null();
            }
            if (problem.kind == Kind::MissingSourceContent)
                m_json.member("source", problem.source).member("sourcemap", problem.sourceMap);
            if (problem.kind == Kind::MalformedSourcemap)
                m_json.member("url", problem.sourceMap);
            m_json.endObject();
        }
        m_json.endArray();
    }

    void writeAttempts(const std::vector<ScrapingAttempt>& attempts)
    {
        if (attempts.empty())
            return;
        m_json.key("scraping_attempts").beginArray();
        for (const auto& attempt : attempts) {
            m_json.beginObject().member("url", attempt.url);
            m_json.member("status", scrapingStatusName(attempt.status));
            if (attempt.status == ScrapingStatus::Failure) {
                m_json.member("reason", scrapingFailureName(attempt.reason));
                m_json.textIfAny("details", attempt.details);
            }
            m_json.endObject();
        }
        m_json.endArray();
    }

    const Report& m_report;
    const ScriptEvent& m_event;
    const JsonOptions& m_options;
    json::JsonWriter m_json;
};

} // namespace

std::string scriptAnswer(const Report& report, const JsonOptions& options)
{
    std::string json;
    ScriptAnswer(report, options, json).write();
    return json;
}

} // namespace faultline::report
