// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/mapping_walk.h"

namespace faultline::jvm {

using namespace proguard;

EntryList::EntryList(const proguard::MappingCache& mapping,
                     const proguard::MappedMethod& method,
                     std::optional<std::string_view> arguments)
    : m_mapping(&mapping), m_span{method.firstEntry, method.entryCount},
      m_isByArguments(arguments.has_value())
{
    if (arguments)
        m_span = mapping.findParameters(method, *arguments);
}

std::optional<std::uint32_t> callsiteLine(const proguard::MappingCache& mapping,
                                          const EntryList& entries,
                                          std::uint32_t callerLine,
                                          std::uint32_t outlineLine)
{
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        const auto range = mapping.rangeOf(entries[i]);
        if (!range.isBase() && !range.covers(callerLine))
            continue;
        const auto positions = mapping.positions(mapping.entryAt(entries[i]).extras);
        for (std::uint32_t p = 0; p < positions.count; ++p) {
            const auto position = mapping.positionAt(positions.first + p);
            if (position.outlineLine == outlineLine)
                return position.callsiteLine;
        }
    }
    return std::nullopt;
}

namespace {

bool holds(const proguard::MappedComponent& condition, std::optional<std::string_view> thrown)
{
    return condition.kind == proguard::RewriteComponent::Kind::Throws && thrown == condition.text;
}

bool applies(const proguard::MappingCache& mapping,
             const proguard::MappedRule& rule,
             std::optional<std::string_view> thrown)
{
    for (std::uint32_t i = 0; i < rule.conditions.count; ++i) {
        if (!holds(mapping.componentAt(rule.conditions.first + i), thrown))
            return false;
    }
    return rule.conditions.count > 0;
}

} // namespace

std::uint64_t removedFrames(const proguard::MappingCache& mapping,
                            const proguard::MappedEntry& entry,
                            std::optional<std::string_view> thrownDescriptor)
{
    std::uint64_t frames = 0;
    const auto rules = mapping.rules(entry.extras);
    for (std::uint32_t i = 0; i < rules.count; ++i) {
        const auto rule = mapping.ruleAt(rules.first + i);
        if (!applies(mapping, rule, thrownDescriptor))
            continue;
        for (std::uint32_t a = 0; a < rule.actions.count; ++a) {
            const auto action = mapping.componentAt(rule.actions.first + a);
            if (action.kind == proguard::RewriteComponent::Kind::RemoveInnerFrames)
                frames += action.count;
        }
    }
    return frames;
}

} // namespace faultline::jvm
