// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/likeness/report_diff.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/likeness/stack_alignment.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>

namespace faultline::likeness {

namespace {

constexpr std::size_t kMaxAligned = 200;

struct NamedFact
{
    std::string_view name;
    std::string library::ReportRecord::* member;
};

/// In the order of Fact.
constexpr std::array kFacts{
    NamedFact{"kind", &library::ReportRecord::kind},
    NamedFact{"product", &library::ReportRecord::product},
    NamedFact{"version", &library::ReportRecord::version},
    NamedFact{"build", &library::ReportRecord::build},
    NamedFact{"channel", &library::ReportRecord::channel},
    NamedFact{"os", &library::ReportRecord::os},
    NamedFact{"os_version", &library::ReportRecord::osVersion},
    NamedFact{"arch", &library::ReportRecord::arch},
    NamedFact{"device", &library::ReportRecord::device},
    NamedFact{"process_type", &library::ReportRecord::processType},
    NamedFact{"reason", &library::ReportRecord::reason},
    NamedFact{"thread", &library::ReportRecord::threadName},
    NamedFact{"signature", &library::ReportRecord::signature},
};

static_assert(kFacts.size() == static_cast<std::size_t>(kLastFact) + 1);

std::vector<std::string> keysOf(const std::vector<library::RecordedFrame>& frames)
{
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < std::min(frames.size(), kMaxAligned); ++i) {
        keys.push_back(frameKey(frames[i]));
        // Two places of a module are not the same frame because neither has a name.
        if (frames[i].function.empty() && frames[i].moduleOffset != 0)
            keys.back() += concat('+', Hex{frames[i].moduleOffset});
    }
    return keys;
}

/// Lengths of the longest common subsequences of the lists' ends.
class CommonEnds
{
public:
    CommonEnds(const std::vector<std::string>& a, const std::vector<std::string>& b)
        : m_columns(b.size() + 1), m_lengths((a.size() + 1) * m_columns)
    {
        for (std::size_t i = a.size(); i-- > 0;) {
            for (std::size_t j = b.size(); j-- > 0;)
                m_lengths[i * m_columns + j] =
                    a[i] == b[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
        }
    }

    std::uint32_t at(std::size_t i, std::size_t j) const { return m_lengths[i * m_columns + j]; }

private:
    std::size_t m_columns;
    std::vector<std::uint32_t> m_lengths;
};

std::vector<StackLine> alignedLines(const std::vector<std::string>& a,
                                    const std::vector<std::string>& b)
{
    const CommonEnds common(a, b);
    std::vector<StackLine> lines;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() || j < b.size()) {
        const bool hasBoth = i < a.size() && j < b.size();
        if (hasBoth && a[i] == b[j])
            lines.push_back({.before = i++, .after = j++});
        else if (j == b.size() || (i < a.size() && common.at(i + 1, j) >= common.at(i, j + 1)))
            lines.push_back({.before = i++, .after = std::nullopt});
        else
            lines.push_back({.before = std::nullopt, .after = j++});
    }
    return lines;
}

/// A frame without a line says nothing about it.
void markOtherLines(std::vector<StackLine>& lines,
                    const std::vector<library::RecordedFrame>& before,
                    const std::vector<library::RecordedFrame>& after)
{
    for (auto& line : lines) {
        if (!line.isSame())
            continue;
        const auto& a = before[*line.before];
        const auto& b = after[*line.after];
        line.isOtherLine = a.line != 0 && b.line != 0 && (a.line != b.line || a.file != b.file);
    }
}

/// Joins the frames that only the first stack has with equal ones that only the second one has, in
/// their order. A frame that nothing names equals no other.
void markMoves(std::vector<StackLine>& lines,
               const std::vector<std::string>& a,
               const std::vector<std::string>& b)
{
    std::map<std::string_view, std::deque<StackLine*>> left;
    for (auto& line : lines) {
        if (line.before && !line.after && !a[*line.before].empty())
            left[a[*line.before]].push_back(&line);
    }
    for (auto& line : lines) {
        if (!line.after || line.before)
            continue;
        const auto found = left.find(b[*line.after]);
        if (found == left.end() || found->second.empty())
            continue;
        auto& other = *found->second.front();
        found->second.pop_front();
        line.elsewhere = other.before;
        other.elsewhere = line.after;
    }
}

using ModulesByName = std::map<std::string, const library::RecordedModule*>;

/// The first module of each name; Windows names one module in several ways.
ModulesByName byName(const std::vector<library::RecordedModule>& modules)
{
    ModulesByName map;
    for (const auto& module : modules)
        map.try_emplace(toLowerAscii(module.name), &module);
    return map;
}

void compare(const library::RecordedModule& before,
             const library::RecordedModule& after,
             std::vector<ModuleChange>& changes)
{
    if (before.version != after.version)
        changes.push_back(
            {ModuleChange::Kind::OtherVersion, before.name, before.version, after.version});
    else if (before.debugId != after.debugId)
        changes.push_back(
            {ModuleChange::Kind::OtherBuild, before.name, before.debugId, after.debugId});
}

std::vector<ModuleChange> moduleChanges(const ModulesByName& before, const ModulesByName& after)
{
    std::vector<ModuleChange> changes;
    for (const auto& [name, module] : before) {
        if (const auto found = after.find(name); found != after.end())
            compare(*module, *found->second, changes);
        else
            changes.push_back({ModuleChange::Kind::Removed, module->name, module->version, {}});
    }
    for (const auto& [name, module] : after) {
        if (!before.contains(name))
            changes.push_back({ModuleChange::Kind::Added, module->name, {}, module->version});
    }
    std::ranges::stable_sort(changes, {}, &ModuleChange::name);
    return changes;
}

} // namespace

std::string_view factName(Fact fact)
{
    return kFacts[static_cast<std::size_t>(fact)].name;
}

std::string_view moduleChangeName(ModuleChange::Kind kind)
{
    constexpr std::array<std::string_view, 4> kNames{"removed", "added", "other_version",
                                                     "other_build"};
    return kNames[static_cast<std::size_t>(kind)];
}

bool ReportDiff::isEqual() const
{
    const auto isEqualLine = [](const StackLine& line) {
        return line.isSame() && !line.isOtherLine;
    };
    return facts.empty() && modules.empty() && std::ranges::all_of(stack, isEqualLine);
}

std::vector<FactChange> factsOfBoth(const library::ReportRecord& before,
                                    const library::ReportRecord& after)
{
    std::vector<FactChange> facts;
    for (std::size_t i = 0; i < kFacts.size(); ++i) {
        const auto member = kFacts[i].member;
        if (!(before.*member).empty() || !(after.*member).empty())
            facts.push_back({static_cast<Fact>(i), before.*member, after.*member});
    }
    return facts;
}

std::uint64_t equalModules(const library::ReportRecord& before, const library::ReportRecord& after)
{
    const auto others = byName(after.modules);
    return static_cast<std::uint64_t>(
        std::ranges::count_if(byName(before.modules), [&](const auto& entry) {
            const auto found = others.find(entry.first);
            return found != others.end() && found->second->version == entry.second->version &&
                   found->second->debugId == entry.second->debugId;
        }));
}

ReportDiff diffRecords(const library::ReportRecord& before, const library::ReportRecord& after)
{
    ReportDiff diff;
    for (std::size_t i = 0; i < kFacts.size(); ++i) {
        const auto member = kFacts[i].member;
        if (before.*member != after.*member)
            diff.facts.push_back({static_cast<Fact>(i), before.*member, after.*member});
    }
    const auto first = keysOf(before.frames);
    const auto second = keysOf(after.frames);
    diff.stack = alignedLines(first, second);
    markMoves(diff.stack, first, second);
    markOtherLines(diff.stack, before.frames, after.frames);
    diff.modules = moduleChanges(byName(before.modules), byName(after.modules));
    return diff;
}

} // namespace faultline::likeness
