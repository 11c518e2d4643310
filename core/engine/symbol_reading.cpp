// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/symbol_reading.h"

#include "core/base/text.h"
#include "core/engine/address_names.h"
#include "core/engine/memory_reading.h"
#include "core/engine/place_text.h"
#include "core/engine/symbol_pattern.h"
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
                 const SymbolPattern& pattern)
        : m_findings(findings), m_question(question), m_pattern(pattern),
          m_names(findings, services.nativeCaches().names)
    {
    }

    void find(SymbolsAnswer& answer, const std::stop_token& stop)
    {
        const auto& modules = m_findings.event->modules;
        for (std::uint32_t i = 0; i < modules.size() && !stop.stop_requested(); ++i) {
            const auto& path = modules[i].codeFile ? modules[i].codeFile : modules[i].debugFile;
            if (!m_pattern.fitsModule(path ? baseName(*path) : std::string_view()))
                continue;
            const auto& symbols = m_names.found(i).symCache;
            if (!symbols)
                ++answer.modulesWithout;
            else if (!answer.hasMore)
                findIn(*symbols, i, answer, stop);
        }
    }

private:
    void findIn(const symcache::SymCache& symbols,
                std::uint32_t module,
                SymbolsAnswer& answer,
                const std::stop_token& stop)
    {
        const auto before = answer.symbols.size();
        for (std::uint32_t i = 0; i < symbols.functionCount() && !answer.hasMore; ++i) {
            if (stop.stop_requested())
                return;
            if (const auto function = symbols.function(i))
                consider(*function, module, answer);
        }
        if (!symbols.isIntact())
            answer.symbols.resize(before); // Somebody cut the file, so its names may be wrong.
    }

    void
    consider(const symcache::SymFunction& function, std::uint32_t module, SymbolsAnswer& answer)
    {
        // A part of a function that lies elsewhere has the function's name.
        if (function.name.empty() || function.begin != function.entry)
            return;
        if (!m_pattern.mayFit(function.name, function.language))
            return;
        auto name = m_names.demangled(function.name, function.language);
        if (!m_pattern.fitsName(function.name) && !m_pattern.fitsName(name))
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
    const SymbolPattern& m_pattern;
    AddressNames m_names;
    std::uint64_t m_count = 0;
};

/// What a module's look-up file says about an address.
class Neighbours
{
public:
    Neighbours(const AddressNames& names, const EventFindings& findings, std::uint32_t module)
        : m_names(names), m_symbols(names.found(module).symCache), m_module(module),
          m_base(findings.event->modules[module].address)
    {
    }

    /// Fills in the function at the address, or the ones around it.
    void find(std::uint64_t relativeAddress, AddressAnswer& answer) const
    {
        if (!m_symbols)
            return;
        const auto function = m_symbols->functionAt(relativeAddress);
        if (function && !function->name.empty()) {
            answer.symbol = rowOf(*function);
        } else {
            const auto next = firstAfter(relativeAddress);
            answer.before = next > 0 ? rowAt(next - 1) : std::nullopt;
            answer.after = rowAt(next);
        }
        if (!m_symbols->isIntact()) {
            answer.symbol.reset();
            answer.before.reset();
            answer.after.reset();
        }
    }

private:
    /// The index of the first function that begins after the address. Functions are ascending by
    /// begin.
    std::uint32_t firstAfter(std::uint64_t relativeAddress) const
    {
        std::uint32_t first = 0;
        for (std::uint32_t length = m_symbols->functionCount(); length > 0;) {
            const std::uint32_t half = length / 2;
            const auto middle = m_symbols->function(first + half);
            const bool isBefore = middle && middle->begin <= relativeAddress;
            first = isBefore ? first + half + 1 : first;
            length = isBefore ? length - half - 1 : half;
        }
        return first;
    }

    std::optional<SymbolRow> rowAt(std::uint32_t index) const
    {
        const auto function = m_symbols->function(index);
        return function && !function->name.empty() ? std::optional(rowOf(*function)) : std::nullopt;
    }

    SymbolRow rowOf(const symcache::SymFunction& function) const
    {
        return {.name = m_names.demangled(function.name, function.language),
                .address = m_base + function.entry,
                .sizeBytes = function.entry == function.begin
                                 ? std::uint64_t{function.end} - function.begin
                                 : 0,
                .module = m_module,
                .fromSymbolTable = function.fromSymbolTable};
    }

    const AddressNames& m_names;
    const std::shared_ptr<const symcache::SymCache>& m_symbols;
    std::uint32_t m_module;
    std::uint64_t m_base;
};

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
    const auto pattern = SymbolPattern::parse(question.pattern, question.form);
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
    if (native == nullptr)
        return answer;
    const auto address = addressOf(question.place, findings, question.frame);
    if (!address) {
        answer.state = AddressAnswer::State::BadPlace;
        answer.problem = address.error();
        return answer;
    }
    answer.state = AddressAnswer::State::Known;
    const AddressNames names(findings, services.nativeCaches().names);
    answer.word = native->memory ? explainWord(services, findings, *address)
                                 : MemoryWord{.value = *address, .meaning = names.at(*address)};
    answer.region = regionAt(findings, *address);
    if (const auto hit = names.moduleAt(*address)) {
        answer.module = hit->module;
        answer.moduleOffset = *hit->relativeAddress;
        Neighbours(names, findings, hit->module).find(*hit->relativeAddress, answer);
        if (!native->memory)
            answer.word.kind = answer.symbol ? MemoryWord::Kind::Code : MemoryWord::Kind::Module;
    }
    return answer;
}

} // namespace faultline::engine
