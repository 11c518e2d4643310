// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/module_finder.h"

#include "core/base/field_digest.h"
#include "core/base/text.h"
#include "core/server/mozilla/function_table_item.h"
#include "core/sources/file_listing.h"
#include "core/sources/file_purpose.h"
#include "core/symbolicate/lookup/debug_selection.h"

#include <algorithm>

namespace faultline::server::mozilla {

namespace {

using Clock = std::chrono::steady_clock;

/// The case of ids does not matter. Cache keys and URLs have them in upper case.
ModuleName normalized(const ModuleName& module)
{
    return {module.debugFile, toUpperAscii(module.debugId)};
}

sources::ObjectLookup lookupOf(const ModuleName& module, const DebugId& id)
{
    sources::ObjectLookup lookup;
    lookup.debugFile = module.debugFile;
    lookup.debugId = id;
    return lookup;
}

/// Names the list of sources in the keys of tables.
std::string identityOf(const std::vector<sources::SourcePtr>& sources)
{
    FieldDigest digest;
    for (const auto& source : sources)
        digest.add(source->id).add(source->identity());
    return digest.hex();
}

bool isTransient(const Candidate& candidate)
{
    return candidate.download == DownloadStatus::Error && !candidate.identity.isWrongBuild() &&
           candidate.failure && candidate.failure->kind != ErrorKind::Unsupported;
}

std::string describe(const Candidate& candidate)
{
    auto text = concat(candidate.hasNoPlace ? candidate.source : candidate.location, ": ",
                       downloadStatusName(candidate.download));
    if (candidate.failure)
        text += concat(", ", candidate.failure->describe());
    return text;
}

} // namespace

/// One look-up. It keeps itself alive until its answer.
class ModuleFinder::Search : public std::enable_shared_from_this<Search>
{
public:
    Search(ModuleFinder& finder,
           ModuleName module,
           DebugId id,
           std::stop_token stop,
           std::move_only_function<void(ModuleAnswer)> done)
        : m_finder(finder), m_module(std::move(module)), m_lookup(lookupOf(m_module, id)),
          m_stop(std::move(stop)), m_done(std::move(done))
    {
    }

    void begin()
    {
        if (!m_finder.m_ledger.use(m_module)) {
            askSources();
            return;
        }
        fetch(nullptr,
              [self = shared_from_this()](const cache::CacheAnswer<FunctionTable>& answer) {
                  self->onStored(answer);
              });
    }

private:
    using OnTable = std::move_only_function<void(cache::CacheAnswer<FunctionTable>)>;

    void fetch(std::shared_ptr<symbolicate::ObjectItem> object, OnTable then)
    {
        m_finder.m_services.cache.fetch(
            std::make_shared<FunctionTableItem>(m_module, m_finder.m_sourcesId, std::move(object)),
            cache::CacheFetchOptions{}, m_stop, std::move(then));
    }

    void onStored(const cache::CacheAnswer<FunctionTable>& answer)
    {
        m_answer.cacheTime = Clock::now() - m_begin;
        if (answer.value) {
            m_answer.cachedBytes = (*answer.value)->sizeBytes();
            finishWith(*answer.value);
            return;
        }
        m_finder.m_ledger.remove(m_module);
        askSources();
    }

    void askSources()
    {
        auto context = std::make_shared<symbolicate::LookupContext>();
        context->sources = m_finder.m_sources;
        context->scope = kCacheScope;
        context->stop = m_stop;
        context->requireMatchingIds = true;
        m_askedAt = Clock::now();
        symbolicate::selectDebugObject(
            m_finder.m_services, std::move(context), 0, m_lookup,
            [self = shared_from_this()](symbolicate::ObjectSelection selection) {
                self->onSelected(std::move(selection));
            });
    }

    void onSelected(symbolicate::ObjectSelection selection)
    {
        m_candidates = std::move(selection.candidates);
        countDownloads();
        if (selection.selected)
            m_found.push_back(std::move(*selection.selected));
        std::ranges::move(selection.others, std::back_inserter(m_found));
        tryNextFile();
    }

    void countDownloads()
    {
        for (const auto& candidate : m_candidates) {
            if (candidate.layer != AnswerLayer::Network)
                continue;
            ++m_answer.downloadAttempts;
            m_answer.downloadTime = Clock::now() - m_askedAt;
            if (candidate.download != DownloadStatus::Ok)
                continue;
            ++m_answer.downloads;
            m_answer.downloadBytes += candidate.sizeBytes;
        }
    }

    void tryNextFile()
    {
        if (m_nextFile == m_found.size()) {
            finishWithout();
            return;
        }
        const auto item = m_found[m_nextFile++].item;
        fetch(item,
              [self = shared_from_this(), item](const cache::CacheAnswer<FunctionTable>& answer) {
                  self->onTable(item, answer);
              });
    }

    void onTable(const std::shared_ptr<symbolicate::ObjectItem>& item,
                 const cache::CacheAnswer<FunctionTable>& answer)
    {
        if (answer.value) {
            m_finder.m_ledger.add(m_module, (*answer.value)->sizeBytes());
            finishWith(*answer.value);
            return;
        }
        // Another look-up may have asked for the stored table at the same moment. It failed because
        // it had no object, which says nothing about this one.
        if (answer.value.error().kind == ErrorKind::Internal && !std::exchange(m_retried, true)) {
            fetch(item, [self = shared_from_this(),
                         item](const cache::CacheAnswer<FunctionTable>& again) {
                self->onTable(item, again);
            });
            return;
        }
        m_answer.reason = answer.value.error().describe();
        tryNextFile();
    }

    void finishWith(std::shared_ptr<const FunctionTable> table)
    {
        m_answer.state = ModuleAnswer::State::Found;
        m_answer.table = std::move(table);
        m_done(std::move(m_answer));
    }

    void finishWithout()
    {
        for (const auto& candidate : m_candidates) {
            if (isTransient(candidate))
                m_answer.state = ModuleAnswer::State::Transient;
            m_answer.reason += concat(m_answer.reason.empty() ? "" : "; ", describe(candidate));
        }
        m_done(std::move(m_answer));
    }

    ModuleFinder& m_finder;
    const ModuleName m_module;
    const sources::ObjectLookup m_lookup;
    const std::stop_token m_stop;
    std::move_only_function<void(ModuleAnswer)> m_done;
    const Clock::time_point m_begin = Clock::now();
    Clock::time_point m_askedAt;
    ModuleAnswer m_answer;
    std::vector<Candidate> m_candidates;
    std::vector<symbolicate::FoundObject> m_found; // In the order in which they are tried.
    std::size_t m_nextFile = 0;
    bool m_retried = false;
};

ModuleFinder::ModuleFinder(const symbolicate::Services& services,
                           std::vector<sources::SourceConfig> sources,
                           const TableLedgerOptions& ledger)
    : m_services(services), m_ledger(ledger, [this](const ModuleName& module) {
          m_services.cache.forget(FunctionTableItem(module, m_sourcesId, nullptr));
      })
{
    for (auto& source : sources)
        m_sources.push_back(sources::makeSource(std::move(source)));
    m_sourcesId = identityOf(m_sources);
}

void ModuleFinder::find(const ModuleName& module,
                        std::stop_token stop,
                        std::move_only_function<void(ModuleAnswer)> done)
{
    const auto id = DebugId::parse(module.debugId);
    if (!id || id->isNil()) {
        ModuleAnswer answer;
        answer.reason = "the debug id cannot be one";
        done(std::move(answer));
        return;
    }
    std::make_shared<Search>(*this, normalized(module), *id, std::move(stop), std::move(done))
        ->begin();
}

void ModuleFinder::forgetTables(std::string_view uuid)
{
    for (const auto& module : m_ledger.modules()) {
        const auto id = DebugId::parse(module.debugId);
        if (!uuid.empty() && (!id || id->uuidHex() != uuid))
            continue;
        m_ledger.remove(module);
        m_services.cache.forget(FunctionTableItem(module, m_sourcesId, nullptr));
    }
}

void ModuleFinder::forget(const ModuleName& module)
{
    const auto known = normalized(module);
    m_ledger.remove(known);
    m_services.cache.forget(FunctionTableItem(known, m_sourcesId, nullptr));
    const auto id = DebugId::parse(module.debugId);
    if (!id)
        return;
    const auto lookup = lookupOf(known, *id);
    const auto listing = sources::listRemoteFiles(
        m_sources, lookup,
        sources::fileTypesFor(sources::LookupType::Unknown, sources::FilePurpose::Debug),
        &m_services.folders);
    for (const auto& file : listing.files) {
        const auto item = std::make_shared<symbolicate::ObjectItem>(
            file, lookup, std::string(kCacheScope), m_services.downloader, m_services.limits);
        m_services.cache.forget(
            symbolicate::ObjectMetaItem(item, lookup, std::string(kCacheScope)));
        m_services.cache.forget(*item);
    }
}

} // namespace faultline::server::mozilla
