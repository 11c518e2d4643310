// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/wait_list.h"

#include "core/json/json_members.h"

#include <utility>

namespace faultline::query {

WaitList::WaitList(std::shared_ptr<const json::JsonDocument> report) : m_report(std::move(report))
{
    const auto ours = json::member(m_report->root(), "faultline");
    const auto waits = ours ? json::member(*ours, "waits") : std::nullopt;
    if (!waits)
        return;
    json::forEachChildOf(*waits, "threads", [this](const json::JsonValue& wait) {
        if (const auto thread = json::numberMember(wait, "thread"))
            m_threads.emplace(*thread, wait);
    });
    json::forEachChildOf(*waits, "objects",
                         [this](const json::JsonValue& object) { m_objects.push_back(object); });
}

Item WaitList::itemOf(const json::JsonValue& value) const
{
    return {JsonItem{.document = m_report, .value = value}};
}

std::optional<Item> WaitList::of(std::uint32_t thread) const
{
    const auto wait = m_threads.find(thread);
    if (wait == m_threads.end())
        return std::nullopt;
    ObjectItem found;
    json::forEachChild(wait->second, [&](const json::JsonValue& fact) {
        found.members.emplace_back(std::string(fact.key()), itemOf(fact));
    });
    const auto object = json::numberMember(wait->second, "object");
    if (object && *object < m_objects.size())
        found.members.emplace_back("waits_for", itemOf(m_objects[*object]));
    return Item{std::move(found)};
}

} // namespace faultline::query
