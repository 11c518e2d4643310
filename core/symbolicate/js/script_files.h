// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/items/services.h"
#include "core/symbolicate/js/artifact_answer.h"
#include "core/symbolicate/js/file_text.h"
#include "core/symbolicate/js/mapped_scripts.h"
#include "core/symbolicate/js/script_items.h"
#include "core/symbolicate/js/script_places.h"

#include <map>
#include <memory>
#include <set>

namespace faultline::js {

/// A file of a script that was looked for. Contains its text and what that says about its map, or
/// the reason why the file was not found.
struct FoundFile
{
    struct Content
    {
        FileTextPtr file = std::make_shared<const FileText>(ByteView()); ///< Not null.
        std::string mapUrl;   ///< Absolute; empty when there is no map or the text embeds it.
        FileTextPtr embedded; ///< The map in a `data:` URL; null when the text embeds no map.
        std::optional<Error> embeddedDamage; ///< Set when that cannot be decoded.
        std::optional<DebugId> debugId;      ///< From a comment.

        const ByteView& text() const { return file->bytes(); }
    };

    ScriptFileOrigin origin;
    std::string place{}; ///< For files of artifacts: identityOf() their source.
    ResolvedWith resolvedWith = ResolvedWith::Unknown;
    Result<Content> content = fail(ErrorKind::NotFound, "not looked for");
};

class LocalArtifacts;

/// Finds files of scripts for one event: in bundles, among individual artifacts, in local places
/// and on the web (docs/spec/javascript.md §4). Remembers what servers announced and what was
/// tried. Blocks; use it on one job thread.
class ScriptFiles
{
public:
    /// All arguments must outlive it.
    ScriptFiles(const symbolicate::Services& services,
                const ScriptEvent& event,
                const ScriptPlaces& places,
                const symbolicate::SymbolicateOptions& options,
                std::stop_token stop);
    ~ScriptFiles();

    FoundFile find(const ScriptFileKey& key);

    /// The same without asking any source or the web.
    std::optional<FoundFile> findOnThisMachine(const ScriptFileKey& key) { return findLocal(key); }

    /// Files that are looked for from now on belong to this script.
    void setScript(std::string absPath) { m_script = std::move(absPath); }

    std::vector<ScrapingAttempt> takeScrapingAttempts() { return std::move(m_attempts); }

    ScriptCandidates takeCandidates() { return std::move(m_candidates); }

private:
    struct OpenBundle
    {
        Result<ArtifactBundlePtr> bundle;
        ResolvedWith resolvedWith;
    };

    std::optional<FoundFile> findLocal(const ScriptFileKey& key);
    std::optional<FoundFile> findAnnounced(const ScriptFileKey& key);
    std::optional<FoundFile> findInBundles(const ScriptFileKey& key);
    std::optional<FoundFile> findByDebugId(const ScriptFileKey& key);
    std::optional<FoundFile> findByUrl(const ScriptFileKey& key);
    std::optional<FoundFile> findArtifact(const ScriptFileKey& key);
    /// Returns whether the answer announced anything new.
    bool ask(const ScriptFileKey& key);
    bool announce(const AnnouncedArtifact& artifact);
    RemoteScriptFile remoteFile(const AnnouncedArtifact& artifact) const;
    FoundFile scrape(const ScriptFileKey& key);
    void noteSkipped(const ScriptFileKey& key, Skip skip);
    void noteRefusal(const ScriptFileKey& key, const Error& refusal, bool isOfWeb);
    std::optional<ScrapingAttempt> refusalOf(const std::string& url) const;
    FoundFile download(const std::string& url);
    /// Where a file was looked for, and what became of it.
    void note(const ScriptFileKey& key, CandidateOrigin origin, std::string place, Outcome outcome);
    void noteArtifact(const ScriptFileKey& key, std::string place, Outcome outcome);

    const symbolicate::Services& m_services;
    const ScriptEvent& m_event;
    const ScriptPlaces& m_places;
    const symbolicate::SymbolicateOptions& m_options;
    std::stop_token m_stop;
    const std::string m_sentryIdentity; // Empty without a source.
    /// Keyed by URI. Bundles with greater URIs are searched first.
    std::map<std::string, OpenBundle, std::greater<>> m_bundles;
    std::map<std::string, AnnouncedArtifact> m_artifacts; // Keyed by path.
    std::vector<ScrapingAttempt> m_attempts;
    ScriptCandidates m_candidates;
    std::unique_ptr<LocalArtifacts> m_local; // Made when first needed.
    std::string m_script;
};

} // namespace faultline::js
