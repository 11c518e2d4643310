// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_document.h"
#include "core/query/item.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace faultline::query {

/// What a report says of its threads' waits, by thread, so that reading those of every thread is
/// linear.
class WaitList
{
public:
    explicit WaitList(std::shared_ptr<const json::JsonDocument> report);

    const std::shared_ptr<const json::JsonDocument>& report() const { return m_report; }

    /// What the report says of a thread's wait, with the object that the thread waits for. Absent
    /// when the report says nothing of it.
    std::optional<Item> of(std::uint32_t thread) const;

private:
    Item itemOf(const json::JsonValue& value) const;

    std::shared_ptr<const json::JsonDocument> m_report;
    std::unordered_map<std::uint64_t, json::JsonValue> m_threads;
    std::vector<json::JsonValue> m_objects;
};

} // namespace faultline::query
