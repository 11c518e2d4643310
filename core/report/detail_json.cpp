// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail_json.h"

namespace faultline::report {

namespace {

void writePlace(json::JsonWriter& json, const Variable& variable)
{
    json.optionalHex("address", variable.address);
    json.optional("size_bytes", variable.sizeBytes);
    json.optional("bit_offset", variable.bitOffset);
    json.optional("bit_count", variable.bitCount);
}

void writeEvidence(json::JsonWriter& json, const std::vector<WaitEvidence>& evidence)
{
    if (evidence.empty())
        return;
    json.key("evidence").beginArray();
    for (const auto& word : evidence) {
        json.beginObject();
        if (word.place == EvidencePlace::Memory)
            json.key("address").hex(word.address);
        else
            json.member("place", evidencePlaceName(word.place));
        json.key("value").hex(word.value).member("size_bytes", word.sizeBytes);
        json.textIfAny("member", word.member);
        json.endObject();
    }
    json.endArray();
}

void writeThreadWait(json::JsonWriter& json, const ThreadWait& wait)
{
    json.beginObject().member("thread", wait.thread).member("state", waitStateName(wait.state));
    json.textIfAny("call", wait.call);
    json.optional("object", wait.object);
    if (wait.hasTimeLimit)
        json.member("has_time_limit", true);
    writeEvidence(json, wait.evidence);
    json.endObject();
}

void writeObject(json::JsonWriter& json, const WaitObject& object)
{
    json.beginObject().member("kind", waitObjectKindName(object.kind));
    json.optionalHex("address", object.address).optionalHex("handle", object.handle);
    json.textIfAny("name", object.name);
    json.member("owner_state", ownerStateName(object.ownerState));
    json.optional("owner", object.owner).optional("owner_id", object.ownerId);
    json.optional("guessed_owner", object.guessedOwner);
    writeEvidence(json, object.evidence);
    json.endObject();
}

void writeNumbers(json::JsonWriter& json,
                  std::string_view name,
                  const std::vector<std::uint32_t>& numbers)
{
    json.key(name).beginArray();
    for (const auto number : numbers)
        json.value(number);
    json.endArray();
}

void writeFinding(json::JsonWriter& json, const WaitFinding& finding)
{
    json.beginObject().member("kind", waitFindingKindName(finding.kind));
    writeNumbers(json, "threads", finding.threads);
    writeNumbers(json, "objects", finding.objects);
    json.endObject();
}

template <class T>
void writeList(json::JsonWriter& json,
               std::string_view name,
               const std::vector<T>& values,
               void (*writeOne)(json::JsonWriter&, const T&))
{
    json.key(name).beginArray();
    for (const auto& value : values)
        writeOne(json, value);
    json.endArray();
}

void writeFrameVariables(json::JsonWriter& json, const FrameVariables& frame)
{
    json.beginObject().member("thread", frame.thread).member("row", frame.row);
    writeList(json, "variables", frame.variables, writeVariable);
    json.endObject();
}

} // namespace

void writeStackError(json::JsonWriter& json, const StackError& error)
{
    json.key("error").beginObject();
    json.textIfAny("type", error.type)
        .textIfAny("package", error.package)
        .textIfAny("message", error.message);
    json.endObject();
}

void writeVariable(json::JsonWriter& json, const Variable& variable)
{
    json.beginObject();
    json.optional("parent", variable.parent);
    json.member("name", variable.name);
    json.textIfAny("type", variable.type);
    json.member("role", variableRoleName(variable.role))
        .member("state", valueStateName(variable.state))
        .member("kind", valueKindName(variable.kind));
    json.textIfAny("number", variable.number);
    json.optionalHex("pointer", variable.pointer);
    json.textIfAny("pointer_symbol", variable.pointerSymbol);
    if (!variable.text.empty() || variable.kind == ValueKind::String)
        json.member("text", variable.text);
    writePlace(json, variable);
    if (variable.partCount != 0)
        json.member("part_count", variable.partCount);
    if (variable.declaredAtLine != 0)
        json.member("declared_at_line", variable.declaredAtLine);
    json.endObject();
}

void writeVariables(json::JsonWriter& json, const ReportVariables& variables)
{
    json.key("variables").beginObject().member("state", detailStateName(variables.state));
    writeList(json, "frames", variables.frames, writeFrameVariables);
    json.endObject();
}

void writeWaits(json::JsonWriter& json, const WaitGraph& graph)
{
    json.key("waits").beginObject().member("state", detailStateName(graph.state));
    writeList(json, "threads", graph.threads, writeThreadWait);
    writeList(json, "objects", graph.objects, writeObject);
    writeList(json, "findings", graph.findings, writeFinding);
    json.endObject();
}

} // namespace faultline::report
