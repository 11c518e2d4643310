// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/json_reports/stackwalk_json.h"

#include "core/base/arch.h"
#include "core/base/text.h"
#include "core/json/json_members.h"

#include <algorithm>
#include <array>

namespace faultline::jsonreports {

namespace {

using json::JsonValue;
using nativetext::FrameText;
using nativetext::TraceBuilder;

struct SystemName
{
    std::string_view name;
    OsFamily family;
    ObjectType type;
};

constexpr std::array kSystems{SystemName{"Windows", OsFamily::Windows, ObjectType::Pe},
                              SystemName{"Mac OS", OsFamily::MacOs, ObjectType::MachO},
                              SystemName{"macOS", OsFamily::MacOs, ObjectType::MachO},
                              SystemName{"iOS", OsFamily::Ios, ObjectType::MachO},
                              SystemName{"Android", OsFamily::Android, ObjectType::Elf},
                              SystemName{"Linux", OsFamily::Linux, ObjectType::Elf}};

std::optional<std::uint64_t> hexMember(const JsonValue& object, std::string_view name)
{
    const auto value = json::member(object, name);
    return value ? json::hexValueOf(*value) : std::nullopt;
}

std::uint32_t lineOf(const JsonValue& object)
{
    const auto line = json::numberMember(object, "line");
    return line && *line <= UINT32_MAX ? static_cast<std::uint32_t>(*line) : 0;
}

void readSystem(const JsonValue& system, TraceBuilder& report)
{
    auto& to = report.event().system;
    const auto name = json::textMember(system, "os");
    const auto known = std::ranges::find_if(
        kSystems, [&](const SystemName& each) { return name.starts_with(each.name); });
    if (known != kSystems.end()) {
        to.os = known->family;
        report.setObjectType(known->type);
    }
    to.osName = toValidUtf8(name);
    to.osVersion = toValidUtf8(json::textMember(system, "os_ver"));
    to.arch = parseArch(json::textMember(system, "cpu_arch")).value_or(Arch::Unknown);
}

std::optional<std::uint64_t> readCrash(const JsonValue& info, TraceBuilder& report)
{
    const auto reason = json::textMember(info, "type");
    if (!reason.empty() && reason != "No crash") {
        report.crash().present = true;
        report.crash().reason = toValidUtf8(reason);
        if (const auto address = hexMember(info, "address"))
            report.setAddress(*address);
    }
    report.crash().assertion = toValidUtf8(json::textMember(info, "assertion"));
    return json::numberMember(info, "crashing_thread");
}

void readModule(const JsonValue& module, TraceBuilder& report)
{
    const auto name = json::textMember(module, "filename");
    const auto begin = hexMember(module, "base_addr");
    const auto end = hexMember(module, "end_addr");
    auto* to = name.empty() || !begin ? nullptr : report.listModule(name);
    if (to == nullptr)
        return;
    to->address = *begin;
    to->sizeBytes = end && *end > *begin ? *end - *begin : 0;
    to->version = toValidUtf8(json::textMember(module, "version"));
    to->debugId = DebugId::parseBreakpad(json::textMember(module, "debug_id"));
    if (auto file = json::textMember(module, "debug_file"); !file.empty())
        to->debugFile = toValidUtf8(file);
    if (auto id = CodeId::parse(json::textMember(module, "code_id")); !id.empty())
        to->codeId = std::move(id);
}

/// "context", "cfi", "frame_pointer", "scan", and "cfi_scan" of Socorro's.
FrameTrust trustOf(std::string_view name)
{
    if (name == "frame_pointer")
        return FrameTrust::FramePointer;
    if (name == "cfi_scan")
        return FrameTrust::CfiScan;
    return parseFrameTrust(name).value_or(FrameTrust::None);
}

void addInlined(const JsonValue& frame, TraceBuilder& report)
{
    json::forEachChildOf(frame, "inlines", [&](const JsonValue& call) {
        const auto function = json::textMember(call, "function");
        const auto file = json::textMember(call, "file");
        if (function.empty())
            return;
        FrameText text;
        text.function = function;
        text.file = file;
        text.line = lineOf(call);
        text.isInlined = true;
        report.add(text, {});
    });
}

void readFrame(const JsonValue& frame, TraceBuilder& report)
{
    addInlined(frame, report);
    const auto module = json::textMember(frame, "module");
    const auto function = json::textMember(frame, "function");
    const auto file = json::textMember(frame, "file");
    FrameText text{.number = json::numberMember(frame, "frame")};
    text.module = module;
    text.function = function;
    text.file = file;
    text.line = lineOf(frame);
    text.address = hexMember(frame, "offset");
    if (!text.address)
        text.moduleOffset = hexMember(frame, "module_offset");
    text.trust = trustOf(json::textMember(frame, "trust"));
    report.add(text, {});
}

void readThread(const JsonValue& thread, bool isCrashed, TraceBuilder& report)
{
    auto& stack = report.beginStack(isCrashed ? StackRole::Error : StackRole::Thread);
    stack.id = json::numberMember(thread, "thread_id");
    stack.isRequesting = isCrashed;
    if (auto name = json::textMember(thread, "thread_name"); !name.empty())
        stack.name = toValidUtf8(name);
    json::forEachChildOf(thread, "frames",
                         [&](const JsonValue& frame) { readFrame(frame, report); });
}

} // namespace

void readStackwalkJson(const JsonValue& root, TraceBuilder& report)
{
    // A crash of Socorro has the stackwalker's output in a member.
    const auto inner = json::member(root, "json_dump");
    const JsonValue& dump = inner ? *inner : root;
    // Callers' addresses are in the call already.
    report.setAddressKind(nativetext::AddressKind::Calls);
    if (const auto system = json::member(dump, "system_info"))
        readSystem(*system, report);
    std::optional<std::uint64_t> crashed;
    if (const auto info = json::member(dump, "crash_info"))
        crashed = readCrash(*info, report);
    json::forEachChildOf(dump, "modules",
                         [&](const JsonValue& module) { readModule(module, report); });
    std::uint64_t index = 0;
    json::forEachChildOf(dump, "threads", [&](const JsonValue& thread) {
        readThread(thread, crashed == index++, report);
    });
}

} // namespace faultline::jsonreports
