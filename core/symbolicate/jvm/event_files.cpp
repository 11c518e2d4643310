// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/event_files.h"

#include "core/base/blocking.h"
#include "core/model/place_names.h"
#include "core/sources/mapping_paths.h"
#include "core/sources/source_filter.h"
#include "core/sources/source_traits.h"
#include "core/symbolicate/jvm/mapping_item.h"
#include "core/symbolicate/lookup/candidates.h"
#include "core/symbolicate/lookup/file_lookup.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>

namespace faultline::jvm {

namespace {

constexpr std::array kMappingTypes{sources::FileType::Proguard};
constexpr std::array kBundleTypes{sources::FileType::SourceBundle};

/// The outcome for one module. Its search writes it; it is read when all searches have ended.
struct Found
{
    MappingPtr mapping;
    std::shared_ptr<const sourcebundle::SourceBundle> bundle;
    FileSearch search;
};

/// Counts the searches that are still running.
class Countdown
{
public:
    explicit Countdown(std::size_t open) : m_open(open) {}

    void leave()
    {
        {
            const std::lock_guard lock(m_mutex);
            --m_open;
        }
        m_changed.notify_all();
    }

    bool wait(const std::stop_token& stop)
    {
        const BlockingScope blocking;
        std::unique_lock lock(m_mutex);
        return m_changed.wait(lock, stop, [this] { return m_open == 0; });
    }

private:
    std::mutex m_mutex; // Guards m_open.
    std::condition_variable_any m_changed;
    std::size_t m_open;
};

/// Tells whether the source itself says which files it has.
bool isListing(const sources::SourceConfig& source)
{
    return sources::traitsOf(source).listedBy != sources::ListedBy::Layout;
}

/// Tries the listed places of one module, one after the other.
class ModuleSearch : public std::enable_shared_from_this<ModuleSearch>
{
public:
    ModuleSearch(const symbolicate::Services& services,
                 std::shared_ptr<const symbolicate::LookupContext> context,
                 const JvmModule& module,
                 FileTrial trial,
                 std::shared_ptr<Found> found,
                 std::shared_ptr<Countdown> countdown)
        : m_services(services), m_context(std::move(context)), m_module(module), m_trial(trial),
          m_found(std::move(found)), m_countdown(std::move(countdown))
    {
    }

    void begin()
    {
        m_wanted.debugId = m_module.id;
        const bool isMapping = m_module.type == JvmModule::Type::Mapping;
        const auto types = isMapping ? std::span<const sources::FileType>(kMappingTypes)
                                     : std::span<const sources::FileType>(kBundleTypes);
        symbolicate::listFilesOf(m_services, m_context, m_wanted, types,
                                 [self = shared_from_this()](sources::FileListing listing) {
                                     self->noteSkipped(listing);
                                     self->m_files = self->inOrder(std::move(listing.files));
                                     self->tryNext();
                                 });
    }

    /// Begins with one given place.
    void begin(sources::RemoteFile file)
    {
        m_files.push_back(std::move(file));
        tryNext();
    }

private:
    void noteSkipped(const sources::FileListing& listing)
    {
        for (const auto& skipped : listing.skipped) {
            if (isListing(*skipped.source))
                addCandidate(*skipped.source, {}, Outcome::skipped(skipped.why));
        }
    }

    Candidate&
    addCandidate(const sources::SourceConfig& source, std::string location, const Outcome& outcome)
    {
        auto& candidates = m_found->search.candidates;
        Candidate candidate;
        candidate.source = source.id;
        candidate.location = std::move(location);
        candidate.origin = symbolicate::candidateOrigin(source);
        symbolicate::setOutcome(candidate, outcome);
        candidate.sequence = static_cast<std::uint32_t>(candidates.size());
        candidate.fileType =
            m_module.type == JvmModule::Type::Mapping ? "proguard" : "sourcebundle";
        return candidates.emplace_back(std::move(candidate));
    }

    /// Merges the places that sources list with the possible places in the other sources, in the
    /// order of the sources.
    std::vector<sources::RemoteFile> inOrder(std::vector<sources::RemoteFile> listed) const
    {
        const auto type = m_module.type == JvmModule::Type::Mapping
                              ? sources::FileType::Proguard
                              : sources::FileType::SourceBundle;
        std::vector<sources::RemoteFile> files;
        for (const auto& source : m_context->sources) {
            const bool isListed = isListing(*source);
            for (auto& file : listed) {
                if (isListed && file.source == source)
                    files.push_back(std::move(file));
            }
            if (isListed || sources::SourceFilter(source->filters, m_wanted).reasonAgainst(type))
                continue;
            for (auto& path : sources::jvmFilePaths(source->layout, type, m_module.id))
                files.push_back({source, type, std::move(path), std::nullopt});
        }
        return files;
    }

    void tryNext()
    {
        const bool isDecided = m_trial == FileTrial::FirstListed && m_next > 0 &&
                               isListing(*m_files[m_next - 1].source);
        if (isDecided || m_next == m_files.size())
            return end();
        const auto& file = m_files[m_next++];
        if (m_module.type == JvmModule::Type::Mapping)
            tryMapping(file);
        else
            tryBundle(file);
    }

    void end()
    {
        if (!m_found->search.error)
            m_found->search.error =
                Error{.kind = ErrorKind::NotFound, .detail = "no source has the file"};
        m_countdown->leave();
    }

    void tryMapping(const sources::RemoteFile& file)
    {
        auto raw = std::make_shared<MappingFileItem>(file, m_context->scope, m_services.downloader);
        auto item =
            std::make_shared<MappingItem>(std::move(raw), m_context->scope, m_services.limits);
        m_services.cache.fetch(
            std::move(item), m_context->fetch, m_context->stop,
            [self = shared_from_this()](cache::CacheAnswer<proguard::MappingCache> answer) {
                if (answer.value)
                    self->m_found->mapping = *answer.value;
                self->tried(answer.value ? std::nullopt : std::optional(answer.value.error()),
                            answer.trace);
            });
    }

    void tryBundle(const sources::RemoteFile& file)
    {
        auto item = std::make_shared<symbolicate::ObjectItem>(
            file, m_wanted, m_context->scope, m_services.downloader, m_services.limits);
        m_services.cache.fetch(std::move(item), m_context->fetch, m_context->stop,
                               [self = shared_from_this()](
                                   const cache::CacheAnswer<symbolicate::LoadedObject>& answer) {
                                   self->tried(self->takeBundle(answer), answer.trace);
                               });
    }

    std::optional<Error> takeBundle(const cache::CacheAnswer<symbolicate::LoadedObject>& answer)
    {
        if (!answer.value)
            return answer.value.error();
        m_found->bundle =
            std::dynamic_pointer_cast<const sourcebundle::SourceBundle>((*answer.value)->object);
        if (!m_found->bundle)
            return Error{.kind = ErrorKind::Unsupported, .detail = "no source bundle"};
        return std::nullopt;
    }

    void tried(std::optional<Error> error, const cache::CacheTrace& trace)
    {
        const auto& file = m_files[m_next - 1];
        auto& candidate =
            addCandidate(*file.source, file.uri(),
                         error ? Outcome::failed(*error) : Outcome::of(OutcomeKind::Used));
        symbolicate::setTrace(candidate, trace);
        candidate.layer = symbolicate::layerOf(trace, file);
        auto& first = m_found->search.error;
        if (!error) {
            candidate.download = DownloadStatus::Ok;
            first.reset();
            return m_countdown->leave();
        }
        // The error of the first file becomes the module's error.
        if (!first)
            first = std::move(error);
        tryNext();
    }

    const symbolicate::Services& m_services;
    const std::shared_ptr<const symbolicate::LookupContext> m_context;
    const JvmModule m_module;
    const FileTrial m_trial;
    const std::shared_ptr<Found> m_found;
    const std::shared_ptr<Countdown> m_countdown;
    sources::ObjectLookup m_wanted;
    std::vector<sources::RemoteFile> m_files;
    std::size_t m_next = 0;
};

void add(Found& found, EventFiles& files)
{
    if (found.mapping)
        files.mappings.push_back(std::move(found.mapping));
    if (found.bundle)
        files.bundles.push_back(std::move(found.bundle));
    files.searches.push_back(std::move(found.search));
}

/// Makes a file on this machine look like a place of a source.
sources::RemoteFile localMapping(const std::string& path)
{
    const auto slash = path.rfind('/');
    sources::SourceConfig source;
    source.id = kChosenMapping;
    source.where =
        sources::FolderSource{.path = slash == std::string::npos ? "." : path.substr(0, slash + 1)};
    return {.source = sources::makeSource(std::move(source)),
            .type = sources::FileType::Proguard,
            .path = path.substr(slash == std::string::npos ? 0 : slash + 1),
            .checksum = std::nullopt};
}

} // namespace

Result<EventFiles> findEventFiles(const symbolicate::Services& services,
                                  std::shared_ptr<const symbolicate::LookupContext> context,
                                  std::span<const JvmModule> modules,
                                  std::span<const std::string> chosenMappings,
                                  FileTrial trial)
{
    const auto total = chosenMappings.size() + modules.size();
    auto countdown = std::make_shared<Countdown>(total);
    std::vector<std::shared_ptr<Found>> found;
    const auto search = [&](const JvmModule& module) {
        found.push_back(std::make_shared<Found>());
        found.back()->search.module = module;
        return std::make_shared<ModuleSearch>(services, context, module, trial, found.back(),
                                              countdown);
    };
    for (const auto& path : chosenMappings)
        search(JvmModule())->begin(localMapping(path));
    for (const auto& module : modules)
        search(module)->begin();
    if (!countdown->wait(context->stop))
        return fail(ErrorKind::Cancelled, "no longer waited for");
    EventFiles files;
    for (const auto& one : found)
        add(*one, files);
    return files;
}

} // namespace faultline::jvm
