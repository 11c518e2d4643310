// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/thread_words.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/frame_names.h"
#include "core/insight/function_name.h"
#include "core/insight/key_frame.h"

#include <algorithm>
#include <fmt/format.h>

namespace faultline::report {

namespace {

std::string spaced(std::string_view name)
{
    std::string words(name);
    std::ranges::replace(words, '_', ' ');
    return words;
}

std::string_view stateWords(WaitState state)
{
    switch (state) {
    case WaitState::Unknown: return "unknown state";
    case WaitState::Running: return "running";
    case WaitState::Sleeping: return "sleeping";
    case WaitState::Waiting: return "waiting";
    case WaitState::InInput: return "waiting for input or output";
    case WaitState::InSystem: return "in a system call";
    }
    return {};
}

std::string ownerWords(const Report& report, const WaitObject& object)
{
    switch (object.ownerState) {
    case OwnerState::Thread:
        if (!object.owner)
            return {};
        return concat(", held by ", threadTitle(report, *object.owner));
    case OwnerState::GoneThread:
        return object.ownerId ? concat(", held by thread ", *object.ownerId, ", which has ended")
                              : ", held by a thread that has ended";
    case OwnerState::OtherProcess: return ", held by another process";
    case OwnerState::Nobody: return ", held by nobody";
    case OwnerState::NoMemory: return ", whose words are not in the file";
    case OwnerState::Damaged: return ", whose words are damaged";
    case OwnerState::NotRecorded: break;
    }
    return object.guessedOwner ? concat(", which records no holder (a guess: ",
                                        threadTitle(report, *object.guessedOwner), ")")
                               : ", which records no holder";
}

std::string titles(const Report& report, std::span<const std::uint32_t> threads)
{
    std::string text;
    for (const auto thread : threads)
        text += concat(text.empty() ? "" : ", ", threadTitle(report, thread));
    return text;
}

} // namespace

std::string threadTitle(const Report& report, std::uint32_t thread)
{
    auto title = concat("#", thread);
    if (thread >= report.event->threads.size())
        return title;
    const auto& entry = report.event->threads[thread];
    if (entry.id)
        title += concat(" ", *entry.id);
    if (entry.name && !entry.name->empty())
        title += concat(" ", escapeControls(*entry.name));
    return title;
}

std::string threadState(const Report& report, std::uint32_t thread)
{
    const auto* wait = insight::waitOf(report, thread);
    if (wait == nullptr)
        return std::string(stateWords(WaitState::Unknown));
    std::string words(stateWords(wait->state));
    const auto* object = insight::waitedObject(report, *wait);
    if (object != nullptr)
        words += concat(" for ", objectWords(report, *object));
    if (!wait->call.empty())
        words += concat(" (", escapeControls(wait->call), ")");
    if (wait->hasTimeLimit)
        words += ", with a time limit";
    return words;
}

std::string threadTimes(const EventThread& thread)
{
    constexpr double kUnitsPerSecond = 10'000'000; // 100 ns.
    std::string text;
    if (thread.userTime)
        text = fmt::format("user time {:.3f} s",
                           static_cast<double>(*thread.userTime) / kUnitsPerSecond);
    if (thread.kernelTime)
        text += fmt::format("{}kernel time {:.3f} s", text.empty() ? "" : ", ",
                            static_cast<double>(*thread.kernelTime) / kUnitsPerSecond);
    return text;
}

std::string topFunctions(const Report& report, std::uint32_t thread, std::size_t count)
{
    const auto* stack = insight::stackOf(report, thread);
    std::string text;
    for (std::size_t i = 0; stack != nullptr && i < std::min(count, stack->frames.size()); ++i) {
        const auto& frame = stack->frames[i];
        auto name = std::string(insight::qualifiedName(insight::knownFunction(report, frame)));
        if (name.empty())
            name = insight::frameModuleOffset(report, frame);
        if (name.empty())
            name = insight::frameFunction(report, frame);
        text += concat(text.empty() ? "" : " ← ", escapeControls(name));
    }
    return text;
}

std::string objectWords(const Report& report, const WaitObject& object)
{
    if (object.kind == WaitObjectKind::ThreadEnd && object.owner)
        return concat("the end of ", threadTitle(report, *object.owner));
    auto words = object.kind == WaitObjectKind::Unknown ? std::string("something")
                                                        : spaced(waitObjectKindName(object.kind));
    if (!object.name.empty())
        words += concat(" ", escapeControls(object.name));
    if (object.address)
        words += concat(" ", Hex{*object.address});
    if (object.handle)
        words += report.event->system.os == OsFamily::Windows ? concat(" ", Hex{*object.handle})
                                                              : concat(" ", *object.handle);
    return words + ownerWords(report, object);
}

std::string evidenceWords(const WaitEvidence& word)
{
    const auto member = word.member.empty() ? std::string("word") : escapeControls(word.member);
    switch (word.place) {
    case EvidencePlace::Memory:
        return concat(member, " at ", Hex{word.address}, " is ", word.value);
    case EvidencePlace::Register: return concat("register ", member, " is ", word.value);
    case EvidencePlace::HandleList: break;
    }
    return concat(member, " in the list of handles is ", word.value);
}

std::string groupTitle(const insight::ThreadGroup& group, insight::ThreadGrouping by)
{
    if (by == insight::ThreadGrouping::Name)
        return group.name.empty() ? "without a name" : escapeControls(group.name);
    std::string title(stateWords(group.state));
    if (group.object != WaitObjectKind::Unknown)
        title += concat(" for ", spaced(waitObjectKindName(group.object)));
    return title;
}

std::string findingWords(const Report& report, const WaitFinding& finding)
{
    const auto threads = titles(report, finding.threads);
    switch (finding.kind) {
    case WaitFindingKind::Deadlock: return concat("Deadlock: ", threads, " wait for each other");
    case WaitFindingKind::PossibleDeadlock:
        return concat("Possible deadlock: ", threads, " may wait for each other");
    case WaitFindingKind::SelfDeadlock:
        return concat("Deadlock: ", threads, " waits for a lock that it holds");
    case WaitFindingKind::Convoy:
        return concat(finding.threads.size(), " threads wait for one lock: ", threads);
    case WaitFindingKind::HeldByGoneThread:
        return concat("The holder of a lock has ended; its waiters: ", threads);
    case WaitFindingKind::HolderWaitsOutside: break;
    }
    if (finding.threads.empty())
        return {};
    const auto waiters = std::span(finding.threads).first(finding.threads.size() - 1);
    return concat("The holder of a lock waits for something else: ",
                  threadTitle(report, finding.threads.back()),
                  "; its waiters: ", titles(report, waiters));
}

} // namespace faultline::report
