// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/json_reports/createdump_json.h"

#include "core/base/arch.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/json/json_members.h"

#include <algorithm>

namespace faultline::jsonreports {

namespace {

using json::JsonValue;
using nativetext::FrameText;
using nativetext::TraceBuilder;

constexpr std::uint32_t kMaxShownRepeats = 3;

std::optional<std::uint64_t> hexMember(const JsonValue& object, std::string_view name)
{
    const auto value = json::member(object, name);
    return value ? json::hexValueOf(*value) : std::nullopt;
}

/// Truth values are texts.
bool isTrue(const JsonValue& object, std::string_view name)
{
    return json::textMember(object, name) == "true" || json::flagMember(object, name);
}

/// Managed frames are named, and their code has no file. Others have a module with its address.
void addFrame(const JsonValue& frame, TraceBuilder& report)
{
    const auto method = json::textMember(frame, "method_name");
    const auto symbol = json::textMember(frame, "unmanaged_name");
    const auto assembly = json::textMember(frame, "filename");
    const auto library = json::textMember(frame, "native_module");
    FrameText text;
    text.function = method.empty() ? symbol : method;
    text.module = library.empty() ? assembly : library;
    text.address = hexMember(frame, "native_address");
    const auto base = hexMember(frame, "module_address");
    const bool isNative = !isTrue(frame, "is_managed");
    if (isNative && !library.empty() && base && *base != 0 && text.address &&
        *text.address >= *base) {
        text.moduleOffset = *text.address - *base;
        if (auto* module = report.listModule(library))
            module->address = *base;
    }
    if (text.address)
        report.add(text, {});
}

/// A recursion is written once with its count.
void addRepeated(const JsonValue& repeat, TraceBuilder& report)
{
    const auto count = hexMember(repeat, "repeated").value_or(1);
    std::uint64_t length = 0;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, kMaxShownRepeats); ++i) {
        length = 0;
        json::forEachChildOf(repeat, "repeated_frames", [&](const JsonValue& frame) {
            addFrame(frame, report);
            ++length;
        });
    }
    if (count > kMaxShownRepeats && count <= UINT32_MAX)
        report.leaveOut((count - kMaxShownRepeats) * length);
}

void readThread(const JsonValue& thread, TraceBuilder& report)
{
    const bool isCrashed = isTrue(thread, "crashed");
    auto& stack = report.beginStack(isCrashed ? StackRole::Error : StackRole::Thread);
    stack.id = hexMember(thread, "native_thread_id");
    stack.isRequesting = isCrashed;
    if (auto name = json::textMember(thread, "thread_name"); !name.empty())
        stack.name = toValidUtf8(name);
    if (isCrashed) {
        auto& crash = report.crash();
        crash.present = true;
        crash.reason = toValidUtf8(json::textMember(thread, "managed_exception_type"));
    }
    json::forEachChildOf(thread, "stack_frames", [&](const JsonValue& frame) {
        if (json::member(frame, "repeated_frames"))
            addRepeated(frame, report);
        else
            addFrame(frame, report);
    });
}

/// The number that createdump has for a signal.
std::string_view signalOf(std::uint64_t type)
{
    switch (type) {
    case 0x20000000: return "SIGSEGV";
    case 0x30000000: return "SIGABRT";
    case 0x50000000: return "SIGILL";
    case 0x60000000: return "SIGBUS";
    case 0x70000000: return "SIGFPE";
    case 0x03000000: return "SIGTRAP";
    case 0x02000000: return "SIGTERM";
    default: return {};
    }
}

} // namespace

void readCreatedumpJson(const JsonValue& root, TraceBuilder& report)
{
    const auto payload = json::member(root, "payload");
    if (!payload)
        return;
    const auto parameters = json::member(root, "parameters");
    auto& system = report.event().system;
    if (const auto configuration = json::member(*payload, "configuration")) {
        system.arch =
            parseArch(json::textMember(*configuration, "architecture")).value_or(Arch::Unknown);
        report.detail("runtime", json::textMember(*configuration, "version"));
    }
    const bool isApple =
        parameters && json::textMember(*parameters, "SystemManufacturer") == "apple";
    system.os = isApple ? OsFamily::MacOs : OsFamily::Linux;
    system.osName = isApple ? "macOS" : "Linux";
    report.setObjectType(isApple ? ObjectType::MachO : ObjectType::Elf);
    report.process().name = toValidUtf8(json::textMember(*payload, "process_name"));
    json::forEachChildOf(*payload, "threads",
                         [&](const JsonValue& thread) { readThread(thread, report); });
    if (const auto type = parameters ? hexMember(*parameters, "ExceptionType") : std::nullopt;
        type && !signalOf(*type).empty())
        report.setSignal(signalOf(*type), {});
}

} // namespace faultline::jsonreports
