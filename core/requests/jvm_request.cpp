// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/requests/jvm_request.h"

#include "core/formats/crash/jvm_text/jvm_crash.h"

#include <algorithm>

namespace faultline::requests {

namespace {

/// Visits the elements of an optional list.
template <class Visit>
void forEachOptionalItem(const json::JsonCursor& list, Visit visit)
{
    if (!list.isAbsent())
        list.forEachItem(visit);
}

JvmException decodeException(const json::JsonCursor& exception)
{
    return {exception.member("type").string(), exception.member("module").string()};
}

JvmStackFrame decodeFrame(const json::JsonCursor& frame)
{
    JvmStackFrame decoded;
    decoded.platform = frame.member("platform").optionalString();
    decoded.position.function = frame.member("function").string();
    decoded.position.file = frame.member("filename").optionalString();
    decoded.detail.module = frame.member("module").string();
    decoded.position.absPath = frame.member("abs_path").optionalString();
    decoded.position.line = frame.member("lineno").optionalUnsigned32();
    decoded.position.context = {frame.member("pre_context").stringsOrNone(),
                                frame.member("context_line").optionalString(),
                                frame.member("post_context").stringsOrNone()};
    decoded.inApp = frame.member("in_app").optionalBoolean();
    decoded.index = frame.member("index").unsignedInteger();
    decoded.detail.signature = frame.member("signature").optionalString();
    decoded.detail.isSynthesized = frame.member("method_synthesized").booleanOr(false);
    return decoded;
}

JvmStack decodeStack(const json::JsonCursor& stack)
{
    JvmStack decoded;
    if (const auto exception = stack.member("exception");
        !exception.isAbsent() && !exception.isNull())
        decoded.exception = decodeException(exception);
    stack.member("frames").forEachItem(
        [&](const json::JsonCursor& frame) { decoded.frames.push_back(decodeFrame(frame)); });
    return decoded;
}

JvmModule decodeModule(const json::JsonCursor& module)
{
    JvmModule decoded;
    const auto id = module.member("uuid").string();
    if (const auto parsed = DebugId::parse(id))
        decoded.id = *parsed;
    else
        module.member("uuid").refuse("invalid debug identifier");
    const auto type = module.member("type").string();
    if (type == "source")
        decoded.type = JvmModule::Type::SourceBundle;
    else if (type != "proguard")
        module.member("type").refuse("unknown variant, expected `proguard` or `source`");
    return decoded;
}

JvmEvent decodeEvent(const json::JsonCursor& body, const RequestLimits& limits)
{
    JvmEvent event;
    event.platform = body.member("platform").optionalString();
    forEachOptionalItem(body.member("exceptions"), [&](const json::JsonCursor& exception) {
        event.exceptions.push_back(decodeException(exception));
    });
    if (const auto stacks = body.member("stacktraces");
        stacks.isAbsent() || hasAllowedFrames(stacks, limits))
        forEachOptionalItem(stacks, [&](const json::JsonCursor& stack) {
            event.stacks.push_back(decodeStack(stack));
        });
    forEachOptionalItem(body.member("modules"), [&](const json::JsonCursor& module) {
        event.modules.push_back(decodeModule(module));
    });
    event.releasePackage = body.member("release_package").optionalString();
    event.classes = body.member("classes").stringsOrNone();
    return event;
}

report::FrameOrder decodeOrder(const json::JsonCursor& order)
{
    if (order.isAbsent())
        return report::FrameOrder::CallerFirst;
    const auto text = order.string();
    if (text == "callee_first")
        return report::FrameOrder::CalleeFirst;
    if (text != "caller_first")
        order.refuse("unknown variant, expected `caller_first` or `callee_first`");
    return report::FrameOrder::CallerFirst;
}

void decodeOptions(const json::JsonCursor& options, Request& request)
{
    request.answer.frameOrder = report::FrameOrder::CallerFirst;
    if (options.isAbsent())
        return;
    request.options.applySourceContext = options.member("apply_source_context").booleanOr(true);
    request.answer.frameOrder = decodeOrder(options.member("frame_order"));
    if (options.member("faultline").booleanOr(false)) {
        request.options.answer = symbolicate::AnswerStyle::Best;
        request.answer.extras = report::IncludeExtras::Yes;
        request.options.wantsSignature = true;
    }
}

} // namespace

Result<Request> decodeJvmRequest(const json::JsonDocument& body, const RequestPolicy& policy)
{
    json::JsonErrors errors;
    const json::JsonCursor root(body.root(), errors);
    Request request;
    request.options.answer = symbolicate::AnswerStyle::Compatible;
    auto event = decodeEvent(root, policy.limits);
    request.options.sources = decodeSources(root.member("sources"), policy);
    decodeOptions(root.member("options"), request);
    if (!errors.ok())
        return std::unexpected(*errors.first());
    FL_CHECK(checkLookups(event.modules.size(), request.options.sources, policy.limits));
    if (request.answer.frameOrder == report::FrameOrder::CallerFirst) {
        for (auto& stack : event.stacks)
            std::ranges::reverse(stack.frames);
    }
    request.event = jvmtext::crashOf(std::move(event));
    return request;
}

} // namespace faultline::requests
