// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/symbol_search.h"

#include "core/base/text.h"
#include "core/engine/address_names.h"
#include "core/engine/place_text.h"
#include "core/engine/symbol_pattern.h"
#include "core/formats/names/demangle.h"
#include "core/symbolicate/native/native_caches.h"
#include "core/symcache/symcache.h"

namespace faultline::engine {

namespace {

constexpr std::uint32_t kFunctionsBetweenStops = 512;

using symcache::SymCache;
using symcache::SymFunction;

std::string_view fileNameOf(const EventModule& module)
{
    const auto& path = module.codeFile ? module.codeFile : module.debugFile;
    return path ? baseName(*path) : std::string_view();
}

SymbolHit hitOf(const Event& event, std::uint32_t module, const SymFunction& function)
{
    return {.name = demangling::demangle(function.name, function.language),
            .module = module,
            .address = event.modules[module].address + function.entry,
            .moduleOffset = function.entry};
}

std::optional<SymbolHit>
functionHit(const Event& event, std::uint32_t module, const SymCache& symbols, std::uint32_t index)
{
    const auto function = symbols.function(index);
    return function ? std::optional(hitOf(event, module, *function)) : std::nullopt;
}

/// Of a function in parts, the one with its entry counts.
bool fits(const SymbolPattern& pattern, const SymFunction& function)
{
    return !function.name.empty() && function.begin == function.entry &&
           pattern.mayFit(function.name, function.language) &&
           pattern.fitsName(demangling::demangle(function.name, function.language));
}

void searchModule(const Event& event,
                  std::uint32_t module,
                  const SymCache& symbols,
                  const SymbolPattern& pattern,
                  std::uint32_t most,
                  SymbolsAnswer& answer,
                  const std::stop_token& stop)
{
    const auto before = answer.hits.size();
    for (std::uint32_t i = 0; i < symbols.functionCount(); ++i) {
        if (i % kFunctionsBetweenStops == 0 && stop.stop_requested())
            return;
        const auto function = symbols.function(i);
        if (!function || !fits(pattern, *function))
            continue;
        answer.hasMore = answer.hits.size() >= most;
        if (answer.hasMore)
            break;
        answer.hits.push_back(hitOf(event, module, *function));
    }
    if (!symbols.isIntact())
        answer.hits.resize(before); // Somebody cut the file, so its names may be wrong.
}

/// The index of the first function that begins after the address. Functions are ascending by begin.
std::uint32_t firstAfter(const SymCache& symbols, std::uint64_t address)
{
    std::uint32_t first = 0;
    for (std::uint32_t length = symbols.functionCount(); length > 0;) {
        const std::uint32_t half = length / 2;
        const auto middle = symbols.function(first + half);
        const bool isBefore = middle && middle->begin <= address;
        first = isBefore ? first + half + 1 : first;
        length = isBefore ? length - half - 1 : half;
    }
    return first;
}

void findNeighbours(const Event& event, const SymCache& symbols, PlaceAnswer& answer)
{
    const auto module = *answer.module;
    const auto next = firstAfter(symbols, answer.moduleOffset);
    const auto inside = symbols.functionAt(answer.moduleOffset);
    if (inside)
        answer.before = hitOf(event, module, *inside);
    else if (next > 0)
        answer.before = functionHit(event, module, symbols, next - 1);
    answer.isInFunction = inside.has_value();
    answer.after = functionHit(event, module, symbols, next);
    if (symbols.isIntact())
        return;
    answer.isInFunction = false;
    answer.before.reset();
    answer.after.reset();
}

} // namespace

SymbolsAnswer findSymbols(const EventFindings& findings,
                          const SymbolsQuestion& question,
                          const std::stop_token& stop)
{
    SymbolsAnswer answer;
    if (!findings.event || !findings.modules)
        return answer;
    answer.state = SymbolsAnswer::State::Known;
    const SymbolPattern pattern(question.pattern);
    const auto& modules = findings.event->modules;
    for (std::uint32_t i = 0; i < modules.size(); ++i) {
        if (!pattern.fitsModule(fileNameOf(modules[i])))
            continue;
        const auto symbols =
            i < findings.modules->size() ? (*findings.modules)[i].symCache : nullptr;
        ++(symbols ? answer.modulesSearched : answer.modulesWithout);
        if (symbols && !answer.hasMore)
            searchModule(*findings.event, i, *symbols, pattern, question.most, answer, stop);
        if (stop.stop_requested())
            return {};
    }
    return answer;
}

PlaceAnswer
findPlace(EngineServices& services, const EventFindings& findings, const PlaceQuestion& question)
{
    PlaceAnswer answer;
    if (!findings.event)
        return answer;
    const auto address = addressOf(question.place, findings, question.frame);
    if (!address) {
        answer.state = PlaceAnswer::State::BadPlace;
        answer.problem = address.error();
        return answer;
    }
    answer.state = PlaceAnswer::State::Known;
    answer.address = *address;
    const AddressNames names(findings, services.nativeCaches().names);
    const auto hit = names.moduleAt(*address);
    if (!hit)
        return answer;
    answer.module = hit->module;
    answer.moduleOffset = *hit->relativeAddress;
    if (const auto& symbols = names.found(hit->module).symCache)
        findNeighbours(*findings.event, *symbols, answer);
    return answer;
}

} // namespace faultline::engine
