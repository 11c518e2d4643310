// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/module_state.h"

#include "core/symcache/symcache.h"

#include <algorithm>
#include <array>

namespace faultline::symbolicate {

namespace {

template <class Predicate>
bool anyPart(const ModuleState& state, Predicate predicate)
{
    const std::array parts{&state.unwind, &state.debug, &state.source, &state.remoteSource};
    return std::ranges::any_of(parts, predicate, &ModulePart::phase);
}

std::optional<unwind::WalkFunction> walkFunctionAt(const symcache::SymCache& cache,
                                                   std::uint64_t relative)
{
    auto frames = cache.lookup(relative);
    std::optional<unwind::WalkFunction> found;
    for (auto frame = frames.next(); frame && !found; frame = frames.next()) {
        if (!frame->isInlined && frame->entry != object::kNoIndex)
            found = unwind::WalkFunction{frame->entry, std::string(frame->function),
                                         !frame->fromSymbolTable};
    }
    return cache.isIntact() ? found : std::nullopt;
}

} // namespace

bool ModuleState::isWalkReady() const
{
    return unwind.phase == LookupPhase::Done && debug.phase == LookupPhase::Done;
}

bool ModuleState::wasRequested() const
{
    return anyPart(*this, [](LookupPhase phase) { return phase != LookupPhase::Idle; });
}

bool ModuleState::isPending() const
{
    return anyPart(*this, [](LookupPhase phase) { return phase == LookupPhase::Open; });
}

bool ModuleState::isSymbolPending() const
{
    return unwind.phase == LookupPhase::Open || debug.phase == LookupPhase::Open;
}

unwind::WalkModule walkModuleOf(const ModuleState& state)
{
    unwind::WalkModule answer;
    if (!state.isWalkReady())
        return answer;
    // Functions of another build would accept and reject the wrong return addresses.
    const bool hasSymbols = state.symCache && !state.wrongBuild;
    const bool hasNothing = !state.unwindTable && !hasSymbols;
    answer.state =
        hasNothing ? unwind::WalkModule::State::Unavailable : unwind::WalkModule::State::Ready;
    answer.unwind = state.unwindTable;
    answer.code = state.code;
    if (hasSymbols) {
        answer.hasFunction = [cache = state.symCache](std::uint64_t relative) {
            return cache->lookup(relative).next().has_value() && cache->isIntact();
        };
        answer.function = [cache = state.symCache](std::uint64_t relative) {
            return walkFunctionAt(*cache, relative);
        };
    }
    return answer;
}

ModuleSymbols symbolsOf(const ModuleState& state)
{
    ModuleSymbols symbols;
    if (state.symCache) {
        symbols.status = ObjectFileStatus::Found;
        symbols.cache = state.symCache;
        symbols.family = cpuFamily(state.symCache->arch());
    } else if (state.ppdbCache) {
        symbols.status = ObjectFileStatus::Found;
        symbols.managed = state.ppdbCache;
    } else if (state.debug.error) {
        symbols.status = statusOfError(*state.debug.error);
    }
    symbols.areOfWrongBuild = state.wrongBuild.has_value();
    return symbols;
}

} // namespace faultline::symbolicate
