// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"
#include "core/signature/nesting.h"
#include "core/signature/signature_build.h"

#include <algorithm>
#include <array>

namespace faultline::signature {

namespace {

constexpr std::uint64_t kLargeAllocation = 262144;
constexpr std::size_t kMaxAbortMessage = 80;
constexpr std::size_t kMaxIpcError = 100;
constexpr std::size_t kMaxSignature = 255;
constexpr std::string_view kEllipsis = "...";

/// The first characters of a text. Counts code points, as Python does.
std::string_view firstCharacters(std::string_view text, std::size_t count)
{
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const bool isStart = (static_cast<unsigned char>(text[at]) & 0xc0) != 0x80;
        if (isStart && count-- == 0)
            break;
    }
    return text.substr(0, at);
}

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string printableAscii(std::string_view text)
{
    std::string out;
    std::ranges::copy_if(text, std::back_inserter(out),
                         [](char c) { return isSpace(c) || (c > ' ' && c < '\x7f'); });
    return out;
}

std::string squeezedSpaces(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (!isSpace(c))
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    if (out.ends_with(' '))
        out.pop_back();
    return out;
}

std::string cut(std::string_view text, std::size_t limit)
{
    if (text.size() <= limit)
        return std::string(text);
    return std::string(text.substr(0, limit - kEllipsis.size())) + std::string(kEllipsis);
}

void addStatus(Building& building)
{
    const auto& status = building.facts.status;
    if (!status.empty() && building.result.text.starts_with("EMPTY"))
        building.set(Step::Status, building.result.text + "; " + status);
}

void markBadHardware(Building& building)
{
    if (building.facts.reason.find("STATUS_DEVICE_DATA_ERROR") != std::string::npos)
        building.prefix(Step::BadHardware, "bad hardware | ");
}

const CrashThread* crashingThread(const CrashFacts& facts)
{
    const auto index = facts.crashingThread.value_or(0);
    return index < facts.threads.size() ? &facts.threads[index] : nullptr;
}

bool isOutOfMemory(const Building& building)
{
    constexpr std::array<std::string_view, 5> kFunctions{
        "NS_ABORT_OOM", "mozalloc_handle_oom", "CrashAtUnhandlableOOM", "AutoEnterOOMUnsafeRegion",
        "alloc::oom::oom"};
    constexpr std::array<std::string_view, 2> kErrors{"ERROR_COMMITMENT_LIMIT",
                                                      "ERROR_NOT_ENOUGH_MEMORY"};
    constexpr std::array<std::string_view, 2> kReasons{"STATUS_FATAL_MEMORY_EXHAUSTION",
                                                       "STATUS_NO_MEMORY"};
    const auto& facts = building.facts;
    const auto isInText = [&](std::string_view name) {
        return building.result.text.find(name) != std::string::npos;
    };
    const auto* thread = crashingThread(facts);
    return facts.oomAllocationSize.value_or(0) != 0 || std::ranges::any_of(kFunctions, isInText) ||
           (thread != nullptr && std::ranges::find(kErrors, thread->lastError) != kErrors.end()) ||
           std::ranges::find(kReasons, facts.reason) != kReasons.end() ||
           facts.largeAllocationFailure == "Reporting";
}

void markOutOfMemory(Building& building)
{
    if (!isOutOfMemory(building))
        return;
    const auto& size = building.facts.oomAllocationSize;
    if (building.facts.largeAllocationFailure == "Reporting")
        building.prefix(Step::OutOfMemory, "OOM | large | ");
    else if (!size)
        building.prefix(Step::OutOfMemory, "OOM | unknown | ");
    else if (*size <= kLargeAllocation)
        building.set(Step::OutOfMemory, "OOM | small");
    else
        building.prefix(Step::OutOfMemory, "OOM | large | ");
}

/// The part of an abort message that is the same for equal crashes; empty when none is.
std::string abortText(std::string_view message)
{
    constexpr std::string_view kLead = "###!!! ABORT:";
    if (message.find("###!!! ABORT: file ") != std::string_view::npos)
        return {};
    if (const auto lead = message.find(kLead); lead != std::string_view::npos)
        message = message.substr(lead + kLead.size());
    message = message.substr(0, message.find(": file "));
    std::string text(message);
    constexpr std::string_view kFont = "unable to find a usable font";
    if (text.find(kFont) != std::string::npos)
        text = collapse(text, '(', ')', "", [](const Bracketed&) { return false; });
    const auto ascii = printableAscii(text);
    return cut(trimAscii(ascii), kMaxAbortMessage);
}

void addAbortMessage(Building& building)
{
    const auto& message = building.facts.abortMessage;
    if (message.empty())
        return;
    const auto text = abortText(message);
    building.prefix(Step::AbortMessage,
                    text.empty() ? "Abort | " : concat("Abort | ", text, " | "));
}

std::string conditionName(const json::JsonValue& condition)
{
    return condition.kind() == json::JsonKind::String ? std::string(condition.text())
                                                      : json::textMember(condition, "name");
}

std::string conditionNames(const json::JsonValue& timeout)
{
    std::vector<std::string> names;
    json::forEachChildOf(timeout, "conditions", [&](const json::JsonValue& condition) {
        names.push_back(conditionName(condition));
    });
    std::ranges::sort(names);
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ",") + name;
    return text.empty() ? "(none)" : text;
}

void nameShutdownTimeout(Building& building)
{
    constexpr std::string_view kLead = "AsyncShutdownTimeout | ";
    const auto& text = building.facts.asyncShutdownTimeout;
    if (text.empty())
        return;
    const auto parsed = json::parseJson(text);
    if (!parsed || parsed->isEmpty() || parsed->root().kind() != json::JsonKind::Object) {
        building.set(Step::ShutdownTimeout, concat(kLead, "UNKNOWN"));
        building.result.steps.back().problem = parsed ? "it is no object" : parsed.error().detail;
        return;
    }
    const auto phase = json::textMember(parsed->root(), "phase");
    building.set(Step::ShutdownTimeout, concat(kLead, phase.empty() ? "(unknown)" : phase,
                                               kDelimiter, conditionNames(parsed->root())));
}

/// The watchdog ends the program because its main thread hangs, so that one tells the cause.
void nameWatchdog(Building& building)
{
    const auto& threads = building.facts.threads;
    if (building.result.text.find("RunWatchdog") == std::string::npos)
        return;
    const auto text =
        signatureOfRows(building, threads.empty() ? std::vector<CrashRow>() : threads[0].rows);
    building.set(Step::Watchdog, "shutdownhang | " + text);
}

void nameIpcError(Building& building)
{
    const auto& error = building.facts.ipcChannelError;
    if (error.empty())
        return;
    const auto& others = building.facts.additionalMinidumps;
    const bool isBrowser =
        std::ranges::find(others, "upload_file_minidump_browser") != others.end();
    building.set(Step::IpcError, concat(isBrowser ? "IPCError-browser | " : "IPCError-content | ",
                                        firstCharacters(error, kMaxIpcError)));
}

void addIpcMessage(Building& building)
{
    const auto& name = building.facts.ipcMessageName;
    if (!name.empty())
        building.set(Step::IpcMessage, building.result.text + " | IPC_Message_Name=" + name);
}

void markStackOverflow(Building& building)
{
    if (building.facts.reason == "EXCEPTION_STACK_OVERFLOW")
        building.prefix(Step::StackOverflow, "stackoverflow | ");
}

void markHang(Building& building)
{
    if (building.facts.hang)
        building.prefix(Step::Hang, concat("hang: ", *building.facts.hang, kDelimiter));
}

/// Where the threads of a deadlock stand, the smallest text first: which of them the report lists
/// first is chance.
std::string deadlockText(const Building& building)
{
    auto texts = frameTexts(building, building.facts.deadlocked);
    std::ranges::rotate(texts, std::ranges::min_element(texts));
    std::string joined;
    for (const auto& text : texts)
        joined += (joined.empty() ? std::string_view() : kDelimiter), joined += text;
    return joined;
}

void markFailure(Building& building)
{
    switch (building.facts.kind) {
    case FailureKind::Crash: return;
    case FailureKind::Hang: building.prefix(Step::Failure, "hang | "); return;
    case FailureKind::Deadlock:
        if (!building.facts.deadlocked.empty())
            building.set(Step::Failure, deadlockText(building));
        building.prefix(Step::Failure, "deadlock | ");
        return;
    }
}

} // namespace

void runSteps(Building& building)
{
    addStatus(building);
    markBadHardware(building);
    markOutOfMemory(building);
    addAbortMessage(building);
    nameShutdownTimeout(building);
    nameWatchdog(building);
    nameIpcError(building);
    addIpcMessage(building);
    markStackOverflow(building);
    markHang(building);
    if (!building.isSocorro())
        markFailure(building);
    building.set(Step::Printable, printableAscii(building.result.text));
    building.set(Step::Spaces, squeezedSpaces(building.result.text));
    building.set(Step::Length, cut(building.result.text, kMaxSignature));
}

} // namespace faultline::signature
