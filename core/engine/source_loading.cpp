// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/source_loading.h"

#include "core/sources/url.h"
#include "core/symbolicate/source/source_fitness.h"
#include "core/symbolicate/source/source_search.h"

#include <algorithm>
#include <iterator>

namespace faultline::engine {

namespace {

/// Where a text can be requested: at the link, then, with useLocalSources, at the sources' servers.
std::vector<symbolicate::SourcePlace> remotePlaces(const symbolicate::ResolvedModule& module,
                                                   const symbolicate::SymbolicateOptions& options,
                                                   const SourceSnapshot& answer)
{
    std::vector<symbolicate::SourcePlace> places;
    if (auto place = symbolicate::linkedPlace(answer.link, options.scraping))
        places.push_back(*std::move(place));
    if (options.useLocalSources && module.codeId)
        std::ranges::move(
            symbolicate::debuginfodPlaces(module.sources, *module.codeId, answer.path),
            std::back_inserter(places));
    return places;
}

void askRemote(const symbolicate::Services& services,
               const symbolicate::ResolvedModule& module,
               const symbolicate::RecordedFiles& recorded,
               const symbolicate::SymbolicateOptions& options,
               std::uint32_t line,
               const std::stop_token& stop,
               SourceSnapshot& answer)
{
    for (auto& place : remotePlaces(module, options, answer)) {
        if (!symbolicate::mayAsk(place, options.linkedSources)) {
            answer.tried.push_back(sources::withoutCredentials(place.url) +
                                   ": not asked, its host is not allowed");
            continue;
        }
        const auto fetched =
            symbolicate::fetchSources(services, {&place, 1}, module.sourceScope, {}, stop);
        const auto& file = fetched.front().value;
        const auto note = [&answer, &place](std::string_view outcome) {
            answer.tried.push_back(concat(sources::withoutCredentials(place.url), ": ", outcome));
        };
        if (!file) {
            note(file.error().describe());
            continue;
        }
        auto text = symbolicate::textFrom(place, answer.path, **file, recorded);
        if (const auto fits = symbolicate::checkFits(text, line); !fits) {
            note("not used: " + fits.error().detail);
            continue;
        }
        note("found");
        answer.value = std::move(text);
        return;
    }
}

/// A text that lies here and is too short is another version of the file.
void refuseShort(SourceSnapshot& answer, std::uint32_t line)
{
    if (!answer.value || symbolicate::hasLine(answer.value->text, line))
        return;
    answer.tried.push_back(concat(answer.value->location, ": not used: it has no line ", line));
    answer.value.reset();
}

} // namespace

SourceSnapshot loadSourceFile(const symbolicate::Services& services,
                              const symbolicate::ResolvedModule& module,
                              std::string path,
                              std::uint32_t line,
                              const symbolicate::SymbolicateOptions& options,
                              const std::stop_token& stop)
{
    const symbolicate::RecordedFiles recorded(module.symCache, module.ppdbCache);
    auto search =
        symbolicate::findSource(path, module.sourceObjects, recorded, options, services.limits);
    SourceSnapshot answer;
    answer.path = std::move(path);
    answer.value = std::move(search.found);
    answer.tried = std::move(search.tried);
    answer.link = std::move(search.link);
    answer.isRefused = search.isRefused;
    refuseShort(answer, line);
    // A server may have the text that was compiled where this machine has another.
    if (!answer.value || answer.value->isOther())
        askRemote(services, module, recorded, options, line, stop, answer);
    return answer;
}

SourceSnapshot loadStoredSource(const bundle::ReportBundle& stored, std::string path)
{
    SourceSnapshot answer;
    const auto found = std::ranges::find(stored.sources, path, &bundle::BundleSource::path);
    if (found == stored.sources.end())
        answer.tried.emplace_back("report bundle: not stored in this report");
    else
        answer.value = SourceText{.origin = SourceText::Origin::Bundle,
                                  .path = path,
                                  .location = "report bundle",
                                  .text = found->text,
                                  .checksumMatches = std::nullopt};
    answer.path = std::move(path);
    return answer;
}

} // namespace faultline::engine
