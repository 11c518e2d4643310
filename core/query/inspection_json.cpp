// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/inspection_json.h"

#include "core/base/hex.h"
#include "core/report/detail_json.h"

namespace faultline::query {

namespace {

using engine::MemoryWord;

std::string_view wordKindName(MemoryWord::Kind kind)
{
    switch (kind) {
    case MemoryWord::Kind::Number: return "number";
    case MemoryWord::Kind::Code: return "code";
    case MemoryWord::Kind::Module: return "module";
    case MemoryWord::Kind::Stack: return "stack";
    case MemoryWord::Kind::Memory: return "memory";
    }
    return "";
}

std::string_view regionKindName(engine::MapRegion::Kind kind)
{
    switch (kind) {
    case engine::MapRegion::Kind::Mapped: return "mapped";
    case engine::MapRegion::Kind::Module: return "module";
    case engine::MapRegion::Kind::Stack: return "stack";
    case engine::MapRegion::Kind::Guard: return "guard";
    }
    return "";
}

std::unexpected<Error> badPlace(engine::PlaceProblem problem)
{
    return problem == engine::PlaceProblem::RegisterNotKnown
               ? fail(ErrorKind::NotFound, "the register is not known in this frame")
               : fail(ErrorKind::NotFound, "no number, register, module or function has this name");
}

std::unexpected<Error> notResolved()
{
    return fail(ErrorKind::NotFound, "the crash has no memory or code, or was not resolved here");
}

/// An owner of memory is a path as a rule, with names of users and machines.
bool showsOwners(redact::Profile profile)
{
    return profile != redact::Profile::ShareOutside;
}

void writeWord(json::JsonWriter& json, const MemoryWord& word, redact::Profile profile)
{
    json.key("value").hex(word.value).member("kind", wordKindName(word.kind));
    if (word.kind != MemoryWord::Kind::Memory || showsOwners(profile))
        json.textIfAny("meaning", word.meaning);
    if (word.kind == MemoryWord::Kind::Stack)
        json.member("thread", word.thread).key("stack_offset").hex(word.offset);
    if (profile == redact::Profile::Full)
        json.textIfAny("text", word.text);
}

void writeRegion(json::JsonWriter& json, const engine::MapRegion& region, redact::Profile profile)
{
    json.beginObject().key("address").hex(region.address);
    json.key("size").value(region.sizeBytes).member("kind", regionKindName(region.kind));
    if (region.hasAccess)
        json.member("access", std::string{region.readable ? 'r' : '-', region.writable ? 'w' : '-',
                                          region.executable ? 'x' : '-'});
    json.textIfAny("kind_in_file", region.kindName);
    if (showsOwners(profile))
        json.textIfAny("owner", region.owner);
    json.optional("module", region.module).optional("thread", region.thread);
    json.member("saved", region.savedBytes).endObject();
}

void writeSymbol(json::JsonWriter& json, const engine::SymbolRow& symbol)
{
    json.beginObject().member("function", symbol.name).key("address").hex(symbol.address);
    if (symbol.sizeBytes != 0)
        json.member("size", symbol.sizeBytes);
    json.optional("module", symbol.module);
    if (symbol.fromSymbolTable)
        json.member("from_symbol_table", true);
    json.endObject();
}

void writeInstruction(json::JsonWriter& json,
                      const engine::CodeInstruction& instruction,
                      const engine::CodeAnswer& answer)
{
    json.beginObject().key("address").hex(instruction.address);
    json.member("bytes", hexOfBytes(instruction.bytes)).textIfAny("text", instruction.text);
    json.optionalHex("target", instruction.target).textIfAny("meaning", instruction.meaning);
    if (instruction.differs)
        json.member("differs_from_file", true);
    if (answer.current == instruction.address)
        json.member("current", true);
    if (instruction.position < answer.positions.size()) {
        const auto& position = answer.positions[instruction.position];
        json.textIfAny("function", position.function);
        if (position.line != 0)
            json.member("lineno", position.line);
    }
    json.endObject();
}

std::string_view codeProblem(engine::CodeAnswer::State state)
{
    switch (state) {
    case engine::CodeAnswer::State::NoFrame: return "the frame has no address";
    case engine::CodeAnswer::State::NoBytes:
        return "neither the crash file nor a module's file has the code";
    case engine::CodeAnswer::State::NoDecoder: return "code of this CPU cannot be decoded";
    case engine::CodeAnswer::State::DecoderMissing:
        return "the disassembler of this program cannot be used";
    case engine::CodeAnswer::State::NoCode: return "the bytes are no instruction";
    default: return "the crash was not resolved here";
    }
}

void writeLayoutPart(json::JsonWriter& json, const variables::LayoutPart& part)
{
    json.beginObject().member("kind", variables::layoutPartName(part.kind));
    json.textIfAny("name", part.name).textIfAny("type", part.type);
    if (part.kind == variables::LayoutPart::Kind::Enumerator)
        json.member("value", part.value);
    json.optional("offset", part.offsetBytes).optional("size", part.sizeBytes);
    if (part.bitCount != 0)
        json.member("bit_offset", part.bitOffset).member("bit_count", part.bitCount);
    json.endObject();
}

/// Bytes from the place on, as far as they are known.
std::size_t knownFrom(const engine::MemoryAnswer& answer, std::size_t at)
{
    auto end = at;
    while (end < answer.bytes.size() && answer.origins[end] != engine::MemoryAnswer::Origin::None)
        ++end;
    return end - at;
}

} // namespace

Result<std::string> codeJson(const engine::CodeAnswer& answer)
{
    if (answer.state == engine::CodeAnswer::State::BadPlace)
        return badPlace(answer.problem);
    if (answer.state != engine::CodeAnswer::State::Known)
        return fail(ErrorKind::NotFound, codeProblem(answer.state));
    std::string text;
    json::JsonWriter json(text);
    json.beginArray();
    for (const auto& instruction : answer.instructions)
        writeInstruction(json, instruction, answer);
    json.endArray();
    return text;
}

Result<std::string> memoryJson(const engine::MemoryAnswer& answer, redact::Profile profile)
{
    if (answer.state == engine::MemoryAnswer::State::BadPlace)
        return badPlace(answer.problem);
    if (answer.state != engine::MemoryAnswer::State::Known)
        return notResolved();
    const auto begin = static_cast<std::size_t>(answer.address - answer.first);
    const auto known = begin < answer.bytes.size() ? knownFrom(answer, begin) : 0;
    if (known == 0)
        return fail(ErrorKind::NotFound, "the crash file does not have the memory at ",
                    Hex{answer.address});
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().key("address").hex(answer.address).member("size", std::uint64_t{known});
    if (profile == redact::Profile::Full)
        json.member("bytes", hexOfBytes(Bytes(answer.bytes).subspan(begin, known)));
    json.key("words").beginArray();
    for (const auto& word : answer.words) {
        if (word.address < answer.address || word.address >= answer.address + known)
            continue;
        json.beginObject().key("address").hex(word.address);
        writeWord(json, word, profile);
        json.endObject();
    }
    json.endArray();
    if (!answer.registers.empty()) {
        json.key("registers").beginObject();
        for (const auto& [name, value] : answer.registers)
            json.key(name).hex(value);
        json.endObject();
    }
    json.endObject();
    return text;
}

Result<std::string> addressJson(const engine::AddressAnswer& answer, redact::Profile profile)
{
    if (answer.state == engine::AddressAnswer::State::BadPlace)
        return badPlace(answer.problem);
    if (answer.state != engine::AddressAnswer::State::Known)
        return notResolved();
    std::string text;
    json::JsonWriter json(text);
    json.beginObject();
    writeWord(json, answer.word, profile);
    if (answer.module)
        json.member("module", *answer.module).key("module_offset").hex(answer.moduleOffset);
    const auto write = [&json](std::string_view key, const std::optional<engine::SymbolRow>& row) {
        if (row) {
            json.key(key);
            writeSymbol(json, *row);
        }
    };
    write("symbol", answer.symbol);
    write("before", answer.before);
    write("after", answer.after);
    if (answer.region) {
        json.key("region");
        writeRegion(json, *answer.region, profile);
    }
    json.endObject();
    return text;
}

Result<std::string> mapJson(const engine::MapAnswer& answer, redact::Profile profile)
{
    if (answer.state != engine::MapAnswer::State::Known)
        return notResolved();
    std::string text;
    json::JsonWriter json(text);
    json.beginArray();
    for (const auto& region : answer.regions)
        writeRegion(json, region, profile);
    json.endArray();
    return text;
}

Result<std::string> symbolsJson(const engine::SymbolsAnswer& answer)
{
    if (answer.state == engine::SymbolsAnswer::State::BadPattern)
        return fail(ErrorKind::Malformed, answer.detail);
    if (answer.state != engine::SymbolsAnswer::State::Known)
        return notResolved();
    std::string text;
    json::JsonWriter json(text);
    json.beginArray();
    for (const auto& symbol : answer.symbols)
        writeSymbol(json, symbol);
    json.endArray();
    return text;
}

Result<std::string> typesJson(const engine::TypesAnswer& answer)
{
    if (answer.state != engine::TypesAnswer::State::Known)
        return notResolved();
    if (answer.types.empty())
        return fail(ErrorKind::NotFound, "no debug info at hand has a type of this name");
    std::string text;
    json::JsonWriter json(text);
    if (answer.types.size() == 1) {
        writeLayout(json, answer.types.front());
        return text;
    }
    json.beginArray();
    for (const auto& layout : answer.types)
        writeLayout(json, layout);
    json.endArray();
    return text;
}

std::string variablesJson(const std::vector<Variable>& variables)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginArray();
    for (const auto& variable : variables)
        report::writeVariable(json, variable);
    json.endArray();
    return text;
}

void writeLayout(json::JsonWriter& json, const variables::TypeLayout& layout)
{
    json.beginObject().member("kind", layout.kind).member("name", layout.name);
    json.textIfAny("target", layout.target).optional("size", layout.sizeBytes);
    json.member("holes", layout.holeCount).member("hole_bytes", layout.holeBytes);
    if (layout.isCut)
        json.member("is_cut", true);
    json.key("parts").beginArray();
    for (const auto& part : layout.parts)
        writeLayoutPart(json, part);
    json.endArray().endObject();
}

} // namespace faultline::query
