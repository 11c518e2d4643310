// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/natvis/visualizer_set.h"

#include <algorithm>

namespace faultline::natvis {

void VisualizerSet::add(NatvisFile file)
{
    for (auto& visualizer : file.visualizers) {
        for (const auto& pattern : visualizer->patterns) {
            Entry entry{pattern, visualizer, m_count++};
            if (pattern.isOpen())
                m_open.push_back(std::move(entry));
            else
                m_entries.emplace(std::string(pattern.head()), std::move(entry));
        }
    }
    for (auto& intrinsic : file.intrinsics)
        m_intrinsics.emplace(file.name, std::move(intrinsic));
    std::ranges::move(file.problems, std::back_inserter(m_problems));
}

std::vector<Match> VisualizerSet::find(std::string_view typeName) const
{
    const auto name = plainTypeName(typeName);
    std::vector<std::pair<const Entry*, Match>> found;
    const auto tryEntry = [&](const Entry& entry) {
        if (auto arguments = entry.pattern.match(typeName))
            found.emplace_back(&entry, Match{entry.visualizer, *std::move(arguments)});
    };
    const auto [first, end] =
        m_entries.equal_range(std::string_view(name).substr(0, name.find('<')));
    for (auto entry = first; entry != end; ++entry)
        tryEntry(entry->second);
    std::ranges::for_each(m_open, tryEntry);
    std::ranges::stable_sort(found, [](const auto& one, const auto& other) {
        const auto onePriority = one.first->visualizer->priority;
        const auto otherPriority = other.first->visualizer->priority;
        return onePriority != otherPriority ? onePriority > otherPriority
                                            : one.first->order < other.first->order;
    });
    std::vector<Match> matches;
    for (auto& [entry, match] : found)
        matches.push_back(std::move(match));
    return matches;
}

std::vector<const Intrinsic*> VisualizerSet::intrinsicsOf(std::string_view file,
                                                          std::string_view name) const
{
    std::vector<const Intrinsic*> found;
    const auto [first, end] = m_intrinsics.equal_range(file);
    for (auto entry = first; entry != end; ++entry) {
        if (entry->second.name == name)
            found.push_back(&entry->second);
    }
    return found;
}

std::shared_ptr<const VisualizerSet> withBuiltInFiles(std::vector<NatvisFile> ofUsers)
{
    auto set = std::make_shared<VisualizerSet>();
    for (auto& file : ofUsers)
        set->add(std::move(file));
    for (const auto& file : builtInFiles())
        set->add(readNatvis(file.name, file.text));
    return set;
}

} // namespace faultline::natvis
