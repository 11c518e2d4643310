#include "core/engine/source_loading.h"

namespace faultline {

namespace {

void followLink(const Services& services,
                const ResolvedModule& module,
                const RecordedFiles& recorded,
                const SymbolicateOptions& options,
                const std::stop_token& stop,
                SourceSnapshot& answer)
{
    auto place = linkedPlace(answer.link, options.scraping);
    if (!place)
        return;
    if (!mayAsk(*place, options.linkedSources)) {
        answer.tried.push_back(place->url + ": not asked, its host is not allowed");
        return;
    }
    const auto fetched = fetchSources(services, {&*place, 1}, module.sourceScope, {}, stop);
    const auto& text = fetched.front().value;
    answer.tried.push_back(concat(place->url, ": ", text ? "found" : text.error().describe()));
    if (text)
        answer.value = textFrom(*place, answer.path, **text, recorded);
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
        followLink(services, module, recorded, options, stop, answer);
    return answer;
}

} // namespace faultline
