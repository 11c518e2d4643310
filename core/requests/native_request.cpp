// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/requests/native_request.h"

#include "core/base/hex.h"
#include "core/formats/debug/symbfile/file_id.h"
#include "core/json/json_writer.h"

#include <algorithm>
#include <map>

namespace faultline::requests {

namespace {

std::optional<std::uint32_t> decodeAddressMode(const json::JsonCursor& mode)
{
    if (mode.isAbsent())
        return std::nullopt;
    const auto text = mode.string();
    if (text == "abs")
        return std::nullopt;
    constexpr std::string_view kRelative = "rel:";
    const auto index = text.starts_with(kRelative)
                           ? parseDecimal(std::string_view(text).substr(kRelative.size()))
                           : std::nullopt;
    if (!index) {
        mode.refuse("invalid address mode, expected `abs` or `rel:<module index>`");
        return std::nullopt;
    }
    // Any number beyond the modules means the same: no module.
    constexpr std::uint64_t kLargest = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::min(*index, kLargest));
}

std::optional<Language> decodeLanguage(const json::JsonCursor& language)
{
    const auto text = language.optionalString();
    if (!text)
        return std::nullopt;
    const auto known = parseLanguage(*text);
    if (!known)
        language.refuse("unknown language");
    return known;
}

FrameTrust decodeTrust(const json::JsonCursor& trust)
{
    if (trust.isAbsent())
        return FrameTrust::None;
    const auto known = parseFrameTrust(trust.string());
    if (!known)
        trust.refuse("unknown trust, expected none, scan, cfiscan, fp, cfi, prewalked or context");
    return known.value_or(FrameTrust::None);
}

std::string decodeVariables(const json::JsonCursor& variables)
{
    if (variables.isAbsent() || variables.isNull())
        return {};
    if (variables.value()->kind() != json::JsonKind::Object)
        variables.refuseKind("a map");
    std::string json;
    json::JsonWriter(json).value(*variables.value());
    return json;
}

std::optional<std::string> decodeOptionalPlatform(const json::JsonCursor& platform)
{
    if (platform.isAbsent() || platform.isNull())
        return std::nullopt;
    return decodePlatform(platform);
}

/// Reads the source position of a frame and the lines around it.
void decodeFrameSource(const json::JsonCursor& frame, Frame& decoded)
{
    decoded.position.file = frame.member("filename").optionalString();
    decoded.position.absPath = frame.member("abs_path").optionalString();
    decoded.position.line = frame.member("lineno").optionalUnsigned32();
    decoded.position.context.before = frame.member("pre_context").stringsOrNone();
    decoded.position.context.line = frame.member("context_line").optionalString();
    decoded.position.context.after = frame.member("post_context").stringsOrNone();
    decoded.position.link = frame.member("source_link").optionalString();
}

Frame decodeFrame(const json::JsonCursor& frame)
{
    Frame decoded;
    decoded.makeNative().instructionAddress = frame.member("instruction_addr").hexValue();
    decoded.makeNative().relativeTo = decodeAddressMode(frame.member("addr_mode"));
    CarriedFields carried;
    carried.adjust = frame.member("adjust_instruction_addr").optionalBoolean();
    carried.functionId = frame.member("function_id").optionalHexValue();
    carried.platform = decodeOptionalPlatform(frame.member("platform"));
    decoded.makeNative().package = frame.member("package").optionalString();
    decoded.makeNative().language =
        decodeLanguage(frame.member("lang")).value_or(Language::Unknown);
    decoded.makeNative().symbol = frame.member("symbol").optionalString();
    decoded.makeNative().symbolAddress = frame.member("sym_addr").optionalHexValue();
    decoded.position.function = frame.member("function").optionalString();
    decodeFrameSource(frame, decoded);
    decoded.inApp = frame.member("in_app").optionalBoolean();
    carried.variablesJson = decodeVariables(frame.member("vars"));
    decoded.carried = share(std::move(carried));
    decoded.trust = decodeTrust(frame.member("trust"));
    return decoded;
}

EventThread decodeThread(const json::JsonCursor& thread)
{
    EventThread decoded;
    decoded.id = thread.member("thread_id").optionalUnsigned();
    decoded.name = thread.member("thread_name").optionalString();
    decoded.isRequesting = thread.member("is_requesting").optionalBoolean();
    if (const auto registers = thread.member("registers"); !registers.isAbsent()) {
        std::map<std::string, std::uint64_t, std::less<>>
            values; // If a register is named twice, its last value counts.
        registers.forEachMember([&](std::string_view name, const json::JsonCursor& value) {
            values.insert_or_assign(std::string(name), value.hexValue());
        });
        decoded.givenRegisters.assign(values.begin(), values.end());
    }
    auto& frames = decoded.givenFrames.emplace();
    thread.member("frames").forEachItem(
        [&](const json::JsonCursor& frame) { frames.push_back(decodeFrame(frame)); });
    return decoded;
}

/// Ids are parsed and written again; an unusable one is dropped (docs/spec/native.md §1.3).
void decodeIdentity(const json::JsonCursor& module, EventModule& decoded)
{
    if (const auto text = module.member("debug_id").optionalString())
        decoded.debugId = DebugId::parse(*text);
    if (const auto text = module.member("code_id").optionalString()) {
        auto id = CodeId::parse(*text);
        if (!id.empty())
            decoded.codeId = std::move(id);
    }
    decoded.codeFile = module.member("code_file").optionalString();
    decoded.debugFile = module.member("debug_file").optionalString();
    decoded.debugChecksum = module.member("debug_checksum").optionalString();
    if (const auto text = module.member("file_id").optionalString()) {
        if (const auto id = symbfile::FileId::parse(*text))
            decoded.fileId = id->hex();
    }
}

EventModule decodeModule(const json::JsonCursor& module)
{
    EventModule decoded;
    decoded.type = parseObjectType(module.member("type").string());
    decodeIdentity(module, decoded);
    decoded.address = module.member("image_addr").hexValueOr(0);
    const auto size = module.member("image_size").optionalUnsigned();
    decoded.sizeBytes = size.value_or(0);
    decoded.zeroSizeGiven = size == 0;
    return decoded;
}

void orderCalleeFirst(Event& event, report::FrameOrder given)
{
    if (given == report::FrameOrder::CalleeFirst)
        return;
    for (auto& thread : event.threads)
        std::ranges::reverse(*thread.givenFrames);
}

std::shared_ptr<Event> decodeEvent(const json::JsonCursor& body, const RequestLimits& limits)
{
    auto event = std::make_shared<Event>();
    event->kind = EventKind::NativeJson;
    event->makeNative().memory = std::make_shared<const MemoryImage>();
    event->platform = decodeOptionalPlatform(body.member("platform"));
    event->makeNative().signal = body.member("signal").optionalUnsigned32();
    if (const auto stacks = body.member("stacktraces");
        !stacks.isAbsent() && hasAllowedFrames(stacks, limits))
        stacks.forEachItem([&](const json::JsonCursor& thread) {
            event->threads.push_back(decodeThread(thread));
        });
    if (const auto modules = body.member("modules"); !modules.isAbsent())
        modules.forEachItem([&](const json::JsonCursor& module) {
            event->modules.push_back(decodeModule(module));
        });
    const auto requesting =
        std::ranges::find(event->threads, std::optional(true), &EventThread::isRequesting);
    if (requesting != event->threads.end())
        event->requestingThread = static_cast<std::uint32_t>(requesting - event->threads.begin());
    return event;
}

} // namespace

Result<Request> decodeNativeRequest(const json::JsonDocument& body, const RequestPolicy& policy)
{
    json::JsonErrors errors;
    const json::JsonCursor root(body.root(), errors);
    auto event = decodeEvent(root, policy.limits);
    Request request;
    if (const auto sources = root.member("sources"); !sources.isAbsent() && !sources.isNull())
        request.options.sources = decodeSources(sources, policy);
    if (const auto scraping = root.member("scraping"); !scraping.isAbsent())
        request.options.scraping = decodeScraping(scraping, policy);
    if (const auto member = root.member("options"); !member.isAbsent()) {
        const auto options = decodeOptions(member);
        request.options.applySourceContext = options.applySourceContext;
        request.options.extractVariables = options.extractVariables;
        request.answer.candidates = options.candidates;
        request.answer.extras = options.extras;
        request.options.wantsSignature = options.extras == report::IncludeExtras::Yes;
        request.answer.frameOrder = options.frameOrder;
    }
    if (!errors.ok())
        return std::unexpected(*errors.first());
    FL_CHECK(checkLookups(event->modules.size(), request.options.sources, policy.limits));
    orderCalleeFirst(*event, request.answer.frameOrder);
    request.event = std::move(event);
    return request;
}

} // namespace faultline::requests
