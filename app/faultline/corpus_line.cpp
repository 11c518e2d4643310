// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/corpus_line.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/insight/key_frame.h"
#include "core/json/json_writer.h"
#include "core/library/report_record.h"
#include "core/signature/signature.h"

#include <algorithm>

namespace faultline::app {

namespace {

/// Equal files have equal ids, wherever they lie.
std::string idOf(const CorpusPlace& place)
{
    return place.name.empty() ? place.sha256 : concat(place.sha256, ":", place.name);
}

void beginLine(json::JsonWriter& json, const CorpusPlace& place)
{
    json.beginObject().member("file", place.file).member("part", place.part);
    json.member("parts", place.parts).textIfAny("name", place.name);
    if (!place.sha256.empty())
        json.member("id", idOf(place));
}

/// The row to look at first, as the workbench selects it.
void writeBlame(json::JsonWriter& json, const Report& report)
{
    const auto* stack = insight::stackOf(report, insight::leadingThread(report));
    if (stack == nullptr || stack->frames.empty())
        return;
    const auto& frame = stack->frames[insight::keyFrame(report, *stack)];
    json.key("blame").beginObject();
    if (frame.module && *frame.module < report.event->modules.size())
        json.textIfAny("module",
                       baseName(report.event->modules[*frame.module].codeFile.value_or("")));
    json.textIfAny("function", library::storedText(frame.position.function.value_or("")));
    json.textIfAny("source", library::storedText(frame.position.file.value_or("")));
    json.optional("line", frame.position.line);
    json.endObject();
}

void writeFrames(json::JsonWriter& json,
                 const std::vector<library::RecordedFrame>& frames,
                 std::uint32_t most)
{
    json.key("frames").beginArray();
    for (std::size_t i = 0; i < std::min<std::size_t>(frames.size(), most); ++i) {
        const auto& frame = frames[i];
        json.beginObject().textIfAny("module", frame.module);
        json.textIfAny("function", frame.function).member("own", frame.isOwn);
        json.member("guess", frame.isGuess).member("inlined", frame.isInlined).endObject();
    }
    json.endArray();
}

void writeMissing(json::JsonWriter& json, const std::vector<library::RecordedModule>& modules)
{
    json.key("modules_without_symbols").beginArray();
    for (const auto& module : modules) {
        if (module.isMissing)
            json.beginObject()
                .textIfAny("name", module.name)
                .textIfAny("debug_id", module.debugId)
                .member("on_stack", module.isOnStack)
                .endObject();
    }
    json.endArray();
}

} // namespace

std::string corpusName(const std::filesystem::path& path)
{
    const auto& text = path.native();
    if (isValidUtf8(text))
        return text;
    std::string name;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        name += byte < 0x80 && c != '\\' ? std::string(1, c) : concat("\\x", hexDigits(byte, 2));
    }
    return name;
}

std::string corpusLine(const CorpusPlace& place,
                       const Report& report,
                       const signature::SignatureRules& rules,
                       std::uint32_t frames)
{
    const auto record = library::recordOf(
        report, signature::signatureOf(report, rules, signature::Mode::Faultline));
    std::string line;
    json::JsonWriter json(line);
    beginLine(json, place);
    json.member("kind", record.kind).optional("crashed_at", record.crashedAt);
    json.textIfAny("product", record.product).textIfAny("version", record.version);
    json.textIfAny("os", record.os).textIfAny("arch", record.arch);
    json.textIfAny("cause", record.reason).optionalHex("address", record.address);
    json.member("signature", record.signature);
    writeBlame(json, report);
    writeFrames(json, record.frames, frames);
    json.member("threads", record.threadCount).member("quality", record.quality);
    writeMissing(json, record.modules);
    json.endObject();
    line += '\n';
    return line;
}

std::string corpusLine(const CorpusPlace& place, const Error& error)
{
    std::string line;
    json::JsonWriter json(line);
    beginLine(json, place);
    json.key("error").beginObject().member("kind", errorKindName(error.kind));
    json.member("detail", library::storedText(error.explain())).endObject();
    json.endObject();
    line += '\n';
    return line;
}

} // namespace faultline::app
