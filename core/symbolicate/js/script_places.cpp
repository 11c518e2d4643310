// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/script_places.h"

#include "core/sources/source_traits.h"
#include "core/symbolicate/options/module_files.h"

namespace faultline::js {

namespace {

void addChosenFiles(ScriptPlaces& places,
                    const Event& event,
                    const symbolicate::SymbolicateOptions& options)
{
    auto located = symbolicate::locateModuleFiles(event.modules, options.moduleFiles);
    located.insert(located.end(), options.locatedFiles.begin(), options.locatedFiles.end());
    for (const auto& file : located) {
        if (file.module < event.modules.size() && event.modules[file.module].codeFile)
            places.chosenFiles[*event.modules[file.module].codeFile] = file.path;
    }
}

} // namespace

ScriptPlaces placesOf(const std::vector<sources::SourceConfig>& sources,
                      const Event& event,
                      const symbolicate::SymbolicateOptions& options)
{
    ScriptPlaces places;
    for (const auto& source : sources) {
        const auto traits = sources::traitsOf(source);
        if (traits.lister != nullptr && !places.sentry) {
            places.sentry = *traits.lister;
            places.sourceId = source.id;
        }
    }
    places.local = symbolicate::localPlaces(sources, options);
    addChosenFiles(places, event, options);
    places.scraping = options.scraping;
    // The stack chose these hosts, just as a debug file chooses the hosts of its sources. A request
    // to a server says itself which hosts may be asked.
    const bool isForClient =
        options.answer == symbolicate::AnswerStyle::Compatible && !options.useLocalFiles;
    if (!options.linkedSources.anyHost && !isForClient)
        places.scraping.allowedOrigins = options.linkedSources.hosts;
    return places;
}

} // namespace faultline::js
