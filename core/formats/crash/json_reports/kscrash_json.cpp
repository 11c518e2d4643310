// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/json_reports/kscrash_json.h"

#include "core/base/arch.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/json/json_members.h"

namespace faultline::jsonreports {

namespace {

using json::JsonValue;
using nativetext::FrameText;
using nativetext::TraceBuilder;

constexpr std::size_t kMaxRegisters = 256;

/// The numbers of mach/machine.h. `cpu_arch` says x86 of processors of both widths.
Arch archOfCpu(std::uint64_t type, std::uint64_t subtype)
{
    constexpr std::uint64_t kArm64e = 2;
    switch (type) {
    case 7: return Arch::X86;
    case 0x0100'0007: return Arch::Amd64;
    case 12: return Arch::ArmV7;
    case 0x0100'000c: return (subtype & 0xffU) == kArm64e ? Arch::Arm64e : Arch::Arm64;
    default: return Arch::Unknown;
    }
}

Arch archOf(const JsonValue& system)
{
    const auto type = json::numberMember(system, "binary_cpu_type");
    const auto arch =
        archOfCpu(type.value_or(0), json::numberMember(system, "binary_cpu_subtype").value_or(0));
    return arch != Arch::Unknown
               ? arch
               : parseArch(json::textMember(system, "cpu_arch")).value_or(Arch::Unknown);
}

void readSystem(const JsonValue& system, TraceBuilder& report)
{
    auto& to = report.event().system;
    const auto name = json::textMember(system, "system_name");
    to.os = name == "macOS" || name == "Mac OS X" ? OsFamily::MacOs : OsFamily::Ios;
    to.osName = toValidUtf8(name);
    to.osVersion = toValidUtf8(json::textMember(system, "system_version"));
    to.osBuild = toValidUtf8(json::textMember(system, "os_version"));
    to.arch = archOf(system);
    report.process().name = toValidUtf8(json::textMember(system, "process_name"));
    report.detail("device", json::textMember(system, "machine"));
    report.detail("version", json::textMember(system, "CFBundleShortVersionString"));
}

void readImage(const JsonValue& image, TraceBuilder& report)
{
    const auto path = json::textMember(image, "name");
    const auto begin = json::numberMember(image, "image_addr");
    auto* module = path.empty() || !begin ? nullptr : report.listModule(path);
    if (module == nullptr)
        return;
    module->address = *begin;
    module->sizeBytes = json::numberMember(image, "image_size").value_or(0);
    module->debugId = DebugId::parse(json::textMember(image, "uuid"));
}

/// The system ended the process because it used too much memory.
void readMemoryTermination(const JsonValue& memory, TraceBuilder& report)
{
    report.crash().assertion = "the system ended the process: too much memory";
    for (const auto* const name : {"memory_level", "memory_pressure", "memory_footprint",
                                   "memory_remaining", "memory_limit", "app_transition_state"}) {
        if (const auto value = json::member(memory, name))
            report.detail(name, json::rawText(*value));
    }
}

/// The words of the error: the exception, then what the system says.
void readError(const JsonValue& error, TraceBuilder& report)
{
    auto& crash = report.crash();
    crash.present = true;
    crash.assertion = toValidUtf8(json::textMember(error, "reason"));
    for (const auto* const name : {"nsexception", "cpp_exception", "user_reported"}) {
        if (const auto exception = json::member(error, name))
            crash.reason = toValidUtf8(json::textMember(*exception, "name"));
    }
    if (const auto mach = json::member(error, "mach")) {
        const auto exception = json::textMember(*mach, "exception_name");
        const auto code = json::textMember(*mach, "code_name");
        if (crash.reason.empty() && !exception.empty())
            crash.reason = toValidUtf8(concat(exception, code.empty() ? "" : " / ", code));
        crash.code = static_cast<std::uint32_t>(json::numberMember(*mach, "exception").value_or(0));
    }
    if (const auto signal = json::member(error, "signal"); signal && crash.reason.empty())
        crash.reason = toValidUtf8(json::textMember(*signal, "name"));
    if (const auto memory = json::member(error, "memory_termination"))
        readMemoryTermination(*memory, report);
    const auto address = json::numberMember(error, "address");
    if (address && json::textMember(error, "type") == "mach")
        report.setAddress(*address);
}

void readFrame(const JsonValue& frame, TraceBuilder& report)
{
    const auto module = json::textMember(frame, "object_name");
    const auto function = json::textMember(frame, "symbol_name");
    FrameText text;
    text.address = json::numberMember(frame, "instruction_addr");
    text.module = module;
    if (function != "<redacted>")
        text.function = function;
    if (text.address)
        report.add(text, {});
}

void readRegisters(const JsonValue& thread, EventThread& stack)
{
    const auto registers = json::member(thread, "registers");
    if (!registers)
        return;
    json::forEachChildOf(*registers, "basic", [&](const JsonValue& value) {
        const auto number = json::hexValueOf(value);
        if (number && stack.givenRegisters.size() < kMaxRegisters)
            stack.givenRegisters.emplace_back(std::string(value.key()), *number);
    });
}

void readThread(const JsonValue& thread, TraceBuilder& report)
{
    const bool isCrashed = json::flagMember(thread, "crashed");
    auto& stack = report.beginStack(isCrashed ? StackRole::Error : StackRole::Thread);
    stack.id = json::numberMember(thread, "index");
    stack.isRequesting = isCrashed;
    if (auto name = json::textMember(thread, "name"); !name.empty())
        stack.name = toValidUtf8(name);
    stack.queue = toValidUtf8(json::textMember(thread, "dispatch_queue"));
    if (const auto memory = json::member(thread, "stack");
        isCrashed && memory && json::flagMember(*memory, "overflow"))
        report.crash().reason += " / STACK_OVERFLOW";
    readRegisters(thread, stack);
    const auto backtrace = json::member(thread, "backtrace");
    if (!backtrace)
        return;
    json::forEachChildOf(*backtrace, "contents",
                         [&](const JsonValue& frame) { readFrame(frame, report); });
    if (const auto skipped = json::numberMember(*backtrace, "skipped"); skipped && *skipped > 0)
        report.leaveOut(skipped);
}

/// The handler crashed: its thread is here, and what it was reporting is the first crash.
void readHandlersThread(const JsonValue& crash, TraceBuilder& report)
{
    const auto thread = json::member(crash, "crashed_thread");
    if (!thread)
        return;
    const bool isAlone = !report.hasStack();
    readThread(*thread, report);
    if (isAlone)
        return;
    auto& stack = report.stack();
    stack.role = StackRole::Thread;
    stack.isRequesting = false;
    stack.name = concat("crash of the crash handler", stack.name ? ", " : "",
                        stack.name.value_or(std::string()));
}

void readCrash(const JsonValue& crash, TraceBuilder& report)
{
    if (const auto error = json::member(crash, "error"))
        readError(*error, report);
    report.detail("diagnosis", json::textMember(crash, "diagnosis"));
    json::forEachChildOf(crash, "threads",
                         [&](const JsonValue& thread) { readThread(thread, report); });
}

void readReport(const JsonValue& root, TraceBuilder& report)
{
    if (const auto system = json::member(root, "system"))
        readSystem(*system, report);
    json::forEachChildOf(root, "binary_images",
                         [&](const JsonValue& image) { readImage(image, report); });
    if (const auto crash = json::member(root, "crash"))
        readCrash(*crash, report);
}

} // namespace

void readKsCrashJson(const JsonValue& root, TraceBuilder& report)
{
    report.setObjectType(ObjectType::MachO);
    const auto first = json::member(root, "recrash_report");
    readReport(first ? *first : root, report);
    const auto crash = json::member(root, "crash");
    if (!crash)
        return;
    if (const auto error = json::member(*crash, "error"); error && !report.crash().present)
        readError(*error, report);
    readHandlersThread(*crash, report);
}

} // namespace faultline::jsonreports
