// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/symbol_reading.h"

#include "core/engine/address_names.h"
#include "core/engine/memory_reading.h"
#include "core/engine/place_text.h"
#include "core/sources/glob.h"
#include "core/symbolicate/native/native_caches.h"
#include "core/symcache/symcache.h"

#include <algorithm>

namespace faultline::engine {

namespace {

class SymbolFinder
{
public:
    SymbolFinder(EngineServices& services,
                 const EventFindings& findings,
                 const SymbolsQuestion& question,
                 const sources::Glob& pattern)
        : m_findings(findings), m_question(question), m_pattern(pattern),
          m_names(findings, services.nativeCaches().names)
    {
    }

    void find(SymbolsAnswer& answer, const std::stop_token& stop)
    {
        for (std::uint32_t i = 0; i < m_findings.modules->size() && !stop.stop_requested(); ++i) {
            const auto& symbols = m_names.found(i).symCache;
            if (!symbols || i >= m_findings.event->modules.size())
                continue;
            for (std::uint32_t index = 0; index < symbols->functionCount(); ++index) {
                if (stop.stop_requested() || answer.hasMore)
                    return;
                if (const auto function = symbols->function(index))
                    consider(*function, i, answer);
            }
        }
    }

private:
    void
    consider(const symcache::SymFunction& function, std::uint32_t module, SymbolsAnswer& answer)
    {
        // A part of a function that lies elsewhere has the function's name.
        if (function.name.empty() || function.begin != function.entry)
            return;
        auto name = m_names.demangled(function.name, function.language);
        if (!m_pattern.matches(function.name) && !m_pattern.matches(name))
            return;
        if (m_count++ < m_question.first)
            return;
        answer.hasMore = answer.symbols.size() >= m_question.most;
        if (!answer.hasMore)
            answer.symbols.push_back(rowOf(function, std::move(name), module));
    }

    SymbolRow
    rowOf(const symcache::SymFunction& function, std::string name, std::uint32_t module) const
    {
        return {.name = std::move(name),
                .address = m_findings.event->modules[module].address + function.begin,
                .sizeBytes = function.end - function.begin,
                .module = module,
                .fromSymbolTable = function.fromSymbolTable};
    }

    const EventFindings& m_findings;
    const SymbolsQuestion& m_question;
    const sources::Glob& m_pattern;
    AddressNames m_names;
    std::uint64_t m_count = 0;
};

std::optional<SymbolRow> functionAt(const AddressNames& names,
                                    const EventFindings& findings,
                                    const symbolicate::ModuleTable::Hit& hit)
{
    const auto& symbols = names.found(hit.module).symCache;
    const auto function = symbols ? symbols->functionAt(*hit.relativeAddress) : std::nullopt;
    if (!function || function->name.empty() || !symbols->isIntact())
        return std::nullopt;
    return SymbolRow{.name = names.demangled(function->name, function->language),
                     .address = findings.event->modules[hit.module].address + function->entry,
                     .sizeBytes = function->entry == function->begin
                                      ? std::uint64_t{function->end} - function->begin
                                      : 0,
                     .module = hit.module,
                     .fromSymbolTable = function->fromSymbolTable};
}

std::optional<MapRegion> regionAt(const EventFindings& findings, std::uint64_t address)
{
    auto map = readMap(findings);
    const auto next = std::ranges::upper_bound(map.regions, address, {}, &MapRegion::address);
    if (next == map.regions.begin() ||
        address - std::prev(next)->address >= std::prev(next)->sizeBytes)
        return std::nullopt;
    return *std::prev(next);
}

} // namespace

SymbolsAnswer findSymbols(EngineServices& services,
                          const EventFindings& findings,
                          const SymbolsQuestion& question,
                          const std::stop_token& stop)
{
    SymbolsAnswer answer;
    if (!findings.event || !findings.modules)
        return answer;
    const auto pattern = sources::Glob::parse(question.pattern);
    if (!pattern) {
        answer.state = SymbolsAnswer::State::BadPattern;
        answer.detail = pattern.error().detail;
        return answer;
    }
    answer.state = SymbolsAnswer::State::Known;
    SymbolFinder(services, findings, question, *pattern).find(answer, stop);
    return answer;
}

AddressAnswer readAddress(EngineServices& services,
                          const EventFindings& findings,
                          const AddressQuestion& question)
{
    AddressAnswer answer;
    const auto* native = findings.event ? findings.event->asNative() : nullptr;
    if (native == nullptr || !native->memory)
        return answer;
    const auto address = addressOf(question.place, findings, question.frame);
    if (!address) {
        answer.state = AddressAnswer::State::BadPlace;
        answer.problem = address.error();
        return answer;
    }
    answer.state = AddressAnswer::State::Known;
    answer.word = explainWord(services, findings, *address);
    answer.region = regionAt(findings, *address);
    const AddressNames names(findings, services.nativeCaches().names);
    if (const auto hit = names.moduleAt(*address)) {
        answer.module = hit->module;
        answer.moduleOffset = *hit->relativeAddress;
        answer.symbol = functionAt(names, findings, *hit);
    }
    return answer;
}

} // namespace faultline::engine
