// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/kind_json.h"

#include "core/report/jvm_names.h"

namespace faultline::report {

namespace {

std::string_view nameTrustName(ScriptNameTrust trust)
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

void write(json::JsonWriter& json, const ScriptFrame& frame)
{
    json.optional("script_module", frame.module);
    json.optional("sourcemap", frame.sourceMap);
    if (frame.resolvedWith)
        json.member("resolved_with", resolvedWithName(*frame.resolvedWith));
    if (frame.nameTrust != ScriptNameTrust::None)
        json.member("name_trust", nameTrustName(frame.nameTrust));
}

void write(json::JsonWriter& json, const JvmFrame& frame)
{
    json.member("class", frame.module);
    json.textIfAny("obfuscated", frame.obfuscated);
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

void write(json::JsonWriter& json, const ScriptProblem& problem)
{
    json.beginObject().member("abs_path", problem.absPath);
    json.member("type", scriptProblemName(problem.kind));
    if (problem.kind == ScriptProblemKind::InvalidLocation) {
        json.member("line", problem.line);
        json.optional("column", problem.column);
    }
    json.textIfAny("source", problem.source);
    json.textIfAny("sourcemap", problem.sourceMap);
    json.endObject();
}

void write(json::JsonWriter& json, const ScrapingAttempt& attempt)
{
    json.beginObject().member("url", attempt.url);
    json.member("status", scrapingStatusName(attempt.status));
    if (attempt.status == ScrapingStatus::Failure)
        json.member("reason", scrapingFailureName(attempt.reason));
    json.textIfAny("details", attempt.details);
    json.endObject();
}

void write(json::JsonWriter& json, const JvmHiddenFrame& hidden)
{
    json.beginObject().member("stacktrace", hidden.stack).member("index", hidden.index);
    json.member("reason", hiddenReasonName(hidden.reason)).endObject();
}

void write(json::JsonWriter& json, const JvmFile& file)
{
    json.beginObject().member("uuid", file.module.id.canonical());
    json.member("type", fileTypeName(file.module.type));
    if (file.error)
        json.member("error", fileErrorName(file.error->kind))
            .textIfAny("details", file.error->detail);
    json.endObject();
}

template <class Item>
void writeList(json::JsonWriter& json, std::string_view name, const std::vector<Item>& items)
{
    if (items.empty())
        return;
    json.key(name).beginArray();
    for (const auto& item : items)
        write(json, item);
    json.endArray();
}

void write(json::JsonWriter& json, const ScriptResult& result)
{
    if (result.problems.empty() && result.scrapingAttempts.empty())
        return;
    json.key("script").beginObject();
    writeList(json, "problems", result.problems);
    writeList(json, "scraping_attempts", result.scrapingAttempts);
    json.endObject();
}

void write(json::JsonWriter& json, const JvmResult& result)
{
    if (result.classes.empty() && result.hidden.empty() && result.files.empty())
        return;
    json.key("jvm").beginObject();
    if (!result.classes.empty()) {
        json.key("classes").beginObject();
        for (const auto& [obfuscated, original] : result.classes)
            json.member(obfuscated, original);
        json.endObject();
    }
    writeList(json, "hidden", result.hidden);
    writeList(json, "files", result.files);
    json.endObject();
}

} // namespace

void writeKindOf(json::JsonWriter& json, const Frame& frame)
{
    if (const auto* script = frame.asScript())
        write(json, *script);
    if (const auto* jvm = frame.asJvm())
        write(json, *jvm);
}

void writeKindOf(json::JsonWriter& json, const Report& report)
{
    if (report.script)
        write(json, *report.script);
    if (report.jvm)
        write(json, *report.jvm);
}

} // namespace faultline::report
