// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/library_json.h"

namespace faultline::query {

namespace {

using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

void writeCounts(json::JsonWriter& json, std::string_view name, const Counts& counts)
{
    json.key(name).beginArray();
    for (const auto& [value, count] : counts)
        json.beginObject().member("value", value).member("count", count).endObject();
    json.endArray();
}

} // namespace

void writeTriage(json::JsonWriter& json, const library::TriageState& triage)
{
    json.member("status", library::statusName(triage.status));
    json.textIfAny("fixed_in", triage.fixedIn).optional("duplicate_of", triage.duplicateOf);
    json.textIfAny("assignee", triage.assignee).textIfAny("ticket", triage.ticket);
    json.textIfAny("notes", triage.notes).textIfAny("customer", triage.customer);
    json.listIfAny("tags", triage.tags);
}

void writeJson(json::JsonWriter& json, const library::ReportSummary& report)
{
    json.beginObject().member("id", report.id).member("group", report.group);
    json.member("signature", report.signature).member("kind", report.kind);
    json.optional("crashed_at", report.crashedAt).member("imported_at", report.importedAt);
    json.textIfAny("product", report.product).textIfAny("version", report.version);
    json.textIfAny("os", report.os).textIfAny("reason", report.reason);
    json.textIfAny("path", report.path).member("quality", report.quality);
    json.member("regression", report.isRegression);
    writeTriage(json, report.triage);
    json.member("row_version", report.rowVersion).endObject();
}

void writeJson(json::JsonWriter& json, const library::GroupSummary& group)
{
    json.beginObject().member("id", group.id).member("signature", group.signature);
    json.member("count", group.count).member("customers", group.customers);
    json.optional("first_seen", group.firstSeen).optional("last_seen", group.lastSeen);
    json.member("regressions", group.regressions);
    writeCounts(json, "versions", group.versions);
    writeCounts(json, "systems", group.systems);
    writeTriage(json, group.triage);
    json.member("row_version", group.rowVersion).endObject();
}

void writeJson(json::JsonWriter& json, const library::HistoryEntry& entry)
{
    json.beginObject().member("action", entry.action).member("at", entry.at);
    json.member("who", entry.who).member("field", library::triageFieldName(entry.field));
    json.member("before", entry.before).member("after", entry.after).endObject();
}

} // namespace faultline::query
