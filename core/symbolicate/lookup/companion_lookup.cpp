// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/companion_lookup.h"

#include "core/base/hash.h"
#include "core/base/hex.h"
#include "core/formats/debug/dwarf/split_units.h"
#include "core/formats/debug/elf/elf_companions.h"
#include "core/sources/companion_paths.h"
#include "core/sources/source_traits.h"
#include "core/symbolicate/lookup/candidates.h"
#include "core/symbolicate/lookup/file_lookup.h"
#include "core/symbolicate/lookup/local_file.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <set>

namespace faultline::symbolicate {

namespace {

using Kind = object::CompanionReference::Kind;

constexpr std::size_t kMaxFiles = 4096; ///< Limit for split debug info, per module.

/// The evidence that a file is the expected one.
struct Expectation
{
    Kind kind = Kind::AltLink;
    std::string identity; ///< Build id or CRC-32 as hex digits; not used for split files.
};

BuildIdentity compared(IdentityEvidence evidence, std::string found, const std::string& expected)
{
    if (found == expected)
        return {
            .verdict = IdentityVerdict::Fits, .evidence = evidence, .found = {}, .expected = {}};
    return {.verdict = IdentityVerdict::WrongBuild,
            .evidence = evidence,
            .found = std::move(found),
            .expected = expected};
}

/// Tells whether a file is the expected one.
BuildIdentity identityOf(const object::Object& object, const Expectation& expected)
{
    switch (expected.kind) {
    case Kind::AltLink:
        return compared(IdentityEvidence::BuildId, elf::supplementaryIdOf(object),
                        expected.identity);
    case Kind::DebugLink:
        return compared(IdentityEvidence::Checksum, hexDigits(crc32(object.bytes().span()), 8),
                        expected.identity);
    default:
        return {.verdict = dwarf::splitUnitIdsOf(object).empty() ? IdentityVerdict::WrongBuild
                                                                 : IdentityVerdict::Fits,
                .evidence = IdentityEvidence::SplitUnits,
                .found = {},
                .expected = {}};
    }
}

bool exists(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

/// What needsCompanions() and the search itself look at.
ObjectMeta metaOf(const object::Object& object)
{
    ObjectMeta meta;
    meta.features = object.features();
    meta.companions = object.companions();
    return meta;
}

/// All fetches of one look-up. Keeps itself alive until the last answer has arrived.
class CompanionSearch : public std::enable_shared_from_this<CompanionSearch>
{
public:
    CompanionSearch(const Services& services,
                    std::shared_ptr<const LookupContext> context,
                    const FoundObject& object,
                    std::optional<std::string> recordedProgram,
                    std::move_only_function<void(CompanionFiles)> done)
        : m_services(services), m_context(std::move(context)), m_object(object.meta),
          m_objectFile(object.item->file()), m_done(std::move(done)),
          m_recordedProgram(std::move(recordedProgram)), m_reach(firstReach())
    {
    }

    /// Lists the places first, because some sources must be asked which files they have.
    void begin()
    {
        m_files.clear();
        m_answers.clear();
        m_supplementary.clear();
        const auto local = m_objectFile.localPath();
        m_objectPath = local ? local->string() : std::string();
        for (const auto& reference : m_object.companions) {
            if (reference.kind == Kind::AltLink)
                m_supplementary.push_back({reference, {}});
        }
        m_open = m_supplementary.size() + 1; // One is for this call.
        for (auto& wanted : m_supplementary)
            listFilesOf(m_services, narrowedTo(m_reach, m_context),
                        lookupByBuildId(wanted.reference.identity), kElfTypes,
                        [self = shared_from_this(), &wanted](sources::FileListing listing) {
                            wanted.files = std::move(listing.files);
                            self->listed();
                        });
        listed();
    }

private:
    struct Missing
    {
        std::size_t count = 0;
        std::string first;

        void add(const std::string& name)
        {
            if (count++ == 0)
                first = name;
        }
    };

    struct Wanted
    {
        std::shared_ptr<ObjectItem> item;
        Expectation expected;
    };

    /// A supplementary file and its possible places in the sources.
    struct Supplementary
    {
        object::CompanionReference reference;
        std::vector<sources::RemoteFile> files;
    };

    static constexpr std::array kElfTypes{sources::FileType::ElfDebug, sources::FileType::ElfCode};

    static sources::ObjectLookup lookupByBuildId(const std::string& id)
    {
        return {.type = sources::LookupType::Elf,
                .codeId = CodeId::parse(id),
                .codeFile = {},
                .debugId = {},
                .debugFile = {},
                .debugChecksum = {}};
    }

    /// Looking for local files touches the disk, so it belongs on the I/O pool.
    void listed()
    {
        if (m_open.fetch_sub(1, std::memory_order_acq_rel) == 1)
            m_services.io.post([self = shared_from_this()] { self->fetchAll(); });
    }

    void fetchAll()
    {
        addSupplementary();
        addSplit();
        addDebugLink();
        // The last answer may start another round, so m_files must not be used after it.
        const auto count = m_files.size();
        m_answers.resize(count);
        m_open = count;
        if (count == 0)
            finish();
        for (std::size_t i = 0; i < count; ++i)
            fetch(i);
    }

    void
    add(sources::RemoteFile file, const sources::ObjectLookup& lookup, const Expectation& expected)
    {
        const auto place = concat(file.source->id, "\n", file.uri(), "\n", file.placeIdentity());
        if (!m_places.insert(place).second)
            return;
        auto item = std::make_shared<ObjectItem>(std::move(file), lookup, m_context->scope,
                                                 m_services.downloader, m_services.limits);
        m_files.push_back({std::move(item), expected});
    }

    /// Adds local places only if they have a file, because nobody configured them.
    void addLocal(const std::vector<std::string>& paths, const Expectation& expected)
    {
        for (const std::filesystem::path path : paths) {
            if (!path.is_absolute() || !exists(path.string()))
                continue;
            add(localFile(path, sources::SourceOrigin::RecordedPath, sources::FileType::ElfDebug),
                {}, expected);
        }
    }

    /// Folders need no network, so even thousands of split units cost no request.
    void addFromFolders(const std::vector<sources::SourcePtr>& folders,
                        const std::string& codeId,
                        const Expectation& expected)
    {
        const auto lookup = lookupByBuildId(codeId);
        auto listing = sources::listRemoteFiles(folders, lookup, kElfTypes, &m_services.folders,
                                                m_context->stop);
        for (auto& file : listing.files)
            add(std::move(file), lookup, expected);
    }

    void addSupplementary()
    {
        for (auto& [reference, files] : m_supplementary) {
            const Expectation expected{Kind::AltLink, reference.identity};
            for (auto& file : files)
                add(std::move(file), lookupByBuildId(reference.identity), expected);
            if (!m_objectPath.empty())
                addLocal(sources::supplementaryPaths(m_objectPath, reference.name), expected);
        }
    }

    void addSplit()
    {
        const auto isSplit = [](const object::CompanionReference& r) {
            return r.kind == Kind::SplitDwarf;
        };
        if (std::ranges::none_of(m_object.companions, isSplit))
            return;
        const Expectation expected{Kind::SplitDwarf, {}};
        for (const auto& path : sources::splitPackagePaths(m_objectFile.path)) {
            auto file = m_objectFile;
            file.path = path;
            add(std::move(file), {}, expected);
        }
        addPackagesOfProgram(expected);
        std::vector<sources::SourcePtr> folders;
        std::ranges::copy_if(
            m_context->sources, std::back_inserter(folders),
            [](const sources::SourcePtr& source) { return sources::isScanned(*source); });
        for (const auto& reference : m_object.companions) {
            if (!isSplit(reference) || m_files.size() >= kMaxFiles ||
                m_context->stop.stop_requested())
                continue;
            addFromFolders(folders, reference.identity, expected);
            if (!m_objectPath.empty())
                addLocal(sources::splitUnitPaths(m_objectPath, reference.name), expected);
        }
    }

    /// A package may lie beside the program although the debug file lies elsewhere.
    void addPackagesOfProgram(const Expectation& expected)
    {
        if (m_context->useRecordedPaths && m_recordedProgram)
            addLocal(sources::splitPackagePaths(*m_recordedProgram), expected);
        if (!m_linkingPath.empty())
            addLocal(sources::splitPackagePaths(m_linkingPath), expected);
    }

    void addDebugLink()
    {
        if (m_object.features.hasDebugInfo || m_objectPath.empty())
            return;
        for (const auto& reference : m_object.companions) {
            if (reference.kind == Kind::DebugLink)
                addLocal(sources::debugLinkPaths(m_objectPath, reference.name),
                         {Kind::DebugLink, reference.identity});
        }
    }

    void fetch(std::size_t index)
    {
        m_services.cache.fetch(
            m_files[index].item, m_context->fetch, m_context->stop,
            [self = shared_from_this(), index](cache::CacheAnswer<LoadedObject> answer) {
                self->m_answers[index].emplace(std::move(answer));
                if (self->m_open.fetch_sub(1, std::memory_order_acq_rel) == 1)
                    self->finish();
            });
    }

    /// Checks one answer and keeps the file if it belongs to the object.
    void take(std::size_t index)
    {
        const auto& wanted = m_files[index];
        const auto& answer = *m_answers[index];
        Candidate candidate;
        candidate.source = wanted.item->file().source->id;
        candidate.location = wanted.item->file().uri();
        candidate.origin = candidateOrigin(*wanted.item->file().source);
        candidate.fileType = sources::fileTypeName(wanted.item->file().type);
        candidate.sequence = static_cast<std::uint32_t>(m_result.candidates.size());
        setTrace(candidate, answer.trace);
        if (answer.value) {
            const object::Object& object = *(*answer.value)->object;
            candidate.download = DownloadStatus::Ok;
            candidate.features = object.features();
            candidate.sizeBytes = object.bytes().size();
            candidate.foundCodeId = object.codeId();
            candidate.identity = identityOf(object, wanted.expected);
            if (!candidate.identity.isWrongBuild())
                keep(wanted, object);
        } else {
            setDownloadError(candidate, answer.value.error());
        }
        m_result.candidates.push_back(std::move(candidate));
    }

    void keep(const Wanted& wanted, const object::Object& object)
    {
        switch (wanted.expected.kind) {
        case Kind::DebugLink:
            if (!m_result.debugLinked) {
                m_result.debugLinked = wanted.item;
                m_linked = metaOf(object);
            }
            return;
        case Kind::AltLink:
            if (!m_foundIds.insert(wanted.expected.identity).second)
                return;
            break;
        default: {
            bool isNew = false;
            for (const auto& id : dwarf::splitUnitIdsOf(object))
                isNew |= m_foundIds.insert(id).second;
            if (!isNew)
                return;
        }
        }
        m_result.files.push_back(wanted.item);
    }

    void noteMissing()
    {
        Missing units;
        Missing objectFiles;
        for (const auto& reference : m_object.companions) {
            if (reference.kind == Kind::ObjectFile)
                objectFiles.add(reference.name);
            else if (m_foundIds.contains(reference.identity))
                continue;
            else if (reference.kind == Kind::AltLink)
                m_result.notes.push_back(concat("supplementary debug file missing: ",
                                                reference.name, " with id ", reference.identity));
            else if (reference.kind == Kind::SplitDwarf)
                units.add(reference.name);
        }
        if (units.count != 0)
            m_result.notes.push_back(concat("split debug info missing for ", units.count,
                                            " units, such as ", units.first));
        if (objectFiles.count != 0)
            m_result.notes.push_back(concat("debug info was left in ", objectFiles.count,
                                            " object files, such as ", objectFiles.first,
                                            "; dsymutil makes a dSYM of them"));
    }

    Reach firstReach() const { return m_context->localFirst ? Reach::ThisMachine : Reach::All; }

    /// Another round, for supplementary files that this machine does not have.
    bool askElsewhere()
    {
        const bool isComplete = std::ranges::all_of(m_supplementary, [this](const auto& wanted) {
            return m_foundIds.contains(wanted.reference.identity);
        });
        if (m_reach != Reach::ThisMachine || isComplete || m_context->stop.stop_requested())
            return false;
        m_reach = Reach::Elsewhere;
        begin();
        return true;
    }

    /// The file that a debug link names may need companions itself.
    bool followLink()
    {
        if (!m_linked)
            return false;
        m_linkingPath = std::exchange(m_objectPath, {});
        m_object = *std::exchange(m_linked, std::nullopt);
        m_objectFile = m_result.debugLinked->file();
        m_reach = firstReach();
        if (!needsCompanions(m_object) || !m_object.features.hasDebugInfo)
            return false;
        begin();
        return true;
    }

    void finish()
    {
        for (std::size_t i = 0; i < m_files.size(); ++i)
            take(i);
        if (askElsewhere() || followLink())
            return;
        noteMissing();
        m_done(std::move(m_result));
    }

    const Services& m_services;
    std::shared_ptr<const LookupContext> m_context;
    ObjectMeta m_object;
    sources::RemoteFile m_objectFile;
    std::move_only_function<void(CompanionFiles)> m_done;
    const std::optional<std::string> m_recordedProgram;
    std::string m_objectPath;  // Empty unless the object is a local file.
    std::string m_linkingPath; // Path of the file whose debug link led to the object.
    std::optional<ObjectMeta> m_linked;
    Reach m_reach;
    std::vector<Supplementary> m_supplementary; // Each listing is written once, like the answers.
    std::vector<Wanted> m_files;
    std::set<std::string> m_places; // The places of m_files.
    std::set<std::string> m_foundIds;
    CompanionFiles m_result;
    std::vector<std::optional<cache::CacheAnswer<LoadedObject>>>
        m_answers; // Each answer is written once. They are read after m_open has reached zero.
    std::atomic<std::size_t> m_open{0};
};

} // namespace

bool needsCompanions(const ObjectMeta& object)
{
    return std::ranges::any_of(object.companions, [&](const object::CompanionReference& reference) {
        const bool standsIn =
            reference.kind == Kind::DebugLink || reference.kind == Kind::ObjectFile;
        return !standsIn || !object.features.hasDebugInfo;
    });
}

void findCompanions(const Services& services,
                    std::shared_ptr<const LookupContext> context,
                    const FoundObject& object,
                    const std::optional<std::string>& recordedProgram,
                    std::move_only_function<void(CompanionFiles)> done)
{
    std::make_shared<CompanionSearch>(services, std::move(context), object, recordedProgram,
                                      std::move(done))
        ->begin();
}

} // namespace faultline::symbolicate
