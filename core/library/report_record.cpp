// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/report_record.h"

#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/code_owner.h"
#include "core/insight/frame_names.h"
#include "core/insight/function_name.h"
#include "core/insight/key_frame.h"
#include "core/insight/product.h"
#include "core/insight/runtime_names.h"
#include "core/insight/self_end.h"
#include "core/signature/faultline_names.h"
#include "core/signature/report_facts.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <utility>

namespace faultline::library {

namespace {

constexpr std::size_t kMaxTextBytes = 64 << 10;
constexpr std::size_t kMaxAnnotations = 2000;
constexpr std::size_t kMaxModules = 10'000;
constexpr std::uint32_t kBestQuality = 4;

std::string kept(std::string_view text)
{
    auto valid = toValidUtf8(text.substr(0, kMaxTextBytes));
    // A character may have been cut, which then is one that stands for damage.
    return text.size() <= kMaxTextBytes ? valid : valid + "…";
}

std::string kept(const std::optional<std::string>& text)
{
    return text ? kept(std::string_view(*text)) : std::string();
}

std::string annotation(const Event& event, std::initializer_list<std::string_view> keys)
{
    for (const auto key : keys) {
        const auto found = std::ranges::find(event.annotations, key, &Annotation::key);
        if (found != event.annotations.end() && !found->value.empty())
            return kept(std::string_view(found->value));
    }
    return {};
}

void addProduct(const Event& event, ReportRecord& record)
{
    const auto product = insight::productOf(event);
    record.product = kept(std::string_view(product.name));
    record.version = kept(std::string_view(product.version));
    record.build = kept(std::string_view(product.build));
    record.channel = kept(std::string_view(product.channel));
    record.processType = annotation(event, {"ProcessType", "ptype", "process_type"});
    record.comment = annotation(event, {"Comments", "comments", "UserComment", "comment"});
}

void addSystem(const Event& event, ReportRecord& record)
{
    record.kind = eventKindName(event.kind);
    record.crashedAt = event.timestamp;
    record.os = kept(std::string_view(event.system.osName));
    record.osVersion = kept(std::string_view(event.system.osVersion));
    record.arch = archName(event.system.arch);
    record.cpuInfo = kept(std::string_view(event.system.cpuInfo));
    record.device = kept(std::string_view(event.system.deviceModel));
    record.reason = kept(std::string_view(event.crash.reason));
    if (event.crash.present && event.crash.addressKnown)
        record.address = event.crash.address;
    record.threadCount = static_cast<std::uint32_t>(event.threads.size());
    if (const auto* native = event.asNative())
        record.uptimeSeconds = native->process.uptimeSeconds;
}

bool isReliable(const Frame& frame)
{
    switch (frame.trust) {
    case FrameTrust::Cfi:
    case FrameTrust::Prewalked:
    case FrameTrust::Context: return true;
    case FrameTrust::None: return !frame.isNative();
    case FrameTrust::Scan:
    case FrameTrust::CfiScan:
    case FrameTrust::FramePointer: return false;
    }
    return false;
}

std::uint32_t qualityOf(const ThreadStack& stack)
{
    const auto good = std::ranges::count_if(stack.frames, [](const Frame& frame) {
        return frame.position.line.value_or(0) != 0 && isReliable(frame);
    });
    const auto count = stack.frames.size();
    return count == 0 ? 0
                      : static_cast<std::uint32_t>(
                            (static_cast<std::size_t>(good) * kBestQuality + count / 2) / count);
}

/// The texts of panics name no modules.
bool isOfPanicText(const Report& report, const Frame& frame)
{
    const auto function = insight::knownFunction(report, frame);
    const auto name = insight::qualifiedName(function);
    return frame.isNative() && !frame.module && insight::isPanicText(report) && !name.empty() &&
           !insight::isRustLibrary(name) && !insight::isGoRuntime(name);
}

/// Compilers put functions of the standard library into the program's modules.
bool isOwn(const Report& report, const Frame& frame, const signature::CrashRow& row)
{
    if (isOfPanicText(report, frame))
        return true;
    return row.isInApp && (!frame.isNative() || insight::isOwnCode(report, frame));
}

std::uint64_t moduleOffset(const Report& report, const Frame& frame)
{
    const auto& modules = report.event->modules;
    const auto* native = frame.asNative();
    if (native == nullptr || !frame.module || *frame.module >= modules.size())
        return 0;
    const auto base = modules[*frame.module].address;
    return native->instructionAddress < base ? 0 : native->instructionAddress - base;
}

void addStack(const Report& report, const ThreadStack& stack, ReportRecord& record)
{
    record.quality = qualityOf(stack);
    if (stack.frames.empty())
        return;
    const bool isCrashed = &stack == insight::stackOf(report, insight::crashedThread(report));
    const auto place = isCrashed ? insight::crashPlace(report) : insight::CrashPlace();
    record.topFunction =
        kept(std::string_view(insight::frameFunction(report, stack.frames[place.first])));
    const auto own = std::find_if(
        stack.frames.begin() + static_cast<std::ptrdiff_t>(place.blamed), stack.frames.end(),
        [&](const Frame& frame) { return insight::isOwnCode(report, frame); });
    if (own != stack.frames.end())
        record.inAppFunction = kept(std::string_view(insight::frameFunction(report, *own)));
    const auto rows = signature::rowsOf(report, stack);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& row = rows[i];
        auto function = row.function.empty() ? std::string()
                                             : signature::faultlineName(row.function, row.language);
        const auto& frame = stack.frames[i];
        record.frames.push_back({.module = row.module,
                                 .function = std::move(function),
                                 .isOwn = i >= place.blamed && isOwn(report, frame, row),
                                 .isGuess = row.isGuess,
                                 .isInlined = frame.isInlined,
                                 .file = std::string(row.line ? baseName(row.file) : ""),
                                 .line = row.line.value_or(0)});
        if (record.frames.back().function.empty())
            record.frames.back().moduleOffset = moduleOffset(report, frame);
    }
}

std::set<std::uint32_t> modulesOnStack(const ThreadStack* stack)
{
    std::set<std::uint32_t> modules;
    for (std::size_t i = 0; stack != nullptr && i < stack->frames.size(); ++i) {
        if (stack->frames[i].module)
            modules.insert(*stack->frames[i].module);
    }
    return modules;
}

void addModules(const Report& report, const ThreadStack* stack, ReportRecord& record)
{
    const auto onStack = modulesOnStack(stack);
    const auto& modules = report.event->modules;
    for (std::uint32_t i = 0; i < modules.size() && i < kMaxModules; ++i) {
        const auto* state = insight::moduleReport(report, i);
        const auto& id = modules[i].debugId;
        record.modules.push_back({.name = kept(std::string_view(insight::moduleName(modules[i]))),
                                  .version = kept(std::string_view(modules[i].version)),
                                  .debugId = id ? id->canonical() : std::string(),
                                  .isOnStack = onStack.contains(i),
                                  .isMissing = state != nullptr && state->frameCount > 0 &&
                                               state->debugStatus != ObjectFileStatus::Found &&
                                               state->debugStatus != ObjectFileStatus::Unused});
    }
}

constexpr std::string_view kFlags = "ogi"; // own, guess, inlined
/// Begins a line with the place of the frame before it. Earlier versions leave out what they do not
/// know, so it is no further field of the frame's own line.
constexpr std::string_view kPlace = "@";

std::vector<std::string_view> fieldsOf(std::string_view line)
{
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0;;) {
        const auto end = line.find('\t', begin);
        fields.push_back(line.substr(begin, end - begin));
        if (end == std::string_view::npos)
            return fields;
        begin = end + 1;
    }
}

void setPlace(const std::vector<std::string_view>& fields, RecordedFrame& frame)
{
    const auto line = fields.size() == 3 ? parseDecimal(fields[2]) : std::nullopt;
    if (!line || *line == 0 || *line > UINT32_MAX)
        return;
    frame.file = fields[1];
    frame.line = static_cast<std::uint32_t>(*line);
}

std::string withoutControls(std::string_view text)
{
    std::string out(text);
    std::ranges::replace_if(out, [](unsigned char c) { return c < ' '; }, ' ');
    return out;
}

} // namespace

std::string storedText(std::string_view text)
{
    return kept(text);
}

std::string framesText(const std::vector<RecordedFrame>& frames)
{
    std::string text;
    for (const auto& frame : frames) {
        text += frame.isOwn ? "o" : "";
        text += frame.isGuess ? "g" : "";
        text += frame.isInlined ? "i" : "";
        text += '\t' + withoutControls(frame.module) + '\t' + withoutControls(frame.function);
        if (frame.moduleOffset != 0)
            text += '\t' + hexDigits(frame.moduleOffset);
        text += '\n';
        if (frame.line != 0)
            text += concat(kPlace, '\t', withoutControls(frame.file), '\t', frame.line, '\n');
    }
    return text;
}

std::vector<RecordedFrame> parseFrames(std::string_view text)
{
    std::vector<RecordedFrame> frames;
    bool isOfLast = false; // A place after a line that was left out is no other frame's.
    for (const auto line : splitLines(text)) {
        const auto fields = fieldsOf(line);
        if (fields[0] == kPlace) {
            if (isOfLast)
                setPlace(fields, frames.back());
            continue;
        }
        isOfLast = false;
        const auto offset =
            fields.size() == 4 ? parseHex(fields[3]) : std::optional<std::uint64_t>(0);
        if (fields.size() < 3 || fields.size() > 4 || !offset ||
            fields[0].find_first_not_of(kFlags) != std::string_view::npos)
            continue;
        const auto has = [&](char flag) { return fields[0].find(flag) != std::string_view::npos; };
        frames.push_back({.module = std::string(fields[1]),
                          .function = std::string(fields[2]),
                          .isOwn = has('o'),
                          .isGuess = has('g'),
                          .isInlined = has('i'),
                          .moduleOffset = *offset});
        isOfLast = true;
    }
    return frames;
}

ReportRecord recordOf(const Report& report, const signature::Signature& signature)
{
    ReportRecord record;
    const auto& event = *report.event;
    addSystem(event, record);
    addProduct(event, record);
    const auto thread = insight::leadingThread(report);
    const auto* stack = insight::stackOf(report, thread);
    if (thread < event.threads.size())
        record.threadName = kept(event.threads[thread].name);
    if (stack != nullptr)
        addStack(report, *stack, record);
    addModules(report, stack, record);
    for (const auto& entry : event.annotations) {
        if (record.annotations.size() == kMaxAnnotations)
            break;
        record.annotations.emplace_back(kept(std::string_view(entry.key)),
                                        kept(std::string_view(entry.value)));
    }
    record.signature = signature.text;
    record.protoSignature = kept(std::string_view(signature.proto));
    record.mode = signature.mode;
    record.algorithm = signature.algorithm;
    record.rulesHash = signature.rulesHash;
    return record;
}

} // namespace faultline::library
