// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/codeview/variable_records.h"

#include <algorithm>

namespace faultline::codeview {

namespace {

constexpr std::uint64_t kPrefixBytes = 4;

/// The content of a record of this kind; a failed reader for others.
ByteReader contentOf(const CodeViewRecord& record, std::uint16_t kind)
{
    ByteReader reader(record.bytes);
    reader.skip(kPrefixBytes);
    if (record.kind != kind)
        reader.setFailed();
    return reader;
}

template <class T>
std::optional<T> finish(const ByteReader& reader, T value)
{
    return reader.ok() ? std::optional<T>(std::move(value)) : std::nullopt;
}

/// CV_LVAR_ADDR_RANGE, and its gaps up to the end of the record.
CodeRange readRange(ByteReader& reader)
{
    CodeRange range;
    range.offset = reader.u32();
    range.section = reader.u16();
    range.sizeBytes = reader.u16();
    while (reader.remaining() >= 4) {
        const auto offset = reader.u16();
        range.gaps.push_back({offset, reader.u16()});
    }
    return range;
}

void readRegisterPlace(ByteReader& reader, bool isPart, PlaceRecord& place)
{
    place.kind = PlaceRecord::Kind::Register;
    place.registerNumber = reader.u16();
    place.isDoubtful = (reader.u16() & 1) != 0;
    if (isPart)
        place.partAt = reader.u32() & 0xfff;
}

void readRelativePlace(ByteReader& reader, PlaceRecord& place)
{
    place.kind = PlaceRecord::Kind::RegisterRelative;
    place.registerNumber = reader.u16();
    const auto flags = reader.u16();
    place.offset = reader.i32();
    if ((flags & 1) != 0) // A member of a structure that was spilled.
        place.partAt = flags >> 4;
}

} // namespace

bool CodeRange::contains(std::uint16_t inSection, std::uint32_t address) const
{
    if (inSection != section || address < offset || address - offset >= sizeBytes)
        return false;
    const auto at = address - offset;
    return std::ranges::none_of(
        gaps, [at](const Gap& gap) { return at >= gap.offset && at - gap.offset < gap.sizeBytes; });
}

std::optional<LocalRecord> readLocal(const CodeViewRecord& record)
{
    auto reader = contentOf(record, kSymLocal);
    LocalRecord local;
    local.type = reader.u32();
    local.isParameter = (reader.u16() & 1) != 0;
    local.name = reader.cString();
    return finish(reader, local);
}

bool isPlaceKind(std::uint16_t kind)
{
    constexpr std::uint16_t kHlsl = 0x1150;
    constexpr std::uint16_t kDpcPointerTag = 0x1157;
    return (kind >= kSymDefRange && kind <= kSymDefRangeRegisterRelative) || kind == kHlsl ||
           kind == kDpcPointerTag;
}

std::optional<PlaceRecord> readPlace(const CodeViewRecord& record)
{
    if (!isPlaceKind(record.kind))
        return std::nullopt;
    auto reader = contentOf(record, record.kind);
    PlaceRecord place;
    switch (record.kind) {
    case kSymDefRange: reader.skip(4); break;
    case kSymDefRangeSubfield: reader.skip(8); break;
    case kSymDefRangeRegister: readRegisterPlace(reader, false, place); break;
    case kSymDefRangeSubfieldRegister: readRegisterPlace(reader, true, place); break;
    case kSymDefRangeRegisterRelative: readRelativePlace(reader, place); break;
    case kSymDefRangeFramePointer:
    case kSymDefRangeFramePointerFullScope:
        place.kind = PlaceRecord::Kind::FramePointer;
        place.offset = reader.i32();
        break;
    default: return finish(reader, place);
    }
    if (record.kind != kSymDefRangeFramePointerFullScope)
        place.range = readRange(reader);
    return finish(reader, std::move(place));
}

std::optional<ScopeVariableRecord> readScopeVariable(const CodeViewRecord& record)
{
    auto reader = contentOf(record, record.kind);
    ScopeVariableRecord variable;
    switch (record.kind) {
    case kSymRegister:
        variable.type = reader.u32();
        variable.registerNumber = reader.u16();
        break;
    case kSymRegisterRelative32:
        variable.offset = reader.i32();
        variable.type = reader.u32();
        variable.registerNumber = reader.u16();
        break;
    case kSymBasePointerRelative32:
        variable.offset = reader.i32();
        variable.type = reader.u32();
        break;
    default: return std::nullopt;
    }
    variable.name = reader.cString();
    return finish(reader, variable);
}

std::optional<DataRecord> readData(const CodeViewRecord& record)
{
    DataRecord data;
    data.isOfThread = record.kind == kSymLocalThread32 || record.kind == kSymGlobalThread32;
    if (!data.isOfThread && record.kind != kSymLocalData32 && record.kind != kSymGlobalData32)
        return std::nullopt;
    auto reader = contentOf(record, record.kind);
    data.type = reader.u32();
    data.offset = reader.u32();
    data.section = reader.u16();
    data.name = reader.cString();
    return finish(reader, data);
}

std::optional<ConstantRecord> readConstant(const CodeViewRecord& record)
{
    auto reader = contentOf(record, kSymConstant);
    ConstantRecord constant;
    constant.type = reader.u32();
    constant.value = readNumeric(reader).value_or(Numeric());
    constant.name = reader.cString();
    return finish(reader, constant);
}

std::optional<TypeNameRecord> readTypeName(const CodeViewRecord& record)
{
    auto reader = contentOf(record, kSymUdt);
    TypeNameRecord name;
    name.type = reader.u32();
    name.name = reader.cString();
    return finish(reader, name);
}

std::optional<BlockRecord> readBlock(const CodeViewRecord& record)
{
    auto reader = contentOf(record, kSymBlock32);
    BlockRecord block;
    reader.skip(8); // The records of its parent and of its end.
    block.sizeBytes = reader.u32();
    block.offset = reader.u32();
    block.section = reader.u16();
    return finish(reader, block);
}

std::optional<FrameRecord> readFrame(const CodeViewRecord& record)
{
    auto reader = contentOf(record, kSymFrameProc);
    FrameRecord frame;
    frame.frameBytes = reader.u32();
    reader.skip(8); // Padding, and where it is.
    frame.savedRegisterBytes = reader.u32();
    reader.skip(6); // The handler of exceptions.
    const auto flags = reader.u32();
    frame.allocatesMore = (flags & 1) != 0;
    frame.locals = static_cast<FrameRecord::Base>(flags >> 14 & 3);
    frame.parameters = static_cast<FrameRecord::Base>(flags >> 16 & 3);
    frame.isOptimized = (flags >> 20 & 1) != 0;
    return finish(reader, frame);
}

std::optional<std::string_view> readCompiler(const CodeViewRecord& record)
{
    auto reader = contentOf(record, kSymCompile3);
    reader.skip(22); // Flags, the CPU, the versions of both ends as numbers.
    const auto name = reader.cString();
    return finish(reader, name);
}

std::optional<BodyRecord> readBody(const CodeViewRecord& procedure)
{
    auto reader = contentOf(procedure, procedure.kind);
    reader.skip(16); // The records of its parent, its end and the next one; the size of its code.
    BodyRecord body;
    body.begin = reader.u32();
    body.end = reader.u32();
    return finish(reader, body);
}

} // namespace faultline::codeview
