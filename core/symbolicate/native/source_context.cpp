// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/source_context.h"

#include "core/symbolicate/lookup/candidates.h"
#include "core/symbolicate/source/source_fitness.h"

#include <algorithm>
#include <set>
#include <utility>

namespace faultline::symbolicate {

namespace {

// Limits the texts kept in memory, because a bundle may unpack to far more.
constexpr std::size_t kMaxKnownBytes = 256u << 20;

std::uint32_t lastLineOf(const std::vector<Frame*>& frames)
{
    std::uint32_t last = 0;
    for (const Frame* frame : frames)
        last = std::max(last, frame->position.line.value_or(0));
    return last;
}

} // namespace

const RecordedFiles& SourceContext::recordedFiles(std::uint32_t module)
{
    const auto found = m_recorded.find(module);
    if (found != m_recorded.end())
        return *found->second;
    const auto& states = m_resolver.states();
    auto recorded = states.recordedFiles(module);
    if (!recorded)
        recorded = std::make_shared<const RecordedFiles>(states.symCache(module),
                                                         states.ppdbCache(module));
    return *m_recorded.try_emplace(module, std::move(recorded)).first->second;
}

const SourceContext::Known& SourceContext::known(std::uint32_t module, const std::string& path)
{
    const auto found = m_known.find(FileView(module, path));
    if (found != m_known.end())
        return found->second;
    if (m_knownBytes > kMaxKnownBytes) {
        m_known.clear();
        m_knownBytes = 0;
    }
    Known& entry = m_known[{module, path}];
    entry.search = findSource(path, m_resolver.states().sourceObjects(module),
                              recordedFiles(module), m_options, m_services.limits);
    if (entry.search.found) {
        m_knownBytes += entry.search.found->text.size();
        entry.lines.emplace(entry.search.found->text);
    }
    return entry;
}

void SourceContext::fill(Frame& frame, const SourceLines& lines, const SourceText& text)
{
    lines.apply(frame, *frame.position.line);
    if (text.origin == SourceText::Origin::SimilarInBundle)
        frame.note += concat(frame.note.empty() ? "" : "; ", "source text of a similar path, ",
                             text.location);
    if (text.isOther())
        frame.note += concat(frame.note.empty() ? "" : "; ", "source text at ", text.location,
                             " is not the one that was compiled");
}

void SourceContext::apply(std::vector<Frame>& frames)
{
    for (auto& frame : frames) {
        if (frame.module && frame.position.absPath && frame.position.line)
            applyTo(frame);
    }
}

void SourceContext::applyTo(Frame& frame)
{
    const Known& source = known(*frame.module, *frame.position.absPath);
    if (source.lines)
        fill(frame, *source.lines, *source.search.found);
    if (!source.search.link.empty())
        frame.position.link = source.search.link;
    if (!source.lines)
        awaitRemote(frame, source.search.link);
}

void SourceContext::searchAgain()
{
    const auto waiting = std::exchange(m_remote, {});
    for (const auto& [key, remote] : waiting) {
        m_known.erase(key);
        for (Frame* const frame : remote.frames)
            applyTo(*frame);
    }
}

void SourceContext::awaitRemote(Frame& frame, const std::string& link)
{
    if (link.empty() && !m_options.useLocalSources && !m_options.useLocalFiles)
        return; // No place can have it.
    const auto [entry, isNew] = m_remote.try_emplace({*frame.module, *frame.position.absPath});
    entry->second.frames.push_back(&frame);
    if (!isNew)
        return;
    auto& places = entry->second.places;
    if (auto place = linkedPlace(link, m_options.scraping))
        places.push_back(*std::move(place));
    // Symbolicator does not ask these servers, so ask them only on a developer's machine.
    if (m_options.useLocalSources) {
        for (auto& place : m_resolver.sourcePlaces(*frame.module, *frame.position.absPath))
            places.push_back(std::move(place));
    }
    std::erase_if(places,
                  [this](SourcePlace& place) { return !mayAsk(place, m_options.linkedSources); });
}

std::set<std::uint32_t> SourceContext::modulesWithoutText() const
{
    std::set<std::uint32_t> modules;
    for (const auto& [key, remote] : m_remote)
        modules.insert(key.first);
    return modules;
}

bool SourceContext::needsRemote() const
{
    return std::ranges::any_of(m_remote,
                               [](const auto& entry) { return !entry.second.places.empty(); });
}

void SourceContext::fetchRemote(const std::stop_token& stop)
{
    std::set<std::string> scopes;
    std::size_t rounds = 0;
    for (const auto& [key, remote] : m_remote) {
        rounds = std::max(rounds, remote.places.size());
        if (!remote.places.empty())
            scopes.insert(m_resolver.states().sourceScope(key.first));
    }
    for (std::size_t round = 0; round < rounds; ++round) {
        for (const auto& scope : scopes)
            fetchRound(round, scope, stop);
    }
}

/// Asks the next place of every open file at the same time. Files that are found are finished.
void SourceContext::fetchRound(std::size_t round,
                               const std::string& scope,
                               const std::stop_token& stop)
{
    std::vector<std::map<FileKey, Remote>::iterator> asked;
    std::vector<SourcePlace> places;
    for (auto entry = m_remote.begin(); entry != m_remote.end(); ++entry) {
        if (round >= entry->second.places.size() ||
            m_resolver.states().sourceScope(entry->first.first) != scope)
            continue;
        asked.push_back(entry);
        places.push_back(entry->second.places[round]);
    }
    const auto answers = fetchSources(m_services, places, scope, m_fetch, stop);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto& [module, path] = asked[i]->first;
        auto candidate = candidateOf(places[i], answers[i]);
        if (!answers[i].value) {
            m_resolver.addCandidates(module, {std::move(candidate)});
            continue;
        }
        const auto text = textFrom(places[i], path, **answers[i].value, recordedFiles(module));
        // As the reference does, a report takes a text whatever its checksum is.
        const auto fits = checkHasLine(text.text, lastLineOf(asked[i]->second.frames));
        if (!fits)
            setDownloadError(candidate, fits.error());
        m_resolver.addCandidates(module, {std::move(candidate)});
        if (!fits)
            continue;
        const SourceLines lines(text.text);
        for (Frame* frame : asked[i]->second.frames)
            fill(*frame, lines, text);
        asked[i]->second.places.clear();
    }
}

} // namespace faultline::symbolicate
