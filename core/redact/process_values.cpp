// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/process_values.h"

#include "core/json/json_members.h"
#include "core/json/json_reader.h"
#include "core/json/json_writer.h"
#include "core/redact/keyed_values.h"

namespace faultline::redact {

namespace {

bool isNumber(const json::JsonValue& value)
{
    switch (value.kind()) {
    case json::JsonKind::Array:
    case json::JsonKind::Object: return false;
    case json::JsonKind::String: return isNumberOrFlag(value.text());
    default: return true;
    }
}

} // namespace

KeptVariables keepNumbers(std::string_view json)
{
    const auto parsed = json::parseJson(json);
    if (!parsed || parsed->isEmpty() || parsed->root().kind() != json::JsonKind::Object)
        return {.json = {}, .removed = 1};
    KeptVariables kept;
    std::size_t count = 0;
    json::JsonWriter writer(kept.json);
    writer.beginObject();
    json::forEachChild(parsed->root(), [&](const json::JsonValue& value) {
        if (!isNumber(value)) {
            ++kept.removed;
            return;
        }
        ++count;
        writer.key(value.key()).value(value);
    });
    writer.endObject();
    if (count == 0 && kept.removed > 0)
        kept.json.clear();
    return kept;
}

} // namespace faultline::redact
