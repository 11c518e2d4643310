#include "core/engine/source_loading.h"

#include "core/symbolicate/source/source_search.h"

#include "core/sources/url.h"

#include <algorithm>
#include <iterator>

namespace faultline {

namespace {

/// Where a text can be asked for: behind the link, then, where a developer works, at the servers of
/// sources.
std::vector<SourcePlace> remotePlaces(const ResolvedModule& module,
                                      const SymbolicateOptions& options,
                                      const SourceSnapshot& answer)
{
    std::vector<SourcePlace> places;
    if (auto place = linkedPlace(answer.link, options.scraping))
        places.push_back(*std::move(place));
    if (options.useLocalSources && module.codeId)
        std::ranges::move(debuginfodPlaces(module.sources, *module.codeId, answer.path),
                          std::back_inserter(places));
    return places;
}

void askRemote(const Services& services,
               const ResolvedModule& module,
               const RecordedFiles& recorded,
               const SymbolicateOptions& options,
               const std::stop_token& stop,
               SourceSnapshot& answer)
{
    for (auto& place : remotePlaces(module, options, answer)) {
        if (!mayAsk(place, options.linkedSources)) {
            answer.tried.push_back(place.url + ": not asked, its host is not allowed");
            continue;
        }
        const auto fetched = fetchSources(services, {&place, 1}, module.sourceScope, {}, stop);
        const auto& text = fetched.front().value;
        answer.tried.push_back(concat(withoutCredentials(place.url), ": ",
                                      text ? "found" : text.error().describe()));
        if (!text)
            continue;
        answer.value = textFrom(place, answer.path, **text, recorded);
        return;
    }
}

} // namespace

SourceSnapshot loadSourceFile(const Services& services,
                              const ResolvedModule& module,
                              std::string path,
                              const SymbolicateOptions& options,
                              const std::stop_token& stop)
{
    const RecordedFiles recorded(module.symCache, module.ppdbCache);
    auto search = findSource(path, module.sourceObjects, recorded, options, services.limits);
    SourceSnapshot answer;
    answer.path = std::move(path);
    answer.value = std::move(search.found);
    answer.tried = std::move(search.tried);
    answer.link = std::move(search.link);
    if (!answer.value)
        askRemote(services, module, recorded, options, stop, answer);
    return answer;
}

} // namespace faultline
