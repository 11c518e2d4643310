// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/script_files.h"

#include "core/base/blocking.h"
#include "core/base/text.h"
#include "core/net/download/sentry_listing.h"
#include "core/sources/source.h"
#include "core/sources/url.h"
#include "core/symbolicate/js/bundled_file.h"
#include "core/symbolicate/js/file_content.h"
#include "core/symbolicate/js/local_artifacts.h"
#include "core/symbolicate/js/script_paths.h"
#include "core/symbolicate/lookup/candidates.h"

#include <future>

namespace faultline::js {

namespace {

std::string_view fileTypeName(ScriptFileKey::Kind kind)
{
    switch (kind) {
    case ScriptFileKey::Kind::MinifiedSource: return "script";
    case ScriptFileKey::Kind::SourceMap: return "source_map";
    case ScriptFileKey::Kind::Source: return "source";
    }
    return {};
}

} // namespace

ScriptFiles::ScriptFiles(const symbolicate::Services& services,
                         const ScriptEvent& event,
                         const ScriptPlaces& places,
                         const symbolicate::SymbolicateOptions& options,
                         std::stop_token stop)
    : m_services(services), m_event(event), m_places(places), m_options(options),
      m_stop(std::move(stop)),
      m_sentryIdentity(places.sentry ? sources::identityOf(*places.sentry) : std::string())
{
}

ScriptFiles::~ScriptFiles() = default;

void ScriptFiles::note(const ScriptFileKey& key,
                       CandidateOrigin origin,
                       std::string place,
                       Outcome outcome)
{
    auto& candidates = m_candidates[m_script];
    Candidate candidate;
    candidate.source = std::move(place);
    candidate.location = key.path.value_or(key.debugId ? key.debugId->canonical() : std::string());
    candidate.origin = origin;
    symbolicate::setOutcome(candidate, outcome);
    candidate.sequence = static_cast<std::uint32_t>(candidates.size());
    candidate.fileType = fileTypeName(key.kind);
    candidates.push_back(std::move(candidate));
}

void ScriptFiles::noteArtifact(const ScriptFileKey& key, std::string place, Outcome outcome)
{
    note(key, CandidateOrigin::Artifacts, std::move(place), std::move(outcome));
}

std::optional<FoundFile> ScriptFiles::findLocal(const ScriptFileKey& key)
{
    const bool hasPlaces = !m_places.local.empty() || !m_places.chosenFiles.empty();
    if (!hasPlaces && !m_options.useLocalFiles)
        return std::nullopt;
    if (!m_local)
        m_local = std::make_unique<LocalArtifacts>(m_places, m_options.useLocalFiles,
                                                   m_services.limits, m_stop);
    return m_local->find(key, m_script, [&](std::string place, Outcome outcome) {
        note(key, CandidateOrigin::LocalArtifacts, std::move(place), std::move(outcome));
    });
}

FoundFile ScriptFiles::find(const ScriptFileKey& key)
{
    if (auto local = findLocal(key))
        return *std::move(local);
    auto found = findAnnounced(key);
    if (!found && ask(key))
        found = findAnnounced(key);
    if (!found)
        return scrape(key);
    if (key.path)
        m_attempts.push_back({.url = *key.path, .details = {}});
    return *std::move(found);
}

std::optional<FoundFile> ScriptFiles::findAnnounced(const ScriptFileKey& key)
{
    if (auto found = findInBundles(key))
        return found;
    return findArtifact(key);
}

std::optional<FoundFile> ScriptFiles::findInBundles(const ScriptFileKey& key)
{
    if (key.debugId) {
        if (auto found = findByDebugId(key))
            return found;
    }
    return key.path ? findByUrl(key) : std::nullopt;
}

std::optional<FoundFile> ScriptFiles::findByDebugId(const ScriptFileKey& key)
{
    for (const auto& [uri, open] : m_bundles) {
        if (!open.bundle)
            continue;
        const auto file = (*open.bundle)->byDebugId(*key.debugId, bundleTypeOf(key.kind));
        noteArtifact(key, concat("debug id in bundle ", uri),
                     Outcome::of(file ? OutcomeKind::Found : OutcomeKind::NotListed));
        if (file)
            return bundledFile({.uri = uri, .place = m_sentryIdentity}, **open.bundle, *file, key,
                               ResolvedWith::DebugId);
    }
    return std::nullopt;
}

std::optional<FoundFile> ScriptFiles::findByUrl(const ScriptFileKey& key)
{
    for (const auto& url : candidateUrls(*key.path)) {
        for (const auto& [uri, open] : m_bundles) {
            if (!open.bundle)
                continue;
            const auto file = (*open.bundle)->byUrl(url);
            noteArtifact(key, concat(url, " in bundle ", uri),
                         Outcome::of(file ? OutcomeKind::Found : OutcomeKind::NotListed));
            if (file)
                return bundledFile({.uri = uri, .place = m_sentryIdentity}, **open.bundle, *file,
                                   key, open.resolvedWith);
        }
    }
    return std::nullopt;
}

std::optional<FoundFile> ScriptFiles::findArtifact(const ScriptFileKey& key)
{
    if (!key.path)
        return std::nullopt;
    const AnnouncedArtifact* artifact = nullptr;
    for (const auto& url : candidateUrls(*key.path)) {
        const auto known = m_artifacts.find(url);
        if (known != m_artifacts.end() && artifact == nullptr)
            artifact = &known->second;
    }
    if (artifact == nullptr)
        return std::nullopt;
    auto remote = remoteFile(*artifact);
    const auto uri = remote.uri;
    auto item = std::make_shared<ScriptFileItem>(std::move(remote), m_options.scope,
                                                 m_services.downloader, m_services.limits);
    const auto file =
        m_services.cache.fetch(std::move(item), m_stop, {.bypassNegative = m_options.retryFailed})
            .wait(m_stop);
    noteArtifact(key, concat("artifact ", artifact->absPath, " at ", uri), outcomeOf(file));
    FoundFile found{
        .origin = {.kind = ScriptFileOrigin::Kind::IndividualFile, .uri = uri, .key = {}},
        .place = m_sentryIdentity,
        .resolvedWith = artifact->resolvedWith};
    // Bytecode is uploaded as an empty file. Only its headers distinguish it from a missing file.
    const bool isEmpty =
        file ? (**file)->bytes().empty() : file.error().kind == ErrorKind::NotFound;
    if (isEmpty && artifact->headers.empty())
        found.content = fail(ErrorKind::NotFound, "the artifact is empty");
    else if (!file && !isEmpty)
        found.content = std::unexpected(file.error());
    else
        found.content = readContent(isEmpty ? std::make_shared<const FileText>(ByteView()) : **file,
                                    *key.path, artifact->headers, false);
    if (found.content)
        found.content->debugId = found.content->file->debugId();
    return found;
}

bool ScriptFiles::ask(const ScriptFileKey& key)
{
    if (!m_places.sentry)
        return false;
    const auto url = artifactLookupUrl(*m_places.sentry, key, m_event.release, m_event.dist);
    if (!url || !*url) {
        if (!url)
            noteArtifact(key, "artifact look-up", Outcome::failed(url.error()));
        return false;
    }
    using Answer = Result<net::SentryAnswers::Text>;
    const auto promise = std::make_shared<std::promise<Answer>>();
    m_services.downloader.access().ask(
        *m_places.sentry, **url,
        m_options.retryFailed ? net::SentryAnswers::Reuse::No : net::SentryAnswers::Reuse::Allowed,
        m_stop, [promise](Answer text) { promise->set_value(std::move(text)); });
    const auto text = [&] {
        const BlockingScope blocking;
        return promise->get_future().get();
    }();
    const auto answer =
        text ? parseArtifactAnswer(**text) : Result<ArtifactAnswer>(std::unexpected(text.error()));
    if (!answer) {
        noteArtifact(key, "artifact look-up", Outcome::failed(answer.error()));
        return false;
    }
    noteArtifact(key, "artifact look-up", Outcome::announced(answer->artifacts.size()));
    bool isNew = false;
    for (const auto& artifact : answer->artifacts)
        isNew = announce(artifact) || isNew;
    return isNew;
}

bool ScriptFiles::announce(const AnnouncedArtifact& artifact)
{
    if (artifact.kind == AnnouncedArtifact::Kind::File)
        return m_artifacts.try_emplace(artifact.absPath, artifact).second;
    auto remote = remoteFile(artifact);
    const auto uri = remote.uri;
    if (m_bundles.contains(uri))
        return false;
    auto item = std::make_shared<BundleItem>(std::move(remote), m_options.scope,
                                             m_services.downloader, m_services.limits);
    const auto bundle =
        m_services.cache.fetch(std::move(item), m_stop, {.bypassNegative = m_options.retryFailed})
            .wait(m_stop);
    if (!bundle)
        noteArtifact({}, concat("bundle ", uri), Outcome::failed(bundle.error()));
    m_bundles.emplace(uri, OpenBundle{.bundle = bundle ? Result<ArtifactBundlePtr>(**bundle)
                                                       : std::unexpected(bundle.error()),
                                      .resolvedWith = artifact.resolvedWith});
    return true;
}

RemoteScriptFile ScriptFiles::remoteFile(const AnnouncedArtifact& artifact) const
{
    const auto& source = *m_places.sentry;
    RemoteScriptFile file;
    file.source = m_places.sourceId;
    file.uri = concat("sentry://project_debug_file/", artifact.id);
    // The server that was asked says what an id is, wherever it lets us fetch it.
    file.place = m_sentryIdentity;
    file.target.url = artifact.url.empty() ? net::sentryFileUrl(source, artifact.id) : artifact.url;
    file.target.headers = net::sentryCredentials(source, file.target.url);
    // Self-hosted servers stand in private networks. Other hosts that they name get no exception.
    file.target.ignoreAddressFilter = !file.target.headers.empty();
    return file;
}

} // namespace faultline::js
