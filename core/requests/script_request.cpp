// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/requests/script_request.h"

#include "core/formats/crash/script_stack/script_event.h"
#include "core/json/json_writer.h"

namespace faultline::requests {

namespace {

ScriptFrame decodeData(const json::JsonCursor& data)
{
    ScriptFrame script;
    if (data.isAbsent())
        return script;
    script.sourceMap = data.member("sourcemap").optionalString();
    if (const auto way = data.member("resolved_with").optionalString())
        script.resolvedWith = parseResolvedWith(*way);
    script.isSymbolicated = data.member("symbolicated").booleanOr(false);
    return script;
}

std::optional<std::string> decodeFramePlatform(const json::JsonCursor& platform)
{
    if (platform.isAbsent() || platform.isNull())
        return std::nullopt;
    return decodePlatform(platform);
}

ScriptStackFrame decodeScriptFrame(const json::JsonCursor& frame)
{
    ScriptStackFrame decoded;
    decoded.platform = decodeFramePlatform(frame.member("platform"));
    decoded.script = decodeData(frame.member("data"));
    decoded.script.module = frame.member("module").optionalString();
    auto& position = decoded.position;
    position.function = frame.member("function").optionalString();
    position.file = frame.member("filename").optionalString();
    position.absPath = frame.member("abs_path").string();
    position.line = static_cast<std::uint32_t>(frame.member("lineno").unsignedInteger(0xffff'ffff));
    position.column = frame.member("colno").optionalUnsigned32();
    position.context.before = frame.member("pre_context").stringsOrNone();
    position.context.line = frame.member("context_line").optionalString();
    position.context.after = frame.member("post_context").stringsOrNone();
    return decoded;
}

ScriptStack decodeStack(const json::JsonCursor& stack)
{
    ScriptStack decoded;
    stack.member("frames").forEachItem(
        [&](const json::JsonCursor& frame) { decoded.frames.push_back(decodeScriptFrame(frame)); });
    return decoded;
}

ScriptModule decodeScriptModule(const json::JsonCursor& module)
{
    const auto type = module.member("type");
    if (type.string() != "sourcemap")
        type.refuse("unknown variant, expected `sourcemap`");
    return {.codeFile = module.member("code_file").string(),
            .debugId = DebugId::parse(module.member("debug_id").string())};
}

ScriptFrameOrder decodeOrder(const json::JsonCursor& order)
{
    if (order.isAbsent())
        return ScriptFrameOrder::CallerFirst;
    const auto text = order.string();
    if (text == "callee_first")
        return ScriptFrameOrder::CalleeFirst;
    if (text != "caller_first")
        order.refuse("unknown variant, expected `callee_first` or `caller_first`");
    return ScriptFrameOrder::CallerFirst;
}

/// Reads a source in the usual form, except that it has no `type`.
void decodeSource(const json::JsonCursor& source,
                  const RequestPolicy& policy,
                  symbolicate::SymbolicateOptions& options)
{
    if (!source.value() || source.value()->kind() != json::JsonKind::Object)
        return source.refuseKind("a map");
    std::string json = R"([{"type":"sentry")";
    source.forEachMember([&](std::string_view name, const json::JsonCursor& value) {
        if (name == "type")
            return;
        json += ",";
        json::JsonWriter(json).value(name);
        json += ":";
        json::JsonWriter(json).value(*value.value());
    });
    json += "}]";
    auto decoded = policy.readSources(json);
    if (!decoded)
        return source.refuse(decoded.error().detail);
    options.sources = *std::move(decoded);
}

/// All members are optional, although the reference requires them.
symbolicate::ScrapingConfig decodeScriptScraping(const json::JsonCursor& scraping,
                                                 const RequestPolicy& policy)
{
    symbolicate::ScrapingConfig decoded;
    if (scraping.isAbsent())
        return decoded;
    decoded.enabled = scraping.member("enabled").booleanOr(true);
    decoded.verifySsl = scraping.member("verify_ssl").booleanOr(true);
    if (const auto origins = scraping.member("allowed_origins"); !origins.isAbsent())
        decoded.allowedOrigins = decodeOrigins(origins, policy);
    if (const auto headers = scraping.member("headers"); !headers.isAbsent())
        headers.forEachMember([&](std::string_view name, const json::JsonCursor& value) {
            decoded.headers.emplace_back(std::string(name), value.string());
        });
    return decoded;
}

ScriptEvent decodeScriptEvent(const json::JsonCursor& root, const RequestLimits& limits)
{
    ScriptEvent event;
    event.platform = decodeFramePlatform(root.member("platform"));
    event.release = root.member("release").optionalString();
    event.dist = root.member("dist").optionalString();
    if (const auto stacks = root.member("stacktraces");
        !stacks.isAbsent() && hasAllowedFrames(stacks, limits))
        stacks.forEachItem(
            [&](const json::JsonCursor& stack) { event.stacks.push_back(decodeStack(stack)); });
    if (const auto modules = root.member("modules"); !modules.isAbsent())
        modules.forEachItem([&](const json::JsonCursor& module) {
            event.modules.push_back(decodeScriptModule(module));
        });
    return event;
}

} // namespace

Result<Request> decodeScriptRequest(const json::JsonDocument& body,
                                    const RequestPolicy& policy,
                                    const ParseLimits& limits)
{
    json::JsonErrors errors;
    const json::JsonCursor root(body.root(), errors);
    Request request;
    request.options.answer = symbolicate::AnswerStyle::Compatible;
    auto event = decodeScriptEvent(root, policy.limits);
    decodeSource(root.member("source"), policy, request.options);
    auto& scraping = request.options.scraping;
    scraping = decodeScriptScraping(root.member("scraping"), policy);
    // An older switch. Both must allow scraping.
    scraping.enabled = root.member("allow_scraping").booleanOr(true) && scraping.enabled;
    if (const auto options = root.member("options"); !options.isAbsent()) {
        request.options.applySourceContext = options.member("apply_source_context").booleanOr(true);
        event.order = decodeOrder(options.member("frame_order"));
    }
    if (!errors.ok())
        return std::unexpected(*errors.first());
    request.answer.frameOrder = event.order == ScriptFrameOrder::CallerFirst
                                    ? report::FrameOrder::CallerFirst
                                    : report::FrameOrder::CalleeFirst;
    request.event = scriptstack::eventOf(std::move(event), limits);
    return request;
}

} // namespace faultline::requests
