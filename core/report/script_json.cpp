// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/script_json.h"

#include "core/json/json_writer.h"
#include "core/report/candidate_text.h"
#include "core/symbolicate/js/artifact_answer.h"

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

std::string_view trustName(ScriptNameTrust trust)
{
    switch (trust) {
    case ScriptNameTrust::MapScopes: return "map_scopes";
    case ScriptNameTrust::OriginalText: return "original_text";
    case ScriptNameTrust::MappedScope: return "mapped_scope";
    case ScriptNameTrust::Caller: return "caller";
    case ScriptNameTrust::Minified: return "minified";
    case ScriptNameTrust::None: return "none";
    }
    return "none";
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
        json.member("resolved_with", js::resolvedWithName(*script.resolvedWith));
    json.member("symbolicated", script.isSymbolicated).endObject();
}

class ScriptJson
{
public:
    ScriptJson(std::string& out, ScriptExtras extras) : m_json(out), m_extras(extras) {}

    void write(const js::ScriptReport& report)
    {
        m_json.beginObject().member("status", "completed");
        writeStacks("stacktraces", report.stacks, m_extras);
        writeStacks("raw_stacktraces", report.rawStacks, ScriptExtras::No);
        writeProblems(report);
        writeAttempts(report);
        if (m_extras == ScriptExtras::Yes)
            writeCandidates(report);
        m_json.endObject();
    }

private:
    void
    writeStacks(std::string_view name, const std::vector<ScriptStack>& stacks, ScriptExtras extras)
    {
        m_json.key(name).beginArray();
        for (const auto& stack : stacks) {
            m_json.beginObject();
            if (!stack.type.empty() && extras == ScriptExtras::Yes)
                m_json.member("type", stack.type).member("value", stack.value);
            m_json.key("frames").beginArray();
            for (const auto& frame : stack.frames)
                writeFrame(frame, extras);
            m_json.endArray().endObject();
        }
        m_json.endArray();
    }

    void writeFrame(const ScriptStackFrame& frame, ScriptExtras extras)
    {
        const auto& position = frame.position;
        m_json.beginObject();
        m_json.optional("platform", frame.platform);
        m_json.optional("function", position.function);
        m_json.optional("filename", position.file);
        m_json.optional("module", frame.script.module);
        m_json.optional("abs_path", position.absPath);
        m_json.optional("lineno", position.line);
        m_json.optional("colno", position.column);
        m_json.listIfAny("pre_context", position.context.before);
        m_json.optional("context_line", position.context.line);
        m_json.listIfAny("post_context", position.context.after);
        writeData(m_json, frame.script);
        if (extras == ScriptExtras::Yes) {
            m_json.optional("in_app", frame.inApp);
            m_json.key("faultline").beginObject();
            m_json.member("name_trust", trustName(frame.script.nameTrust)).endObject();
        }
        m_json.endObject();
    }

    void writeProblems(const js::ScriptReport& report)
    {
        using Kind = js::ScriptProblemKind;
        if (report.problems.empty())
            return;
        m_json.key("errors").beginArray();
        for (const auto& problem : report.problems) {
            m_json.beginObject().member("abs_path", problem.absPath);
            m_json.member("type", js::scriptProblemName(problem.kind));
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

    void writeAttempts(const js::ScriptReport& report)
    {
        if (report.scrapingAttempts.empty())
            return;
        m_json.key("scraping_attempts").beginArray();
        for (const auto& attempt : report.scrapingAttempts) {
            m_json.beginObject().member("url", attempt.url);
            switch (attempt.status) {
            case js::ScrapingStatus::NotAttempted: m_json.member("status", "not_attempted"); break;
            case js::ScrapingStatus::Success: m_json.member("status", "success"); break;
            case js::ScrapingStatus::Failure:
                m_json.member("status", "failure")
                    .member("reason", js::scrapingFailureName(attempt.reason));
                if (!attempt.details.empty())
                    m_json.member("details", attempt.details);
                break;
            }
            m_json.endObject();
        }
        m_json.endArray();
    }

    void writeCandidates(const js::ScriptReport& report)
    {
        m_json.key("faultline").beginObject().key("candidates").beginArray();
        for (const auto& candidate : report.candidates) {
            m_json.beginObject().key("file");
            writeKey(m_json, candidate.key);
            m_json.member("place", candidate.place)
                .member("outcome", outcomeWords(candidate.outcome));
            m_json.endObject();
        }
        m_json.endArray().endObject();
    }

    json::JsonWriter m_json;
    ScriptExtras m_extras;
};

} // namespace

std::string renderScriptJson(const js::ScriptReport& report, ScriptExtras extras)
{
    std::string out;
    ScriptJson(out, extras).write(report);
    return out;
}

} // namespace faultline::report
