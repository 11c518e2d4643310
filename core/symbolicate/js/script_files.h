#pragma once

#include "core/symbolicate/items/services.h"
#include "core/symbolicate/js/artifact_answer.h"
#include "core/symbolicate/js/script_items.h"
#include "core/symbolicate/js/script_options.h"
#include "core/symbolicate/js/script_report.h"

#include <map>
#include <memory>
#include <set>

namespace faultline::js {

/// A file of a script that was looked for: its text and what it says of its map, or why there is
/// none.
struct FoundFile
{
    struct Content
    {
        ByteView text;
        std::string mapUrl;                  ///< Absolute; empty: none, or embedded.
        std::optional<std::string> embedded; ///< The map's text in a `data:` URL.
        std::optional<DebugId> debugId;      ///< Of a comment.
    };

    ScriptFileOrigin origin;
    ResolvedWith resolvedWith = ResolvedWith::Unknown;
    Result<Content> content = fail(ErrorKind::NotFound, "not looked for");
};

/// That scraping is switched off, as an error.
inline constexpr std::string_view kScrapingDisabled = "Scraping disabled";

class LocalArtifacts;

/// Finds files of scripts for one event: in bundles, among individual artifacts, in local places,
/// on the web (docs/spec/javascript.md §4). Keeps what was announced and what was tried. One job
/// thread uses it; it waits.
class ScriptFiles
{
public:
    /// Services, event and options outlive it.
    ScriptFiles(const symbolicate::Services& services,
                const ScriptEvent& event,
                const ScriptOptions& options,
                std::stop_token stop);
    ~ScriptFiles();

    FoundFile find(const ScriptFileKey& key);

    std::vector<ScrapingAttempt> takeScrapingAttempts() { return std::move(m_attempts); }

    std::vector<ScriptCandidate> takeCandidates() { return std::move(m_candidates); }

private:
    struct OpenBundle
    {
        Result<ArtifactBundlePtr> bundle;
        ResolvedWith resolvedWith;
    };

    std::optional<FoundFile> findAnnounced(const ScriptFileKey& key);
    std::optional<FoundFile> findInBundles(const ScriptFileKey& key);
    std::optional<FoundFile> findByDebugId(const ScriptFileKey& key);
    std::optional<FoundFile> findByUrl(const ScriptFileKey& key);
    std::optional<FoundFile> findArtifact(const ScriptFileKey& key);
    /// Whether the answer announced anything new.
    bool ask(const ScriptFileKey& key);
    bool announce(const AnnouncedArtifact& artifact);
    RemoteScriptFile remoteFile(const AnnouncedArtifact& artifact) const;
    FoundFile scrape(const ScriptFileKey& key);
    std::optional<ScrapingAttempt> refusalOf(const std::string& url) const;
    FoundFile download(const std::string& url);
    void note(const ScriptFileKey& key, std::string place, std::string outcome);

    const symbolicate::Services& m_services;
    const ScriptEvent& m_event;
    const ScriptOptions& m_options;
    std::stop_token m_stop;
    /// By URI; later ones are looked into first.
    std::map<std::string, OpenBundle, std::greater<>> m_bundles;
    std::map<std::string, AnnouncedArtifact> m_artifacts; // By path.
    std::vector<ScrapingAttempt> m_attempts;
    std::vector<ScriptCandidate> m_candidates;
};

} // namespace faultline::js
