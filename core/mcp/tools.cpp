// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mcp/tools.h"

#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_writer.h"
#include "core/redact/redact.h"

#include <algorithm>
#include <array>
#include <span>

namespace faultline::mcp {

namespace {

using json::JsonKind;

constexpr std::uint64_t kUsualBytes = 16 * 1024;
constexpr std::uint64_t kMostToolBytes = 256 * 1024;
constexpr std::uint64_t kDeepest = 64; ///< Levels of lists and objects in an answer.

enum class ParameterKind : std::uint8_t { Text, Number, Flag };

struct Parameter
{
    std::string_view name;
    ParameterKind kind = ParameterKind::Text;
    std::string_view description;
    bool isRequired = false;
};

/// The parameters of a call, checked against its tool.
class Parameters
{
public:
    explicit Parameters(const std::optional<json::JsonValue>& arguments) : m_arguments(arguments) {}

    std::string text(std::string_view name) const
    {
        return m_arguments ? json::textMember(*m_arguments, name) : std::string();
    }

    std::optional<std::uint64_t> number(std::string_view name) const
    {
        return m_arguments ? json::numberMember(*m_arguments, name) : std::nullopt;
    }

    std::uint64_t numberOr(std::string_view name, std::uint64_t fallback) const
    {
        return number(name).value_or(fallback);
    }

    bool flag(std::string_view name) const
    {
        return m_arguments && json::flagMember(*m_arguments, name);
    }

    bool has(std::string_view name) const
    {
        return m_arguments && json::member(*m_arguments, name);
    }

private:
    const std::optional<json::JsonValue>& m_arguments;
};

/// A text of a query. It cannot end before its closing quote.
std::string inQuotes(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "\"";
}

struct Tool
{
    std::string_view name;
    std::string_view description;
    std::span<const Parameter> parameters;
    /// The query that answers it; null for tools that do something else.
    std::string (*query)(const Parameters&) = nullptr;
    std::optional<std::uint32_t> depth = {}; ///< query::Page::depth
};

// --- the queries

std::string framesPath(const Parameters& parameters)
{
    const auto thread = parameters.number("thread");
    return thread ? concat("threads[", *thread, "].frames") : std::string("frames");
}

std::string framePath(const Parameters& parameters)
{
    return concat(framesPath(parameters), "[", parameters.numberOr("frame", 0), "]");
}

std::string summaryQuery(const Parameters&)
{
    return "report{cause, why, signature, key_frame, crash_reason, assertion, system_info, kind, "
           "complete, crashed_function, analysis}";
}

std::string threadsQuery(const Parameters& parameters)
{
    if (parameters.has("group"))
        return concat("groups(", inQuotes(parameters.text("group")), ")");
    return "threads{index, thread_id, thread_name, state, is_requesting}";
}

std::string framesQuery(const Parameters& parameters)
{
    return framesPath(parameters) + "{index, function, filename, lineno, trust, package, status}";
}

std::string frameQuery(const Parameters& parameters)
{
    return framePath(parameters) + "{index, thread, function, symbol, source, trust, package, "
                                   "instruction_addr, registers, inlines, faultline}";
}

std::string modulesQuery(const Parameters& parameters)
{
    return parameters.flag("missing") ? "modules[debug_status != \"found\"][debug_status != "
                                        "\"unused\"]{index, code_file, debug_id, debug_status, "
                                        "unwind_status, candidates}"
                                      : "modules{index, code_file, debug_id, debug_status, "
                                        "unwind_status, image_addr, image_size}";
}

std::string triedQuery(const Parameters& parameters)
{
    return concat("modules[", parameters.numberOr("module", 0), "]");
}

std::string valuesQuery(const Parameters& parameters)
{
    const auto expression = parameters.text("expression");
    if (expression.empty())
        return framePath(parameters) + ".locals";
    return concat("value(", inQuotes(expression), ", ", framePath(parameters), ")");
}

std::string memoryQuery(const Parameters& parameters)
{
    return concat("memory(", inQuotes(parameters.text("place")), ", ",
                  parameters.numberOr("bytes", 128), ", ", framePath(parameters), ")");
}

std::string addressQuery(const Parameters& parameters)
{
    return concat("address(", inQuotes(parameters.text("place")), ", ", framePath(parameters), ")");
}

std::string codeQuery(const Parameters& parameters)
{
    const auto place = parameters.text("place");
    return place.empty()
               ? framePath(parameters) + ".code"
               : concat("disassembly(", inQuotes(place), ", ", framePath(parameters), ")");
}

std::string waitsQuery(const Parameters&)
{
    return "waits{state, findings, objects}";
}

std::string findQuery(const Parameters& parameters)
{
    return concat("find(", inQuotes(parameters.text("text")), ")");
}

std::string symbolsQuery(const Parameters& parameters)
{
    return concat("symbol(", inQuotes(parameters.text("pattern")), ")");
}

std::string typesQuery(const Parameters& parameters)
{
    return concat("type(", inQuotes(parameters.text("name")), ")");
}

std::string compareQuery(const Parameters& parameters)
{
    return concat("compare(", inQuotes(parameters.text("other")), ")");
}

std::string libraryQuery(const Parameters& parameters)
{
    return concat(parameters.flag("groups") ? "library_groups(" : "library(",
                  inQuotes(parameters.text("query")), ")");
}

std::string anyQuery(const Parameters& parameters)
{
    return parameters.text("expression");
}

// --- the table

constexpr Parameter kCrash{"crash", ParameterKind::Text, "c1, c2, …; needed if several are open"};
constexpr Parameter kThread{"thread", ParameterKind::Number, "index; default: the crashed one"};
constexpr Parameter kFrame{"frame", ParameterKind::Number, "row; default 0"};
constexpr Parameter kPlace{"place", ParameterKind::Text,
                           "0x…, register+0x20, module+0x4d4, function", true};

constexpr std::array kOpen{
    Parameter{"path", ParameterKind::Text, "crash file", true},
    Parameter{"part", ParameterKind::Text, "which file of a container"},
};
constexpr std::array kOnlyCrash{kCrash};
constexpr std::array kThreads{kCrash,
                              Parameter{"group", ParameterKind::Text, "state, stack or name"}};
constexpr std::array kFrames{kCrash, kThread};
constexpr std::array kOneFrame{kCrash, kThread, kFrame};
constexpr std::array kModules{
    kCrash, Parameter{"missing", ParameterKind::Flag, "only those without debug info"}};
constexpr std::array kTried{kCrash, Parameter{"module", ParameterKind::Number, "index", true}};
constexpr std::array kValues{
    kCrash, Parameter{"expression", ParameterKind::Text, "this->items[2]; none: all variables"},
    kThread, kFrame};
constexpr std::array kMemory{
    kCrash, kPlace, Parameter{"bytes", ParameterKind::Number, "default 128"}, kThread, kFrame};
constexpr std::array kAddress{kCrash, kPlace, kThread, kFrame};
constexpr std::array kCode{
    kCrash, Parameter{"place", ParameterKind::Text, "none: the frame's own code"}, kThread, kFrame};
constexpr std::array kFind{
    kCrash, Parameter{"text", ParameterKind::Text, "in function, module or file", true}};
constexpr std::array kSymbols{kCrash,
                              Parameter{"pattern", ParameterKind::Text, "*::draw, mem?py", true}};
constexpr std::array kTypes{kCrash, Parameter{"name", ParameterKind::Text, "ns::Type", true}};
constexpr std::array kCompare{kCrash,
                              Parameter{"other", ParameterKind::Text, "another open crash", true}};
constexpr std::array kLibrary{
    Parameter{"query", ParameterKind::Text, "version:>=4.2 status:new", true},
    Parameter{"groups", ParameterKind::Flag, "groups instead of reports"}};
constexpr std::array kAny{
    kCrash,
    Parameter{"expression", ParameterKind::Text,
              "threads[3].frames[0].locals.this, modules[debug_status == \"missing\"]"
              "{code_file}, each(locals.head, \"next\"), global(\"g\"), cast(\"T\", 0x10)",
              true},
    Parameter{"depth", ParameterKind::Number, "levels of lists and objects; default 2 or 3"}};

constexpr auto kTools = std::to_array<Tool>({
    {"open", "Open a crash file and summarize it", kOpen, nullptr},
    {"close", "Close a crash", kOnlyCrash, nullptr},
    {"crashes", "List the open crashes", {}, nullptr},
    {"summary", "Cause, why, signature, system", kOnlyCrash, summaryQuery, 6},
    {"threads", "List threads and what they do, or group equal ones", kThreads, threadsQuery},
    {"frames", "Stack of a thread", kFrames, framesQuery},
    {"frame", "One frame: source, registers, inlined calls", kOneFrame, frameQuery, 5},
    {"modules", "Modules and the state of their debug info", kModules, modulesQuery},
    {"tried", "One module with every place where its files were looked for", kTried, triedQuery, 6},
    {"values", "Variables of a frame, or the value of an expression", kValues, valuesQuery},
    {"memory", "Memory at a place, and where its words lead", kMemory, memoryQuery},
    {"address", "What lies at an address", kAddress, addressQuery},
    {"disassembly", "Instructions around a frame or place", kCode, codeQuery},
    {"waits", "Who waits for whom; deadlocks", kOnlyCrash, waitsQuery, 6},
    {"find", "Find frames in all stacks", kFind, findQuery},
    {"symbols", "Functions by name pattern", kSymbols, symbolsQuery},
    {"types", "Layout of a type", kTypes, typesQuery, 4},
    {"compare", "Compare with another open crash", kCompare, compareQuery, 4},
    {"library", "Search the library of reports", kLibrary, libraryQuery, 4},
    {"query", "Evaluate an expression of the query language", kAny, anyQuery},
});

constexpr std::array kPaging{
    Parameter{"first", ParameterKind::Number, "first element of a list"},
    Parameter{"most", ParameterKind::Number, "elements of a list"},
    Parameter{"max_bytes", ParameterKind::Number, "size of the answer"},
};

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
    if (parameter.kind == ParameterKind::Number)
        json.member("minimum", std::uint64_t{0});
    json.textIfAny("description", parameter.description).endObject();
}

void writeInput(json::JsonWriter& json, const Tool& tool)
{
    json.key("inputSchema").beginObject().member("type", "object").key("properties").beginObject();
    for (const auto& parameter : tool.parameters)
        writeParameter(json, parameter);
    if (tool.query != nullptr) {
        for (auto parameter : kPaging) {
            parameter.description = tool.name == "query" ? parameter.description : "";
            writeParameter(json, parameter);
        }
    }
    json.endObject();
    std::vector<std::string> required;
    for (const auto& parameter : tool.parameters) {
        if (parameter.isRequired)
            required.emplace_back(parameter.name);
    }
    json.listIfAny("required", required).member("additionalProperties", false).endObject();
}

void writeOutput(json::JsonWriter& json)
{
    json.key("outputSchema").beginObject().member("type", "object").key("properties").beginObject();
    json.key("crash").beginObject().member("type", "string").endObject();
    for (const auto* name : {"total", "next"})
        json.key(name).beginObject().member("type", "integer").endObject();
    json.key("cut").beginObject().member("type", "boolean").endObject();
    json.key("untrusted").beginObject().endObject();
    json.endObject().endObject();
}

std::string makeToolList()
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().key("tools").beginArray();
    for (const auto& tool : kTools) {
        const bool isReading = tool.name != "open" && tool.name != "close";
        json.beginObject().member("name", tool.name).member("description", tool.description);
        writeInput(json, tool);
        writeOutput(json);
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
    for (const auto list : {tool.parameters, std::span<const Parameter>(kPaging)}) {
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

std::string answerObject(std::string_view crash, const query::Answer& answer)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().textIfAny("crash", crash);
    json.optional("total", answer.total).optional("next", answer.next);
    if (answer.isCut)
        json.member("cut", true);
    json.key("untrusted").raw(answer.json).endObject();
    return text;
}

query::Page pageOf(const Parameters& parameters, const std::optional<std::uint32_t>& depth)
{
    const auto asked = parameters.number("depth");
    return {.first = parameters.numberOr("first", 0),
            .most = parameters.numberOr("most", 50),
            .maxBytes = std::min(parameters.numberOr("max_bytes", kUsualBytes), kMostToolBytes),
            .depth = asked ? std::optional(static_cast<std::uint32_t>(std::min(*asked, kDeepest)))
                           : depth,
            .texts = query::Texts::Escaped};
}

query::Surroundings surroundingsOf(const ToolContext& context)
{
    const auto other = [&context](const std::string& name) -> Result<ReportPtr> {
        FL_TRY(const auto found, context.crashes.find(name));
        return found.second->report();
    };
    return {.otherReport = other, .library = context.services.library};
}

Result<std::string>
answerQuery(const ToolContext& context, const Tool& tool, const Parameters& parameters)
{
    std::pair<std::string, CrashPtr> crash;
    const bool needsCrash = tool.query != libraryQuery;
    if (needsCrash) {
        FL_TRY(crash, context.crashes.find(parameters.text("crash")));
    }
    FL_TRY(const auto answer,
           query::evaluate(crash.second.get(), tool.query(parameters),
                           pageOf(parameters, tool.depth), surroundingsOf(context), context.stop));
    return answerObject(crash.first, answer);
}

Result<std::string> openCrash(const ToolContext& context, const Parameters& parameters)
{
    FL_CHECK(context.crashes.checkRoom());
    FL_TRY(const auto path, allowedPath(parameters.text("path"), context.services.folders));
    const auto part =
        parameters.has("part") ? std::optional(parameters.text("part")) : std::nullopt;
    FL_TRY(auto crash, context.services.open(path, part, context.step, context.stop));
    const CrashPtr kept = std::move(crash);
    FL_TRY(const auto name, context.crashes.add(kept));
    FL_TRY(const auto answer,
           query::evaluate(kept.get(), summaryQuery(parameters), pageOf(parameters, 6),
                           surroundingsOf(context), context.stop));
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
    const auto* const tool = std::ranges::find(kTools, call.name, &Tool::name);
    if (tool == kTools.end())
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
