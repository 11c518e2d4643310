// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/frame_places.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/engine/inspector.h"

#include <algorithm>
#include <limits>

namespace faultline::engine {

namespace {

constexpr std::size_t kMostPointers = 8; ///< Whose members are read.

std::vector<Variable> valuesOf(EngineServices& services,
                               const EventFindings& findings,
                               VariablesQuestion question,
                               const std::stop_token& stop)
{
    auto answer = inspect(services, findings, {.value = std::move(question)}, stop);
    auto* values = std::get_if<VariablesAnswer>(&answer.value);
    return values != nullptr && values->state == VariablesAnswer::State::Known
               ? std::move(values->variables)
               : std::vector<Variable>();
}

} // namespace

FramePlaces::FramePlaces(EngineServices& services,
                         const EventFindings& findings,
                         const FramePlace& frame,
                         const std::stop_token& stop)
{
    const auto variables = valuesOf(services, findings, {.frame = frame, .isPlain = true}, stop);
    std::size_t pointers = 0;
    for (std::uint64_t i = 0; i < variables.size(); ++i) {
        const auto& variable = variables[i];
        if (variable.state != ValueState::Known || variable.name.empty())
            continue;
        add(variable, variable.name);
        const bool leads = variable.pointer.value_or(0) != 0 && variable.partCount == 1;
        if (!leads || ++pointers > kMostPointers)
            continue;
        const auto members = valuesOf(
            services, findings,
            {.frame = frame, .partsOf = std::vector<std::uint64_t>{i, 0}, .isPlain = true}, stop);
        addMembers(variable, members);
    }
}

void FramePlaces::add(const Variable& variable, std::string name)
{
    if (variable.address && variable.sizeBytes.value_or(0) != 0 && !variable.bitOffset)
        m_places.push_back({*variable.address, *variable.sizeBytes, std::move(name)});
}

void FramePlaces::addMembers(const Variable& pointer, const std::vector<Variable>& members)
{
    for (const auto& member : members) {
        if (member.role == VariableRole::Member && !member.name.empty())
            add(member, pointer.name + "->" + member.name);
    }
}

std::string FramePlaces::at(std::uint64_t address, std::uint32_t sizeBytes) const
{
    const Place* best = nullptr;
    for (const auto& place : m_places) {
        const bool holds = address >= place.address && address - place.address < place.sizeBytes &&
                           sizeBytes <= place.sizeBytes - (address - place.address);
        if (holds && (best == nullptr || place.sizeBytes < best->sizeBytes))
            best = &place;
    }
    if (best == nullptr)
        return {};
    const auto offset = address - best->address;
    return offset == 0 ? best->name : concat(best->name, " + ", Hex{offset});
}

} // namespace faultline::engine
