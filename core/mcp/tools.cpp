// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mcp/tools.h"

#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_writer.h"
#include "core/mcp/tool_table.h"
#include "core/redact/redact.h"

#include <algorithm>
#include <span>

namespace faultline::mcp {

namespace {

using json::JsonKind;

constexpr std::uint64_t kUsualBytes = 16 * 1024;
constexpr std::uint64_t kMostToolBytes = 256 * 1024;
constexpr std::uint64_t kDeepest = 64; ///< Levels of lists and objects in an answer.

std::string_view typeName(ParameterKind kind)
{
    switch (kind) {
    case ParameterKind::Number: return "integer";
    case ParameterKind::Flag: return "boolean";
    case ParameterKind::Text: break;
    }
    return "string";
}

void writeParameter(json::JsonWriter& json, const Parameter& parameter)
{
    json.key(parameter.name).beginObject().member("type", typeName(parameter.kind));
    json.textIfAny("description", parameter.description).endObject();
}

void writeInput(json::JsonWriter& json, const Tool& tool)
{
    json.key("inputSchema").beginObject().member("type", "object").key("properties").beginObject();
    for (const auto& parameter : tool.parameters)
        writeParameter(json, parameter);
    for (auto parameter : pagingOf(tool)) {
        parameter.description = tool.name == "query" ? parameter.description : "";
        writeParameter(json, parameter);
    }
    json.endObject();
    std::vector<std::string> required;
    for (const auto& parameter : tool.parameters) {
        if (parameter.isRequired)
            required.emplace_back(parameter.name);
    }
    json.listIfAny("required", required).member("additionalProperties", false).endObject();
}

/// Short, because every tool has it: "crash" and "cut" are described in docs/assistants.md. Lists
/// of types and schemas that say nothing are not understood by every client.
void writeOutput(json::JsonWriter& json, AnswerShape shape)
{
    json.key("outputSchema").beginObject().member("type", "object").key("properties").beginObject();
    for (const auto* name : {"total", "next"})
        json.key(name).beginObject().member("type", "integer").endObject();
    if (shape != AnswerShape::Any) {
        json.key("untrusted").beginObject();
        json.member("type", shape == AnswerShape::List ? "array" : "object").endObject();
    }
    json.endObject().endObject();
}

std::string makeToolList()
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().key("tools").beginArray();
    for (const auto& tool : allTools()) {
        const bool isReading = tool.name != "open" && tool.name != "close";
        json.beginObject().member("name", tool.name).member("description", tool.description);
        writeInput(json, tool);
        writeOutput(json, tool.shape);
        // Opening may ask configured symbol servers; nothing else leaves this machine.
        json.key("annotations").beginObject().member("readOnlyHint", isReading);
        if (!isReading)
            json.member("destructiveHint", false);
        json.member("openWorldHint", tool.name == "open").endObject();
        json.endObject();
    }
    json.endArray().endObject();
    return text;
}

bool fits(const json::JsonValue& value, ParameterKind kind)
{
    switch (kind) {
    case ParameterKind::Number: return value.kind() == JsonKind::Unsigned;
    case ParameterKind::Flag: return value.kind() == JsonKind::Bool;
    case ParameterKind::Text: break;
    }
    return value.kind() == JsonKind::String;
}

const Parameter* parameterOf(const Tool& tool, std::string_view name)
{
    for (const auto list : {tool.parameters, pagingOf(tool)}) {
        const auto found = std::ranges::find(list, name, &Parameter::name);
        if (found != list.end())
            return &*found;
    }
    return nullptr;
}

/// Errors: Malformed.
Result<void> checkArguments(const Tool& tool, const std::optional<json::JsonValue>& arguments)
{
    if (arguments && arguments->kind() != JsonKind::Object)
        return fail(ErrorKind::Malformed, "\"arguments\" is not an object");
    std::optional<Error> problem;
    const auto check = [&](const json::JsonValue& value) {
        const auto* parameter = parameterOf(tool, value.key());
        if (parameter == nullptr || !fits(value, parameter->kind))
            problem = Error{ErrorKind::Malformed,
                            concat("\"", excerpt(value.key()), "\" is no argument of \"", tool.name,
                                   "\" or has another type")};
    };
    if (arguments)
        json::forEachChild(*arguments, check);
    for (const auto& parameter : tool.parameters) {
        if (parameter.isRequired && !(arguments && json::member(*arguments, parameter.name)))
            problem = Error{ErrorKind::Malformed, concat("\"", parameter.name, "\" is missing")};
    }
    return problem ? Result<void>(std::unexpected(*std::move(problem))) : Result<void>();
}

// --- results

/// The result of a call: the object, and the same as text for clients of earlier revisions.
std::string toolResult(std::string_view object, bool isError)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().key("content").beginArray().beginObject().member("type", "text");
    json.member("text", object).endObject().endArray();
    if (isError)
        json.member("isError", true);
    else
        json.key("structuredContent").raw(object);
    json.endObject();
    return text;
}

/// How many elements there are is said of a list that is not shown whole.
std::string
answerObject(std::string_view crash, const query::Answer& answer, std::uint64_t first = 0)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().textIfAny("crash", crash);
    if (answer.next || first != 0)
        json.optional("total", answer.total);
    json.optional("next", answer.next);
    if (answer.isCut)
        json.member("cut", true);
    json.key("untrusted").raw(answer.json).endObject();
    return text;
}

query::Page pageOf(const Parameters& parameters, const Tool& tool)
{
    const auto asked = parameters.number("depth");
    return {.first = parameters.numberOr("first", 0),
            .most = parameters.numberOr("most", 50),
            .maxBytes = std::min(parameters.numberOr("max_bytes", kUsualBytes), kMostToolBytes),
            .depth = asked ? std::optional(static_cast<std::uint32_t>(std::min(*asked, kDeepest)))
                           : tool.depth,
            .texts = query::Texts::Escaped,
            // Whoever writes an expression sees all that it names.
            .empties = tool.name == "query" ? query::Empties::Kept : query::Empties::LeftOut,
            .form = parameters.flag("full") ? query::Form::Whole : query::Form::Short};
}

query::Surroundings surroundingsOf(const ToolContext& context)
{
    const auto other = [&context](const std::string& name) -> Result<ReportPtr> {
        FL_TRY(const auto found, context.crashes.find(name));
        return found.second->report();
    };
    return {.otherReport = other, .openReports = context.services.openReports};
}

Result<std::string>
answerQuery(const ToolContext& context, const Tool& tool, const Parameters& parameters)
{
    std::pair<std::string, CrashPtr> crash;
    if (tool.needsCrash) {
        FL_TRY(crash, context.crashes.find(parameters.text("crash")));
    }
    FL_TRY(const auto answer,
           query::evaluate(crash.second.get(), tool.query(parameters), pageOf(parameters, tool),
                           surroundingsOf(context), context.stop));
    // With one open crash there is nothing to mistake it for.
    const bool isOne = context.crashes.all().size() == 1;
    return answerObject(isOne ? std::string() : crash.first, answer,
                        parameters.numberOr("first", 0));
}

Result<std::string> openCrash(const ToolContext& context, const Parameters& parameters)
{
    FL_CHECK(context.crashes.checkRoom());
    FL_TRY(const auto path, allowedPath(parameters.text("path"), context.services.folders));
    const auto part =
        parameters.has("part") ? std::optional(parameters.text("part")) : std::nullopt;
    FL_TRY(auto crash, context.services.open(path, part, context.step, context.stop));
    const CrashPtr kept = std::move(crash);
    const auto* const summary = findTool("summary");
    FL_TRY(const auto answer,
           query::evaluate(kept.get(), summary->query(parameters), pageOf(parameters, *summary),
                           surroundingsOf(context), context.stop));
    // A crash that no answer names could not be closed.
    if (context.stop.stop_requested())
        return fail(ErrorKind::Cancelled, "the request was cancelled");
    FL_TRY(const auto name, context.crashes.add(kept));
    return answerObject(name, answer);
}

std::string listCrashes(const ToolContext& context)
{
    query::Answer answer;
    json::JsonWriter json(answer.json);
    json.beginArray();
    for (const auto& [name, crash] : context.crashes.all())
        json.beginObject()
            .member("crash", name)
            .member("file", escapeControls(crash->name()))
            .member("profile", redact::profileName(crash->profile()))
            .endObject();
    json.endArray();
    return answerObject({}, answer);
}

Result<std::string> run(const ToolContext& context, const Tool& tool, const Parameters& parameters)
{
    if (tool.query != nullptr)
        return answerQuery(context, tool, parameters);
    if (tool.name == "open")
        return openCrash(context, parameters);
    if (tool.name == "crashes")
        return listCrashes(context);
    FL_CHECK(context.crashes.close(parameters.text("crash")));
    return std::string("{}");
}

} // namespace

const std::string& toolList()
{
    static const std::string list = makeToolList();
    return list;
}

std::string markedError(const Error& error)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().key("error").beginObject().member("kind", errorKindName(error.kind));
    json.member("untrusted", escapeControls(error.detail)).endObject().endObject();
    return text;
}

Result<std::string> callTool(const ToolContext& context, const ToolCall& call)
{
    const auto* const tool = findTool(call.name);
    if (tool == nullptr)
        return fail(ErrorKind::Malformed, "there is no tool \"", excerpt(call.name), "\"");
    FL_CHECK(checkArguments(*tool, call.arguments));
    const auto object = run(context, *tool, Parameters(call.arguments));
    if (object)
        return toolResult(*object, false);
    if (object.error().kind == ErrorKind::Cancelled)
        return std::unexpected(object.error());
    return toolResult(markedError(object.error()), true);
}

} // namespace faultline::mcp
