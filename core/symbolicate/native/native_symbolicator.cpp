// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/native_symbolicator.h"

#include "core/base/serial_queue.h"
#include "core/insight/key_frame.h"
#include "core/sources/source_traits.h"
#include "core/symbolicate/lookup/local_sources.h"
#include "core/symbolicate/lookup/module_urgencies.h"
#include "core/symbolicate/native/declared_variables.h"
#include "core/symbolicate/native/frame_resolver.h"
#include "core/symbolicate/native/module_resolver.h"
#include "core/symbolicate/native/native_caches.h"
#include "core/symbolicate/native/report_facts.h"
#include "core/symbolicate/native/report_variables.h"
#include "core/symbolicate/native/source_context.h"
#include "core/symbolicate/native/stack_collector.h"
#include "core/symbolicate/native/stack_maker.h"
#include "core/symbolicate/native/thread_ahead.h"
#include "core/symbolicate/options/module_files.h"
#include "core/symbolicate/options/rewrite_rules.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace faultline::symbolicate {

namespace {

/// Fewer frames are resolved faster than threads are woken for them.
constexpr std::size_t kFramesForPool = 256;

ModuleTable::UnknownExtent extentOf(const Event& event)
{
    using enum ModuleTable::UnknownExtent;
    return event.kind == EventKind::NativeText ? Nothing : UpToNext;
}

/// One run over one event. The functions stand in the order in which run() calls them. All state
/// lives as long as the run.
class Symbolication
{
public:
    Symbolication(const RunContext& context,
                  EventPtr event,
                  const SymbolicateOptions& options,
                  SymbolicationObserver& observer,
                  std::stop_token stop,
                  bool onlyFromMemory = false)
        : m_services(context.services), m_caches(context.nativeCaches), m_event(std::move(event)),
          m_options(options), m_observer(observer), m_stop(std::move(stop)),
          m_table(m_event->modules, extentOf(*m_event)), m_moduleMap(*m_event),
          m_stackMaker(*m_event, m_services.limits),
          m_sources(m_caches.ready.setOf(context.sourcesFor(options))),
          m_resolver(m_services,
                     m_caches.unwindTables,
                     readyAccess(onlyFromMemory),
                     makeContext(),
                     m_table,
                     lookupModules(),
                     listeners())
    {
    }

    Result<SymbolicationResult> run()
    {
        if (m_observer.wantsRawStacks())
            publishRawStacks();
        if (m_options.fetchAllModules)
            requestAllModules();
        walkStacks();
        requestModulesOfGivenFrames();
        m_observer.onStep("fetching symbols", 0, 0);
        m_resolver.states().waitForAll();
        if (isGivenUp())
            return fail(ErrorKind::Cancelled, "symbolication was cancelled");
        m_resolver.keepFound();
        m_observer.onStep("symbolicating", 0, static_cast<std::uint32_t>(m_event->threads.size()));
        resolveStacks();
        if (m_options.extractVariables)
            addVariables();
        if (m_options.applySourceContext || m_options.fetchAllModules)
            requestSources();
        if (!m_stop.stop_requested())
            m_resolver.keepFound();
        if (m_options.applySourceContext)
            addSources();
        if (isGivenUp())
            return fail(ErrorKind::Cancelled, "symbolication was cancelled");
        return SymbolicationResult{makeReport(), resolvedModules()};
    }

    /// The same for an event with given frames, without waiting. Null when something is not ready.
    ReportPtr runFromMemory()
    {
        m_walked.resize(m_event->threads.size());
        if (m_options.extractVariables)
            return nullptr;
        if (!std::ranges::all_of(m_event->threads, bringsFrames))
            return nullptr;
        requestModulesOfGivenFrames();
        if (!m_resolver.hasAll())
            return nullptr;
        resolveStacks();
        if (m_options.applySourceContext && !addReadySources())
            return nullptr;
        return makeReport();
    }

private:
    /// The rules of this machine's places are not for servers, and a prefetch does not hurry.
    ReadyAccess readyAccess(bool onlyFromMemory) const
    {
        ReadyAccess access{.isOnlySource = onlyFromMemory};
        if (!m_caches.repeatsLookups || m_options.useLocalFiles || m_options.retryFailed ||
            m_options.fetchAllModules || !m_options.locatedFiles.empty() ||
            !m_options.moduleFiles.empty())
            return access;
        access.modules = &m_caches.ready;
        access.keepsMisses = m_services.cache.remembersMisses(ReadyModules::kLifetime);
        access.circumstances =
            concat(m_services.cache.changes(), "|", m_sources->number, "|",
                   m_services.cache.isOffline() ? 1 : 0, m_options.requireMatchingIds ? 1 : 0,
                   walksStacks() ? 1 : 0, "|", m_options.scope.size(), ":", m_options.scope, "|");
        return access;
    }

    bool walksStacks() const
    {
        return m_event->kind == EventKind::Minidump || m_event->kind == EventKind::CoreFile;
    }

    bool isGivenUp() const { return m_stop.stop_requested() && !m_observer.wantsPartialReport(); }

    std::shared_ptr<const LookupContext> makeContext() const
    {
        auto context = std::make_shared<LookupContext>();
        if (m_options.useLocalFiles)
            context->sources = localSources(m_options.crashFileFolder, m_sources->configs);
        context->sources.insert(context->sources.end(), m_sources->sources.begin(),
                                m_sources->sources.end());
        context->useRecordedPaths = m_options.useLocalFiles;
        context->localFirst = m_options.useLocalFiles;
        context->requireMatchingIds = m_options.requireMatchingIds;
        context->scope = m_options.scope;
        context->fetch.bypassNegative = m_options.retryFailed;
        context->stop = m_stop;
        context->located = locateModuleFiles(m_event->modules, m_options.moduleFiles);
        context->located.insert(context->located.end(), m_options.locatedFiles.begin(),
                                m_options.locatedFiles.end());
        context->event = m_event;
        if (m_options.retryFailed)
            expireFolders(context->sources);
        context->walksStacks = walksStacks();
        if (threadAhead())
            context->urgencies =
                std::make_shared<ModuleUrgencies>(m_table.modules().size(), m_services.downloader);
        return context;
    }

    /// A retry must see files that a build wrote a moment ago.
    void expireFolders(const std::vector<sources::SourcePtr>& sources) const
    {
        for (const auto& source : sources) {
            if (sources::isScanned(*source))
                m_services.folders.indexOf(*sources::traitsOf(*source).folder)->expire();
        }
    }

    /// Returns the modules for look-ups. Rewrite rules may change the debug file of the lowest
    /// module.
    std::vector<EventModule> lookupModules() const
    {
        std::vector<EventModule> modules = m_table.modules();
        const auto lowest = m_table.lowest();
        if (lowest && modules[*lowest].debugFile && m_options.rewriteFirstModule)
            modules[*lowest].debugFile =
                m_options.rewriteFirstModule->rewrite(*modules[*lowest].debugFile);
        return modules;
    }

    ModuleStates::Listeners listeners()
    {
        ModuleStates::Listeners listeners;
        listeners.changed = [this](std::uint32_t module,
                                   std::shared_ptr<const ModuleReport> report) {
            publishModule(module, std::move(report));
        };
        if (m_observer.wantsLookups())
            listeners.looking = [this](std::uint32_t module,
                                       std::shared_ptr<const OpenLookup> lookup) {
                publishLookup(module, std::move(lookup));
            };
        return listeners;
    }

    void publishLookup(std::uint32_t module, std::shared_ptr<const OpenLookup> lookup)
    {
        m_publications.post([this, module, lookup = std::move(lookup)]() mutable {
            m_observer.onLookup(module, std::move(lookup));
        });
    }

    void publishModule(std::uint32_t module, std::shared_ptr<const ModuleReport> report)
    {
        m_publications.post([this, module, report = std::move(report)]() mutable {
            m_observer.onModule(module, std::move(report));
        });
    }

    void publishStack(std::shared_ptr<const ThreadStack> stack)
    {
        m_publications.post(
            [this, stack = std::move(stack)]() mutable { m_observer.onStack(std::move(stack)); });
    }

    unwind::UnwindPreference preference() const
    {
        using enum unwind::UnwindPreference;
        return m_options.framePointerFirst ? FramePointerFirst : CfiFirst;
    }

    void publishRawStacks()
    {
        const std::vector<ModuleSymbols> none(m_table.modules().size());
        const FrameResolver resolver(m_table, none, m_caches.names);
        StackCollector collector(
            m_services, *m_event, m_moduleMap, preference(), nullptr,
            [&](std::uint32_t thread, const WalkedThread& walked) {
                publishStack(m_stackMaker.make(thread, walked, resolver, false));
            },
            m_stop);
        collector.walkAll();
        for (std::uint32_t i = 0; i < m_event->threads.size(); ++i) {
            if (bringsFrames(m_event->threads[i]))
                publishStack(m_stackMaker.make(i, {}, resolver, false));
        }
    }

    void walkStacks()
    {
        m_observer.onStep("walking", 0, static_cast<std::uint32_t>(m_event->threads.size()));
        StackCollector collector(
            m_services, *m_event, m_moduleMap, preference(), &m_resolver,
            [this](std::uint32_t thread, const WalkedThread& walked) {
                requestModulesOf(thread, walked);
            },
            m_stop);
        if (const auto ahead = threadAhead())
            finishAhead(*ahead, collector);
        collector.walkAll();
        m_walked = collector.takeWalked();
    }

    /// The thread whose files come before all others. None if all places are on this machine.
    std::optional<std::uint32_t> threadAhead() const
    {
        const auto isNear = [](const auto& source) { return sources::isOnThisMachine(*source); };
        if (!m_observer.wantsCrashingThreadFirst() || m_options.fetchAllModules ||
            std::ranges::all_of(m_sources->sources, isNear))
            return std::nullopt;
        return m_event->requestingThread;
    }

    void finishAhead(std::uint32_t thread, StackCollector& collector)
    {
        std::unique_ptr<StackPreview> preview;
        // Later runs would replace names by addresses for a moment.
        if (m_observer.wantsRawStacks() && !bringsFrames(m_event->threads[thread]))
            preview = std::make_unique<StackPreview>(m_services, *m_event, m_moduleMap,
                                                     preference(), m_resolver, thread);
        ThreadAhead ahead(
            m_services, m_resolver, collector, std::move(preview),
            [this, thread](const WalkedThread& walked) { publishNamed(thread, walked); }, m_stop);
        ahead.run(thread, [this, thread] { requestModulesOfGiven(m_event->threads[thread]); });
    }

    void requestAllModules()
    {
        for (std::uint32_t i = 0; i < m_table.modules().size(); ++i)
            m_resolver.requestWalk(i);
    }

    void requestModuleAt(std::uint64_t address, ModuleResolver::Need need = {})
    {
        if (const auto hit = m_table.findAbsolute(address))
            m_resolver.requestDebug(hit->module, need);
    }

    /// A finished walk shows which modules matter. Fetches those that the walk itself did not
    /// request.
    void requestModulesOf(std::uint32_t thread, const WalkedThread& walked)
    {
        for (const auto& frame : walked.frames)
            requestModuleAt(frame.lookupAddress, StackCollector::needOf(*m_event, thread));
        if (m_observer.wantsRawStacks())
            publishNamed(thread, walked);
    }

    /// Publishes the stack with the names that are known by now.
    void publishNamed(std::uint32_t thread, const WalkedThread& walked)
    {
        const auto symbols = m_resolver.states().symbols();
        const FrameResolver resolver(m_table, *symbols, m_caches.names);
        publishStack(m_stackMaker.make(thread, walked, resolver, false));
    }

    void requestModulesOfGivenFrames()
    {
        for (const auto& thread : m_event->threads)
            requestModulesOfGiven(thread);
    }

    void requestModulesOfGiven(const EventThread& thread)
    {
        for (const auto& frame : thread.prewalked)
            requestModuleAt(frame.address);
        if (!thread.givenFrames)
            return;
        for (const auto& frame : *thread.givenFrames) {
            const auto* native = frame.asNative();
            if (native == nullptr)
                continue;
            if (!native->relativeTo)
                requestModuleAt(native->instructionAddress);
            else if (*native->relativeTo < m_table.modules().size())
                m_resolver.requestDebug(*native->relativeTo);
        }
    }

    void resolveStacks()
    {
        const auto symbols = m_resolver.states().symbols();
        const FrameResolver resolver(m_table, *symbols, m_caches.names);
        const bool complete = !m_stop.stop_requested();
        m_stacks.resize(m_event->threads.size());
        const auto resolve = [&](std::size_t i) {
            m_stacks[i] =
                m_stackMaker.make(static_cast<std::uint32_t>(i), m_walked[i], resolver, complete);
        };
        // Without the stop token, because every thread gets a stack, even in a partial report.
        if (frameCount() > kFramesForPool)
            return m_services.compute.parallelFor(m_stacks.size(), resolve);
        for (std::size_t i = 0; i < m_stacks.size(); ++i)
            resolve(i);
    }

    void addVariables()
    {
        const auto files = resolvedModules();
        addDeclaredVariables(
            {m_services, *m_event, m_table, files, m_caches.names, m_caches.summaries}, m_stacks,
            m_stop);
    }

    std::size_t frameCount() const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_event->threads.size(); ++i) {
            const auto& thread = m_event->threads[i];
            count += m_walked[i].frames.size() + thread.prewalked.size() +
                     (thread.givenFrames ? thread.givenFrames->size() : 0);
        }
        return count;
    }

    void requestSources()
    {
        // This must come last, because files found for other purposes may complete a module's ids.
        for (std::uint32_t i = 0; m_options.fetchAllModules && i < m_table.modules().size(); ++i)
            m_resolver.requestSource(i);
        for (const auto& stack : m_stacks) {
            for (const auto& frame : stack->frames) {
                if (frame.module && m_resolver.states().wasRequested(*frame.module))
                    m_resolver.requestSource(*frame.module);
            }
        }
        m_resolver.states().waitForAll();
        for (std::uint32_t i = 0; m_options.fetchAllModules && i < m_table.modules().size(); ++i)
            m_resolver.requestRemoteSource(i);
        m_resolver.states().waitForAll();
    }

    void addSources()
    {
        SourceContext sources(m_resolver, m_services, m_options,
                              {.bypassNegative = m_options.retryFailed});
        for (const auto& stack : m_stacks) {
            if (m_stop.stop_requested())
                return;
            sources.apply(stack->frames);
        }
        if (m_options.useLocalFiles)
            searchElsewhere(sources);
        sources.fetchRemote(m_stop);
    }

    /// Returns false when a text has to be read or fetched.
    bool addReadySources()
    {
        requestSources();
        for (std::uint32_t i = 0; i < m_table.modules().size(); ++i) {
            if (!m_resolver.states().sourceObjects(i).empty())
                return false;
        }
        SourceContext sources(m_resolver, m_services, m_options, {});
        for (const auto& stack : m_stacks)
            sources.apply(stack->frames);
        return m_resolver.hasAll() && !sources.needsRemote();
    }

    /// Servers are asked for source bundles only if this machine does not have all texts.
    void searchElsewhere(SourceContext& sources)
    {
        const auto modules = sources.modulesWithoutText();
        for (const auto module : modules)
            m_resolver.requestRemoteSource(module);
        m_resolver.states().waitForAll();
        if (!modules.empty() && !m_stop.stop_requested())
            sources.searchAgain();
    }

    ReportPtr makeReport()
    {
        auto report = std::make_shared<Report>();
        report->event = m_event;
        report->stacks.assign(std::make_move_iterator(m_stacks.begin()),
                              std::make_move_iterator(m_stacks.end()));
        for (const auto& tree : m_event->samples)
            report->samples.push_back(std::make_shared<const CallTree>(tree));
        const auto counts = framesPerModule(report->stacks, m_table.modules().size());
        for (std::uint32_t i = 0; i < counts.size(); ++i) {
            report->modules.push_back(m_resolver.states().report(i, counts[i]));
            // The report contains the modules that were never requested, so they need no notice.
            if (m_resolver.states().wasRequested(i))
                publishModule(i, report->modules.back());
        }
        report->crashedFunction = crashedFunction(*m_event, report->stacks);
        report->analysis =
            analyzeStacks(*m_event, report->stacks, m_moduleMap, m_resolver.states());
        for (const auto& stack : report->stacks)
            publishStack(stack);
        report->diagnostics =
            cutStackDiagnostics(report->stacks, m_services.limits.maxFramesPerThread);
        if (m_services.cache.isOffline())
            noteOffline(*report);
        report->variables = variables(*report);
        report->complete = !m_stop.stop_requested();
        report->sourceCount = m_resolver.sources().size();
        report->isOffline = m_services.cache.isOffline();
        return report;
    }

    std::shared_ptr<const ReportVariables> variables(const Report& report) const
    {
        if (m_options.variables.frames == 0 && !m_options.variables.onlyRow)
            return nullptr;
        const auto files = resolvedModules();
        return readVariables(
            {m_services, *m_event, m_table, files, m_caches.names, m_caches.summaries},
            report.stacks, static_cast<std::uint32_t>(insight::leadingThread(report)),
            m_options.variables, m_stop);
    }

    std::vector<ResolvedModule> resolvedModules() const
    {
        std::vector<ResolvedModule> modules;
        modules.reserve(m_table.modules().size());
        const auto& states = m_resolver.states();
        for (std::uint32_t i = 0; i < m_table.modules().size(); ++i) {
            const auto walk = std::make_shared<const unwind::WalkModule>(states.walkModule(i));
            modules.push_back({states.symCache(i), states.ppdbCache(i), states.sourceObjects(i),
                               states.sourceScope(i), m_resolver.sources(), states.codeId(i),
                               walk->code, walk, states.valueFiles(i)});
        }
        return modules;
    }

    const Services& m_services;
    NativeCaches& m_caches;
    EventPtr m_event;
    const SymbolicateOptions& m_options;
    SymbolicationObserver& m_observer;
    std::stop_token m_stop;
    ModuleTable m_table;
    unwind::ModuleMap m_moduleMap;
    const StackMaker m_stackMaker;
    const std::shared_ptr<const SourceSet> m_sources;
    SerialQueue m_publications; // Orders the observer's calls.
    std::vector<WalkedThread> m_walked;
    std::vector<std::shared_ptr<ThreadStack>> m_stacks;
    ModuleResolver m_resolver; // The last member, because its callbacks use the members above.
};

} // namespace

Result<SymbolicationResult> runNative(const RunContext& context,
                                      EventPtr event,
                                      const SymbolicateOptions& options,
                                      SymbolicationObserver& observer,
                                      std::stop_token stop)
{
    Symbolication run(context, std::move(event), options, observer, std::move(stop));
    return run.run();
}

ReportPtr runNativeFromMemory(const RunContext& context,
                              const EventPtr& event,
                              const SymbolicateOptions& options)
{
    if (event->kind != EventKind::NativeJson)
        return nullptr;
    SymbolicationObserver silent;
    Symbolication run(context, event, options, silent, {}, true);
    return run.runFromMemory();
}

} // namespace faultline::symbolicate
