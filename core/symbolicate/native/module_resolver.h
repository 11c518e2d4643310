#pragma once

<<<<<<< HEAD
#include "core/symbolicate/lookup/candidates.h"
#include "core/symbolicate/lookup/companion_lookup.h"
#include "core/symbolicate/lookup/name_map_lookup.h"
#include "core/symbolicate/lookup/object_selection.h"
#include "core/symbolicate/native/frame_resolver.h"
#include "core/symbolicate/native/module_table.h"
#include "core/symbolicate/source/linked_source.h"
#include "core/symcache/managed/ppdb_cache.h"
#include "core/symcache/symcache.h"
#include "core/unwind/walk/stack_walker.h"
    =======
#include "core/symbolicate/native/module_job.h"
#include "core/symbolicate/source/linked_source.h"
    >>>>>>> jobs

#include <memory>
#include <vector>

    namespace faultline::symbolicate
{

    class UnwindTableCache;

    /// Finds unwind data, symbols and sources for the modules of one event, each when first asked
    /// for, all at once. Starts the jobs; states() says what they have found, and waits for them.
    /// Every module asked for gets a ModuleReport with all that was tried. Thread-safe; request…()
    /// return at once.
    class ModuleResolver
    {
    public:
        /// `modules` outlives the resolver. `changed` is called from pool threads whenever a
        /// module's report is new; may be null.
        ModuleResolver(const Services& services,
                       UnwindTableCache& unwindTables,
                       std::shared_ptr<const LookupContext> context,
                       const ModuleTable& modules,
                       std::vector<EventModule> lookupModules,
                       ModuleStates::Changed changed);
        /// Waits for what is under way (cancelled through the context's stop token or finished).
        ~ModuleResolver();
        ModuleResolver(const ModuleResolver&) = delete;
        ModuleResolver& operator=(const ModuleResolver&) = delete;

        /// Starts looking for symbols.
        void requestDebug(std::uint32_t module);
        /// Starts looking for unwind data, and for symbols, which judge scanned addresses.
        void requestWalk(std::uint32_t module);
        void requestSource(std::uint32_t module);

        const ModuleStates& states() const { return m_states; }

        /// Adds what was tried outside of the jobs.
        void addCandidates(std::uint32_t module, std::vector<Candidate> candidates);

        const std::vector<sources::SourcePtr>& sources() const { return m_jobs.lookup->sources; }

        /// Where configured servers (debuginfod) may have a source file by its recorded path.
        std::vector<SourcePlace> sourcePlaces(std::uint32_t module, std::string_view path) const;

    private:
<<<<<<< HEAD
        enum class Phase : std::uint8_t { Idle, Open, Done };

        /// One purpose of one module.
        struct Part
        {
            Phase phase = Phase::Idle;
            std::optional<Error> error; ///< Of the selection or the derivation; absent when found.
            std::optional<ObjectMeta> meta; ///< Of the selected object.
        };

        struct Module
        {
            Part unwind;
            Part debug;
            Part source;
            bool debugWaitsForUnwind =
                false; ///< The code file may complete the ids that the look-up for symbols needs.
            object::ObjectPtr code; ///< The selected unwind object.
            unwind::UnwindTablePtr unwindTable;
            std::shared_ptr<const symcache::SymCache> symCache;
            std::shared_ptr<const symcache::PpdbCache>
                ppdbCache; ///< Of .NET modules instead of symCache.
            std::vector<object::ObjectPtr> sourceObjects;
            std::string sourceScope;
            std::shared_ptr<ObjectItem> linkingFile; ///< The debug file, when it links to sources.
            CandidateList candidates;
            std::optional<DebugId> completedDebugId;
            std::optional<std::string> completedDebugFile;
            std::string wrongBuild; ///< As ModuleReport's.
            std::vector<std::string> notes;
        };

        /// What has been found for a symcache so far.
        struct SymCacheWork
        {
            ObjectSelection selection;
            NameMaps maps{};
            CompanionFiles companions{};
        };

        bool open(std::uint32_t module, Part Module::* part);
        bool openLocked(Part& part);
        void close(std::uint32_t module,
                   Part Module::* part,
                   const std::function<void(Module&)>& update);
        sources::ObjectLookup lookup(std::uint32_t module) const;

        void startUnwind(std::uint32_t module);
        void startDebug(std::uint32_t module);
        void startSource(std::uint32_t module);
        using Loaded = void (ModuleResolver::*)(std::uint32_t module,
                                                ObjectSelection selection,
                                                cache::CacheAnswer<LoadedObject> answer);
        void loadSelected(std::uint32_t module, ObjectSelection selection, Loaded then);
        void onUnwindSelected(std::uint32_t module, ObjectSelection selection);
        void onDebugSelected(std::uint32_t module, ObjectSelection selection);
        void findDebugCompanions(std::uint32_t module, const std::shared_ptr<SymCacheWork>& work);
        void deriveSymCache(std::uint32_t module, SymCacheWork& work);
        void finishUnwind(std::uint32_t module,
                          ObjectSelection selection,
                          cache::CacheAnswer<LoadedObject> answer);
        bool completeIds(std::uint32_t module, ObjectSelection& selection);
        void unwindFromMemory(std::uint32_t module,
                              ObjectSelection selection,
                              const object::ObjectPtr& object);
        void debugFromMemory(std::uint32_t module,
                             ObjectSelection selection,
                             const object::ObjectPtr& object);
        void fetchCode(std::uint32_t module,
                       ObjectSelection selection,
                       Result<unwind::UnwindTablePtr> table);
        void closeUnwind(std::uint32_t module,
                         ObjectSelection selection,
                         const object::ObjectPtr& object,
                         const Result<unwind::UnwindTablePtr>& table);
        void derivePpdbCache(std::uint32_t module, ObjectSelection selection);
        void finishDebug(std::uint32_t module,
                         ObjectSelection selection,
                         const std::optional<Error>& error,
                         const std::function<void(Module&)>& keep = {});
        void finishSource(std::uint32_t module,
                          ObjectSelection selection,
                          cache::CacheAnswer<LoadedObject> answer);
        void addLinkingFile(std::uint32_t module);

        /// Requests with frames of their own say nothing of unwind data, even if the look-up for it
        /// completed ids.
        bool reportsUnwindStatus() const { return m_context->walksStacks; }

        std::shared_ptr<const ModuleReport>
        makeReport(std::uint32_t index, const Module& module, std::uint32_t frameCount) const;

        const Services& m_services;
        UnwindTableCache& m_unwindTables;
        std::shared_ptr<const LookupContext> m_context;
        const ModuleTable& m_table;
        std::vector<EventModule> m_lookupModules; // Like the table's, with rewritten names.
        Changed m_changed;

        mutable std::mutex m_mutex; // Guards what follows.
        mutable std::condition_variable_any m_wake;
        std::vector<Module> m_modules;
        std::size_t m_openParts = 0;
        mutable std::shared_ptr<const std::vector<ModuleSymbols>> m_symbols; // Null when outdated.
=======
        ModuleStates m_states;
        const ModuleJobContext m_jobs;
>>>>>>> jobs
    };

} // namespace faultline::symbolicate
