// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/comparison_json.h"

#include "core/json/json_writer.h"

namespace faultline::query {

std::string comparisonJson(const likeness::ReportDiff& diff,
                           const library::ReportRecord& before,
                           const library::ReportRecord& after)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("equal", diff.isEqual()).key("facts").beginArray();
    for (const auto& change : diff.facts)
        json.beginObject()
            .member("fact", likeness::factName(change.fact))
            .member("before", change.before)
            .member("after", change.after)
            .endObject();
    json.endArray().key("stack").beginArray();
    for (const auto& line : diff.stack) {
        const auto& frame = line.before ? before.frames[*line.before] : after.frames[*line.after];
        json.beginObject().member("in", line.isSame() ? "both" : line.before ? "before" : "after");
        json.member("module", frame.module).member("function", frame.function);
        if (frame.line != 0)
            json.member("file", frame.file).member("line", frame.line);
        if (line.isOtherLine)
            json.member("line_after", after.frames[*line.after].line);
        json.endObject();
    }
    json.endArray().key("modules").beginArray();
    for (const auto& change : diff.modules)
        json.beginObject()
            .member("name", change.name)
            .member("change", likeness::moduleChangeName(change.kind))
            .member("before", change.before)
            .member("after", change.after)
            .endObject();
    json.endArray().endObject();
    return text;
}

} // namespace faultline::query
