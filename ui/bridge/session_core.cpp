// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/session_core.h"

#include "ui/bridge/best_stack.h"
#include "ui/bridge/part_rows.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace faultline::ui {

namespace {

engine::SourceSnapshot emptyAnswer(const std::string& path)
{
    engine::SourceSnapshot answer;
    answer.path = path;
    return answer;
}

} // namespace

SessionCore::SessionCore(EngineCommands& commands, std::filesystem::path path)
    : m_commands(commands), m_path(std::move(path))
{
}

void SessionCore::open()
{
    m_failure.reset();
    m_parts.clear();
    beginRun(m_commands.openEvent(m_path));
}

/// From now on earlier answers are out of date.
void SessionCore::beginRun(engine::JobId job)
{
    m_state.isStopped = false;
    m_state.failure.clear();
    m_state.isRunning = true;
    m_state.answered.assign(m_state.modules.size(), false);
    m_state.lookups.assign(m_state.modules.size(), nullptr);
    m_runGeneration = m_state.generation + 1;
    m_jobs.insert(job);
    markAllModules();
}

/// Nothing is looked for any more. What was not found before the run had an end may be found now.
void SessionCore::endRun()
{
    m_state.isRunning = false;
    if (std::ranges::find(m_state.answered, false) != m_state.answered.end())
        markAllStacks();
    m_state.lookups.assign(m_state.modules.size(), nullptr);
    forgetMissingSources();
    m_changes.source = true;
    markAllModules();
}

void SessionCore::markAllStacks()
{
    for (std::uint32_t i = 0; i < m_state.stacks.size(); ++i)
        m_changes.stacks.insert(i);
}

void SessionCore::markAllModules()
{
    for (std::uint32_t i = 0; i < m_state.modules.size(); ++i)
        m_changes.modules.insert(i);
}

/// Does nothing for late answers of an earlier run.
void SessionCore::markAnswered(std::uint32_t module)
{
    if (m_state.generation < m_runGeneration)
        return;
    m_state.answered[module] = true;
    m_state.lookups[module].reset();
}

void SessionCore::close()
{
    cancel();
    if (m_opened)
        m_commands.closeEvent(m_state.id);
}

bool SessionCore::isStale(engine::EventId event, std::uint64_t generation)
{
    if (!m_opened || event != m_state.id || generation < m_state.generation)
        return true;
    m_state.generation = generation;
    return false;
}

void SessionCore::resizeToEvent()
{
    m_state.stacks.resize(m_state.event->threads.size());
    m_state.modules.resize(m_state.event->modules.size());
    m_state.answered.resize(m_state.modules.size());
    m_state.lookups.resize(m_state.modules.size());
}

/// A complete stack is taken as it is. A stack of a stopped run must not take frames and names
/// away.
void SessionCore::keepBest(std::shared_ptr<const ThreadStack> stack)
{
    if (!stack || stack->thread >= m_state.stacks.size())
        return;
    const std::uint32_t thread = stack->thread;
    auto& kept = m_state.stacks[thread];
    const bool canReplace = stack->complete || !kept || kept->frames.empty();
    if (!canReplace && (isDeep(kept.get()) || isDeep(stack.get()) || m_waiting.contains(thread))) {
        m_waiting[thread].push_back(std::move(stack));
        return;
    }
    if (canReplace)
        m_waiting.erase(thread);
    m_replaced.push_back(kept);
    kept = canReplace ? std::move(stack) : bestStack(kept, stack);
}

std::vector<StackJoin> SessionCore::waitingJoins() const
{
    std::vector<StackJoin> joins;
    joins.reserve(m_waiting.size());
    for (const auto& [thread, later] : m_waiting)
        joins.push_back(
            {.thread = thread, .earlier = m_state.stacks[thread], .later = later, .best = nullptr});
    return joins;
}

void SessionCore::takeJoined(const std::vector<StackJoin>& joined)
{
    for (const StackJoin& join : joined) {
        const auto waiting = m_waiting.find(join.thread);
        auto& kept = m_state.stacks[join.thread];
        if (waiting == m_waiting.end() || kept != join.earlier)
            continue;
        m_replaced.push_back(std::exchange(kept, join.best));
        auto& later = waiting->second;
        later.erase(later.begin(), later.begin() + std::ptrdiff_t(join.later.size()));
        if (later.empty())
            m_waiting.erase(waiting);
    }
}

/// The look-ups that a stop ended say nothing, so an earlier answer stays.
void SessionCore::keepBest(std::uint32_t index, std::shared_ptr<const ModuleReport> module)
{
    auto& kept = m_state.modules[index];
    const bool isFound = kept && kept->debugStatus == ObjectFileStatus::Found;
    const bool isOpen =
        module && (module->pending || module->debugStatus == ObjectFileStatus::Other);
    if (module && !(isFound && isOpen))
        m_replaced.push_back(std::exchange(kept, std::move(module)));
}

bool SessionCore::take(const engine::EventSnapshot& snapshot)
{
    const bool isNew = !m_opened && snapshot.path == m_path;
    if (!snapshot.value || (!isNew && isStale(snapshot.event, snapshot.generation)))
        return false;
    m_opened = true;
    m_state.id = snapshot.event;
    m_state.generation = snapshot.generation;
    m_state.event = snapshot.value;
    resizeToEvent();
    m_changes.event = true;
    return true;
}

bool SessionCore::take(const engine::ContainerSnapshot& snapshot)
{
    if (m_opened || !m_jobs.contains(snapshot.job))
        return false;
    m_parts.clear();
    for (const std::string& part : snapshot.parts)
        m_parts.append({.name = toQString(part),
                        .path = QString::fromStdString(m_path.string() + '/' + part)});
    return true;
}

bool SessionCore::take(const engine::PartSnapshot& snapshot)
{
    if (m_opened || !m_jobs.contains(snapshot.job) || snapshot.part >= std::size_t(m_parts.size()))
        return false;
    PartRow& part = m_parts[qsizetype(snapshot.part)];
    PartRow known = makePartRow(snapshot);
    part.kind = std::move(known.kind);
    part.sentence = std::move(known.sentence);
    m_changes.parts = true;
    return true;
}

bool SessionCore::take(const engine::StackSnapshot& snapshot)
{
    if (isStale(snapshot.event, snapshot.generation) || !snapshot.value ||
        snapshot.value->thread >= m_state.stacks.size())
        return false;
    keepBest(snapshot.value);
    m_changes.stacks.insert(snapshot.value->thread);
    return true;
}

bool SessionCore::take(const engine::ModuleSnapshot& snapshot)
{
    if (isStale(snapshot.event, snapshot.generation) || !snapshot.value ||
        snapshot.module >= m_state.modules.size())
        return false;
    keepBest(snapshot.module, snapshot.value);
    if (!snapshot.value->pending)
        markAnswered(snapshot.module);
    m_changes.modules.insert(snapshot.module);
    return true;
}

bool SessionCore::take(const engine::LookupSnapshot& snapshot)
{
    if (isStale(snapshot.event, snapshot.generation) || !snapshot.value ||
        snapshot.module >= m_state.lookups.size() || m_state.generation < m_runGeneration)
        return false;
    auto& lookup = m_state.lookups[snapshot.module];
    if (lookup && lookup->sequence > snapshot.value->sequence)
        return false;
    lookup = snapshot.value;
    m_state.answered[snapshot.module] = false; // The walk may ask for more than the stack did.
    m_changes.modules.insert(snapshot.module);
    return true;
}

/// Changes what is said of the modules that wait for the file.
bool SessionCore::take(const engine::TransferProgress& transfer)
{
    bool isWaitedFor = false;
    for (std::uint32_t i = 0; i < m_state.lookups.size(); ++i) {
        const auto& lookup = m_state.lookups[i];
        const auto isAsked = [&transfer](const OpenLookup::Place& place) {
            return place.candidate.location == transfer.location;
        };
        if (!lookup || std::ranges::none_of(lookup->places, isAsked))
            continue;
        m_changes.modules.insert(i);
        isWaitedFor = true;
    }
    return isWaitedFor;
}

bool SessionCore::take(const engine::ReportSnapshot& snapshot)
{
    if (isStale(snapshot.event, snapshot.generation) || !snapshot.value || !snapshot.value->event)
        return false;
    const Report& report = *snapshot.value;
    m_state.event = report.event;
    resizeToEvent();
    for (const auto& stack : report.stacks)
        keepBest(stack);
    for (std::uint32_t i = 0; i < report.modules.size() && i < m_state.modules.size(); ++i) {
        keepBest(i, report.modules[i]);
        markAnswered(i);
    }
    if (report.analysis || report.complete)
        m_state.analysis = report.analysis;
    if (report.waits || report.complete)
        m_state.waits = report.waits;
    if (report.signature)
        m_state.signature = report.signature;
    // What an earlier run completed stays complete when the user stops a later one.
    m_state.complete |= report.complete;
    m_changes.event = true;
    markAllStacks();
    markAllModules();
    return true;
}

bool SessionCore::take(const engine::SourceSnapshot& snapshot)
{
    const auto job = m_sourceJobs.find(snapshot.job);
    if (job == m_sourceJobs.end())
        return false;
    if (snapshot.value || isFinal(job->second))
        m_sources.insert_or_assign(job->second.path, snapshot);
    m_sourceJobs.erase(job);
    m_changes.source = true;
    return true;
}

bool SessionCore::take(const engine::InspectionSnapshot& snapshot)
{
    if (m_questions.erase(snapshot.job) == 0)
        return false;
    m_inspections.push_back(snapshot);
    return true;
}

engine::JobId SessionCore::inspect(engine::Question question)
{
    const auto job = m_commands.inspect(
        m_state.id, std::make_shared<engine::InspectionQuestion>(std::move(question)));
    m_questions.insert(job);
    return job;
}

void SessionCore::cancelInspection(engine::JobId job)
{
    if (m_questions.erase(job) > 0)
        m_commands.cancel(job);
}

bool SessionCore::take(const engine::JobFinished& notice)
{
    if (m_questions.erase(notice.job) > 0) {
        m_inspections.push_back({.job = notice.job, .event = notice.event, .value = nullptr});
        return true;
    }
    if (const auto asked = m_sourceJobs.find(notice.job); asked != m_sourceJobs.end()) {
        endWithoutAnswer(asked->second);
        m_sourceJobs.erase(asked);
        return true;
    }
    if (m_jobs.erase(notice.job) == 0)
        return false;
    if (m_jobs.empty())
        endRun();
    if (notice.outcome)
        return true;
    if (!m_opened)
        m_failure = notice.outcome.error();
    // A newer run of the same report ends the older one; that is no stop.
    else if (notice.outcome.error().kind != ErrorKind::Cancelled)
        m_state.failure = notice.outcome.error().describe();
    else if (m_jobs.empty())
        m_state.isStopped = true;
    return true;
}

void SessionCore::symbolicate(symbolicate::SymbolicateOptions options)
{
    if (!m_opened)
        return;
    beginRun(m_commands.symbolicate(m_state.id, std::move(options)));
}

void SessionCore::locate(std::uint32_t module, std::filesystem::path file)
{
    if (!m_opened)
        return;
    m_located.insert(module);
    beginRun(m_commands.locateFile(m_state.id, module, std::move(file)));
}

void SessionCore::forgetFile(std::uint32_t module)
{
    if (!m_opened || m_located.erase(module) == 0)
        return;
    beginRun(m_commands.forgetFile(m_state.id, module));
}

void SessionCore::cancel()
{
    for (const engine::JobId job : m_jobs)
        m_commands.cancel(job);
}

/// Nobody is asked any more, so nothing may wait for an answer.
void SessionCore::endWithoutAnswer(const SourceRequest& request)
{
    if (isFinal(request))
        m_sources.try_emplace(request.path, emptyAnswer(request.path));
    m_changes.source = true;
}

/// What was missing while modules were looked for is asked again when that has ended.
bool SessionCore::isFinal(const SourceRequest& request) const
{
    return !request.isEarly || m_state.isRunning;
}

bool SessionCore::isAsking(const std::string& path) const
{
    return std::ranges::any_of(m_sourceJobs,
                               [&](const auto& job) { return job.second.path == path; });
}

void SessionCore::requestSource(std::optional<std::uint32_t> module,
                                const std::string& path,
                                std::uint32_t line)
{
    if (isAsking(path) || m_sources.contains(path) || !m_opened)
        return;
    m_sourceJobs.emplace(
        m_commands.loadSource(m_state.id, module.value_or(engine::kNoModule), path, line),
        SourceRequest{.path = path, .isEarly = m_state.isRunning});
}

bool SessionCore::maySourceCome(const std::string& path) const
{
    return m_state.isRunning || isAsking(path);
}

const engine::SourceSnapshot* SessionCore::source(const std::string& path) const
{
    const auto found = m_sources.find(path);
    return found == m_sources.end() ? nullptr : &found->second;
}

void SessionCore::forgetMissingSources()
{
    std::erase_if(m_sources, [](const auto& entry) { return !entry.second.value; });
}

} // namespace faultline::ui
