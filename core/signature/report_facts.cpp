// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/report_facts.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/insight/code_owner.h"
#include "core/insight/frame_names.h"
#include "core/insight/key_frame.h"
#include "core/insight/self_end.h"

#include <algorithm>

namespace faultline::signature {

namespace {

constexpr std::size_t kMaxRows = 200;
constexpr std::size_t kMaxTextBytes = 4096;

std::string shortened(std::string_view text)
{
    return toValidUtf8(text.substr(0, kMaxTextBytes));
}

std::string shortened(const std::optional<std::string>& text)
{
    return text ? shortened(std::string_view(*text)) : std::string();
}

void addModule(const Report& report, const Frame& frame, std::uint64_t address, CrashRow& row)
{
    const auto& modules = report.event->modules;
    if (!frame.module || *frame.module >= modules.size())
        return;
    const auto& module = modules[*frame.module];
    row.module = shortened(std::string_view(insight::moduleName(module)));
    row.package = shortened(module.codeFile);
    if (address >= module.address)
        row.moduleOffset = address - module.address;
}

void addUnloadedModule(const NativeEvent& event, std::uint64_t address, CrashRow& row)
{
    for (const auto& module : event.unloadedModules) {
        if (address >= module.address && address - module.address < module.sizeBytes) {
            row.unloadedModule = shortened(baseName(module.name));
            return;
        }
    }
}

void addNative(const Report& report, const Frame& frame, const NativeFrame& native, CrashRow& row)
{
    row.function = shortened(std::string_view(insight::knownFunction(report, frame)));
    if (row.function.empty() && native.place)
        row.function = shortened(std::string_view(native.place->symbol));
    row.language = native.language;
    row.address = native.instructionAddress;
    addModule(report, frame, native.instructionAddress, row);
    const auto* event = report.event->asNative();
    if (row.module.empty() && event != nullptr)
        addUnloadedModule(*event, native.instructionAddress, row);
}

/// "load" for "com.acme.Store.load" in com.acme.Store.
std::string methodOf(std::string function, const std::string& type)
{
    const bool isQualified = !type.empty() && function.size() > type.size() + 1 &&
                             function.starts_with(type) && function[type.size()] == '.';
    return isQualified ? function.substr(type.size() + 1) : function;
}

CrashRow rowOf(const Report& report, const Frame& frame)
{
    CrashRow row;
    const auto& position = frame.position;
    row.file = shortened(position.absPath ? position.absPath : position.file);
    if (position.line.value_or(0) != 0)
        row.line = position.line;
    row.isInApp = insight::isInApp(report, frame);
    row.isGuess = frame.trust == FrameTrust::Scan || frame.trust == FrameTrust::CfiScan;
    if (const auto* jvm = frame.asJvm()) {
        row.module = shortened(std::string_view(jvm->module));
        row.function = methodOf(shortened(position.function), row.module);
        row.isInApp = frame.inApp.value_or(true);
    } else if (const auto* native = frame.asNative()) {
        addNative(report, frame, *native, row);
    } else {
        row.function = shortened(position.function);
        row.isInApp = frame.inApp.value_or(true);
    }
    return row;
}

/// A method says little without its class, where no throwable stands before it.
void qualify(const Frame& frame, CrashRow& row)
{
    if (frame.asJvm() != nullptr && !row.module.empty() && !row.function.empty())
        row.function = row.module + "." + row.function;
}

std::vector<CrashRow> rowsOfThread(const Report& report, std::size_t thread)
{
    const auto* stack = insight::stackOf(report, thread);
    return stack != nullptr ? rowsOf(report, *stack) : std::vector<CrashRow>();
}

void addCrashPlace(const Report& report, CrashThread& thread)
{
    const auto place = insight::crashPlace(report);
    thread.firstRow = place.first;
    for (auto i = place.first; i < std::min(place.blamed, thread.rows.size()); ++i)
        thread.rows[i].isEnding = thread.rows[i].function.empty();
}

void addThreads(const Report& report, CrashFacts& facts)
{
    const auto leading = insight::leadingThread(report);
    const auto& threads = report.event->threads;
    if (threads.empty())
        return;
    facts.crashingThread = static_cast<std::uint32_t>(leading);
    facts.threads.resize(leading + 1);
    for (const auto index : {std::size_t{0}, leading}) {
        auto& rows = facts.threads[index].rows;
        rows = rowsOfThread(report, index);
        for (std::size_t i = 0; i < rows.size(); ++i)
            qualify(insight::stackOf(report, index)->frames[i], rows[i]);
        facts.threads[index].lastError = threads[index].lastErrorName;
    }
    if (leading == insight::crashedThread(report))
        addCrashPlace(report, facts.threads[leading]);
}

bool isCause(ScriptStackRole role)
{
    return role == ScriptStackRole::Cause;
}

bool isCause(JvmStackRole role)
{
    return role == JvmStackRole::Cause;
}

/// The first stack that stands for an error, with the causes after it. Absent without one.
template <class Stacks>
std::vector<std::size_t> chainOf(const Stacks& stacks)
{
    using Role = std::remove_cvref_t<decltype(stacks.front().role)>;
    std::vector<std::size_t> chain;
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        if (chain.empty() ? stacks[i].role == Role::Error : isCause(stacks[i].role))
            chain.push_back(i);
        else if (!chain.empty() && stacks[i].role == Role::Error)
            break;
    }
    return chain;
}

/// The error that a stack shows, with its names restored. Null while that is not known.
const StackError* errorOf(const Report& report, std::size_t index)
{
    const auto* stack = insight::stackOf(report, index);
    return stack != nullptr && stack->error ? &*stack->error : nullptr;
}

void addThrowable(const Report& report,
                  std::size_t index,
                  std::string_view type,
                  std::string_view package,
                  CrashFacts& facts)
{
    const auto* error = errorOf(report, index);
    facts.throwables.push_back(
        {shortened(error != nullptr ? std::string_view(error->type) : type),
         shortened(error != nullptr ? std::string_view(error->package) : package),
         rowsOfThread(report, index)});
}

void addThrowables(const Report& report, const ScriptEvent& event, CrashFacts& facts)
{
    facts.family = FrameFamily::Script;
    for (const auto index : chainOf(event.stacks))
        addThrowable(report, index, event.stacks[index].type, {}, facts);
}

void addThrowables(const Report& report, const JvmEvent& event, CrashFacts& facts)
{
    facts.family = FrameFamily::Jvm;
    for (const auto index : chainOf(event.stacks)) {
        if (const auto& exception = event.stacks[index].exception)
            addThrowable(report, index, exception->type, exception->module, facts);
    }
}

std::vector<std::string> partsOf(std::string_view list)
{
    std::vector<std::string> parts;
    while (!list.empty()) {
        const auto comma = list.find(',');
        parts.emplace_back(trimAscii(list.substr(0, comma)));
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
    return parts;
}

/// Mozilla's annotations that its rules read (docs/spec/workbench.md §6.1).
void addAnnotation(const Annotation& annotation, CrashFacts& facts)
{
    const auto value = shortened(std::string_view(annotation.value));
    const std::string_view key = annotation.key;
    if (key == "OOMAllocationSize")
        facts.oomAllocationSize = parseDecimal(value);
    else if (key == "JSLargeAllocationFailure")
        facts.largeAllocationFailure = value;
    else if (key == "AbortMessage")
        facts.abortMessage = value;
    else if (key == "AsyncShutdownTimeout")
        facts.asyncShutdownTimeout = value;
    else if (key == "ipc_channel_error")
        facts.ipcChannelError = value;
    else if (key == "IPCMessageName")
        facts.ipcMessageName = value;
    else if (key == "additional_minidumps")
        facts.additionalMinidumps = partsOf(value);
    else if (key == "Hang")
        facts.hang = value;
    else if (key == "JavaStackTrace")
        facts.javaStackTrace = value;
}

/// The first deadlock of a program that has not crashed of something else. Null without one.
const WaitFinding* deadlockOf(const Report& report)
{
    const bool isCrash = report.event->crash.present && !report.event->crash.isSimulated;
    if (isCrash || !report.waits)
        return nullptr;
    const auto& findings = report.waits->findings;
    const auto found = std::ranges::find_if(findings, [](const WaitFinding& finding) {
        return finding.kind == WaitFindingKind::Deadlock ||
               finding.kind == WaitFindingKind::SelfDeadlock;
    });
    return found == findings.end() ? nullptr : &*found;
}

/// The innermost row of the program's own code that is no guess.
std::optional<CrashRow> ownRowOf(const Report& report, std::uint32_t thread)
{
    const auto* stack = insight::stackOf(report, thread);
    if (stack == nullptr)
        return std::nullopt;
    for (const auto& frame : stack->frames) {
        if (!insight::isOwnCode(report, frame))
            continue;
        auto row = rowOf(report, frame);
        qualify(frame, row);
        if (!row.isGuess && !row.function.empty())
            return row;
    }
    return std::nullopt;
}

void addDeadlock(const Report& report, CrashFacts& facts)
{
    const auto* deadlock = deadlockOf(report);
    if (deadlock == nullptr)
        return;
    facts.kind = FailureKind::Deadlock;
    for (const auto thread : deadlock->threads) {
        auto row = ownRowOf(report, thread);
        if (!row) {
            facts.deadlocked.clear();
            return;
        }
        facts.deadlocked.push_back(*std::move(row));
    }
}

} // namespace

std::vector<CrashRow> rowsOf(const Report& report, const ThreadStack& stack)
{
    std::vector<CrashRow> rows;
    const auto count = std::min(stack.frames.size(), kMaxRows);
    rows.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        rows.push_back(rowOf(report, stack.frames[i]));
    if (count > 1 && insight::isCallerOfNowhere(stack.frames[0], stack.frames[1]))
        rows[1].isGuess = false;
    return rows;
}

CrashFacts factsOf(const Report& report)
{
    CrashFacts facts;
    if (!report.event)
        return facts;
    const auto& event = *report.event;
    facts.os = event.system.osLongName.empty() ? event.system.osName : event.system.osLongName;
    facts.reason = shortened(std::string_view(event.crash.reason));
    addDeadlock(report, facts);
    addThreads(report, facts);
    if (const auto* script = std::get_if<ScriptEvent>(&event.detail))
        addThrowables(report, *script, facts);
    else if (const auto* jvm = std::get_if<JvmEvent>(&event.detail))
        addThrowables(report, *jvm, facts);
    for (const auto& annotation : event.annotations)
        addAnnotation(annotation, facts);
    return facts;
}

} // namespace faultline::signature
