// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/codeview/codeview_records.h"

#include "core/base/byte_reader.h"

// LLVM's inline functions check invariants with assert(); outside bytes must never reach abort().
#ifndef NDEBUG
#define NDEBUG
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <llvm/ADT/StringExtras.h>
#include <llvm/DebugInfo/CodeView/DebugChecksumsSubsection.h>
#include <llvm/DebugInfo/CodeView/DebugInlineeLinesSubsection.h>
#include <llvm/DebugInfo/CodeView/DebugLinesSubsection.h>
#include <llvm/DebugInfo/CodeView/Line.h>
#include <llvm/DebugInfo/CodeView/RecordSerialization.h>
#include <llvm/DebugInfo/CodeView/SymbolDeserializer.h>
#include <llvm/DebugInfo/CodeView/TypeDeserializer.h>
#pragma GCC diagnostic pop

namespace faultline::codeview {

namespace {

namespace cv = llvm::codeview;

constexpr std::size_t kPrefixBytes = 4;

llvm::ArrayRef<std::uint8_t> asArray(Bytes bytes)
{
    const auto text = asText(bytes);
    return llvm::arrayRefFromStringRef(llvm::StringRef(text.data(), text.size()));
}

std::string_view asView(llvm::StringRef text)
{
    return {text.data(), text.size()};
}

/// A decoded record; nothing when LLVM refuses it. LLVM's errors must be looked at or they end the
/// process.
template <class Record>
std::optional<Record> deserialize(const CodeViewRecord& record)
{
    if (record.bytes.size() < kPrefixBytes)
        return std::nullopt;
    auto result =
        cv::SymbolDeserializer::deserializeAs<Record>(cv::CVSymbol(asArray(record.bytes)));
    if (!result) {
        llvm::consumeError(result.takeError());
        return std::nullopt;
    }
    return std::move(*result);
}

template <class Record>
bool deserializeType(Bytes bytes, Record& record)
{
    cv::CVType type(asArray(bytes));
    if (auto error = cv::TypeDeserializer::deserializeAs(type, record)) {
        llvm::consumeError(std::move(error));
        return false;
    }
    return true;
}

TypeRecord recordOf(TypeRecord::Kind kind)
{
    TypeRecord record;
    record.kind = kind;
    return record;
}

std::optional<TypeRecord> finish(bool ok, TypeRecord record)
{
    return ok ? std::optional(std::move(record)) : std::nullopt;
}

template <class Record>
std::optional<TypeRecord> readNamed(Bytes bytes)
{
    Record decoded;
    auto record = recordOf(TypeRecord::Kind::Named);
    const bool ok = deserializeType(bytes, decoded);
    record.name = asView(decoded.getName());
    if constexpr (requires { decoded.getSize(); })
        record.sizeBytes = decoded.getSize();
    else
        record.target = decoded.getUnderlyingType().getIndex();
    return finish(ok, std::move(record));
}

/// Kinds of class records that Visual Studio 2019 wrote for a while (16.8). They have 32 bits of
/// properties first, and the member count after the indexes. LLVM has no reader for them. Source:
/// microsoft/microsoft-pdb, issue 50; seen in programs of version 16.8.
constexpr std::uint16_t kLongClass = 0x1608;
constexpr std::uint16_t kLongStructure = 0x1609;

std::optional<TypeRecord> readLongClass(Bytes bytes)
{
    constexpr std::size_t kSizeAt = kPrefixBytes + 4 + 3 * 4 + 2;
    if (bytes.size() < kSizeAt)
        return std::nullopt;
    llvm::BinaryByteStream stream(asArray(bytes.subspan(kSizeAt)), llvm::endianness::little);
    llvm::BinaryStreamReader reader(stream);
    auto record = recordOf(TypeRecord::Kind::Named);
    llvm::StringRef name;
    auto error = cv::consume_numeric(reader, record.sizeBytes);
    if (!error)
        error = reader.readCString(name);
    record.name = asView(name);
    const bool ok = !error;
    llvm::consumeError(std::move(error));
    return finish(ok, std::move(record));
}

TypeRecord::PointerMode modeOf(cv::PointerMode mode)
{
    switch (mode) {
    case cv::PointerMode::LValueReference: return TypeRecord::PointerMode::LvalueReference;
    case cv::PointerMode::RValueReference: return TypeRecord::PointerMode::RvalueReference;
    case cv::PointerMode::PointerToDataMember:
    case cv::PointerMode::PointerToMemberFunction: return TypeRecord::PointerMode::ToMember;
    case cv::PointerMode::Pointer: break;
    }
    return TypeRecord::PointerMode::Pointer;
}

std::optional<TypeRecord> readPointer(Bytes bytes)
{
    cv::PointerRecord decoded;
    const bool ok = deserializeType(bytes, decoded);
    auto record = recordOf(TypeRecord::Kind::Pointer);
    record.target = decoded.getReferentType().getIndex();
    record.pointerMode = modeOf(decoded.getMode());
    record.isConst = decoded.isConst();
    record.sizeBytes = decoded.getSize();
    return finish(ok, std::move(record));
}

std::optional<TypeRecord> readModifier(Bytes bytes)
{
    cv::ModifierRecord decoded;
    const bool ok = deserializeType(bytes, decoded);
    auto record = recordOf(TypeRecord::Kind::Modifier);
    record.target = decoded.getModifiedType().getIndex();
    record.isConst =
        (decoded.getModifiers() & cv::ModifierOptions::Const) != cv::ModifierOptions::None;
    return finish(ok, std::move(record));
}

bool isConstructor(cv::FunctionOptions options)
{
    return (options & cv::FunctionOptions::Constructor) != cv::FunctionOptions::None;
}

std::optional<TypeRecord> readProcedureType(Bytes bytes)
{
    cv::ProcedureRecord decoded;
    const bool ok = deserializeType(bytes, decoded);
    auto record = recordOf(TypeRecord::Kind::Procedure);
    record.target = decoded.getReturnType().getIndex();
    record.arguments = decoded.getArgumentList().getIndex();
    record.isConstructor = isConstructor(decoded.getOptions());
    return finish(ok, std::move(record));
}

std::optional<TypeRecord> readMemberFunction(Bytes bytes)
{
    cv::MemberFunctionRecord decoded;
    const bool ok = deserializeType(bytes, decoded);
    auto record = recordOf(TypeRecord::Kind::MemberFunction);
    record.target = decoded.getReturnType().getIndex();
    record.scope = decoded.getClassType().getIndex();
    record.thisType = decoded.getThisType().getIndex();
    record.arguments = decoded.getArgumentList().getIndex();
    record.isConstructor = isConstructor(decoded.getOptions());
    return finish(ok, std::move(record));
}

std::optional<TypeRecord> readArgumentList(Bytes bytes)
{
    cv::ArgListRecord decoded;
    const bool ok = deserializeType(bytes, decoded);
    auto record = recordOf(TypeRecord::Kind::ArgumentList);
    for (const auto index : decoded.getIndices())
        record.list.push_back(index.getIndex());
    return finish(ok, std::move(record));
}

std::optional<TypeRecord> readArray(Bytes bytes)
{
    cv::ArrayRecord decoded;
    const bool ok = deserializeType(bytes, decoded);
    auto record = recordOf(TypeRecord::Kind::Array);
    record.target = decoded.getElementType().getIndex();
    record.sizeBytes = decoded.getSize();
    return finish(ok, std::move(record));
}

std::optional<TypeRecord> readFunctionId(Bytes bytes)
{
    cv::FuncIdRecord decoded;
    const bool ok = deserializeType(bytes, decoded);
    auto record = recordOf(TypeRecord::Kind::FunctionId);
    record.scope = decoded.getParentScope().getIndex();
    record.target = decoded.getFunctionType().getIndex();
    record.name = asView(decoded.getName());
    return finish(ok, std::move(record));
}

std::optional<TypeRecord> readMemberFunctionId(Bytes bytes)
{
    cv::MemberFuncIdRecord decoded;
    const bool ok = deserializeType(bytes, decoded);
    auto record = recordOf(TypeRecord::Kind::MemberFunctionId);
    record.scope = decoded.getClassType().getIndex();
    record.target = decoded.getFunctionType().getIndex();
    record.name = asView(decoded.getName());
    return finish(ok, std::move(record));
}

std::optional<TypeRecord> readStringId(Bytes bytes)
{
    cv::StringIdRecord decoded;
    const bool ok = deserializeType(bytes, decoded);
    auto record = recordOf(TypeRecord::Kind::StringId);
    record.name = asView(decoded.getString());
    return finish(ok, std::move(record));
}

bool isProcedureKind(std::uint16_t kind)
{
    switch (kind) {
    case kSymLocalProc32:
    case kSymGlobalProc32:
    case kSymLocalProc32Id:
    case kSymGlobalProc32Id:
    case kSymLocalProc32Dpc:
    case kSymLocalProc32DpcId: return true;
    default: return false;
    }
}

/// Runs the annotations' little state machine. Sources: microsoft-pdb cvinfo.h, CodeViewInfo binary
/// annotations; llvm/llvm-project llvm/lib/MC/MCCodeView.cpp for what LLVM writes.
std::vector<InlineLine> decodeAnnotations(const cv::InlineSiteSym& site)
{
    using Op = cv::BinaryAnnotationsOpCode;
    std::vector<InlineLine> lines;
    InlineLine state;
    const auto emit = [&](std::optional<std::uint32_t> sizeBytes) {
        lines.push_back(state);
        lines.back().sizeBytes = sizeBytes;
    };
    const auto addLines = [&](std::int32_t delta) { // Deltas are outside data: they may wrap.
        state.lineDelta = static_cast<std::int32_t>(static_cast<std::uint32_t>(state.lineDelta) +
                                                    static_cast<std::uint32_t>(delta));
    };
    for (const auto& annotation : site.annotations()) {
        switch (annotation.OpCode) {
        case Op::CodeOffset: state.offset = annotation.U1; break;
        case Op::ChangeFile: state.file = annotation.U1; break;
        case Op::ChangeLineOffset: addLines(annotation.S1); break;
        case Op::ChangeCodeOffset:
            state.offset += annotation.U1;
            emit(std::nullopt);
            break;
        case Op::ChangeCodeOffsetAndLineOffset:
            state.offset += annotation.U1;
            addLines(annotation.S1);
            emit(std::nullopt);
            break;
        case Op::ChangeCodeLengthAndCodeOffset:
            state.offset += annotation.U2;
            emit(annotation.U1);
            break;
        case Op::ChangeCodeLength: // Ends the line before it; the next one is counted from there.
            if (!lines.empty() && !lines.back().sizeBytes)
                lines.back().sizeBytes = annotation.U1;
            state.offset += annotation.U1;
            break;
        default: break; // Columns and range kinds.
        }
    }
    return lines;
}

/// The record is an S_INLINESITE with a count of calls before the annotations. LLVM has no reader
/// for it.
std::optional<InlineSiteRecord> readInlineSite2(const CodeViewRecord& record)
{
    ByteReader reader(record.bytes);
    reader.skip(kPrefixBytes + 8); // Scope.
    cv::InlineSiteSym site(cv::SymbolRecordKind::InlineSiteSym);
    site.Inlinee = cv::TypeIndex(reader.u32());
    reader.skip(4);
    if (!reader.ok())
        return std::nullopt;
    site.AnnotationData = asArray(reader.bytes(reader.remaining())).vec();
    return InlineSiteRecord{site.Inlinee.getIndex(), decodeAnnotations(site)};
}

} // namespace

std::optional<CodeViewRecord> CodeViewRecords::next()
{
    ByteReader reader(m_stream);
    reader.seek(m_offset);
    if (!reader.ok() || reader.atEnd())
        return std::nullopt;
    const auto length = reader.u16(); // Counts the kind but not itself.
    const auto kind = reader.u16();
    if (!reader.ok() || length < 2 || !rangeFits(m_offset, length + 2ull, m_stream.size())) {
        m_damaged = true;
        return std::nullopt;
    }
    const CodeViewRecord record{kind, static_cast<std::uint32_t>(m_offset),
                                m_stream.subspan(static_cast<std::size_t>(m_offset), length + 2u)};
    m_offset += length + 2u;
    return record;
}

std::optional<ProcedureRecord> readProcedure(const CodeViewRecord& record)
{
    if (!isProcedureKind(record.kind))
        return std::nullopt;
    const auto decoded = deserialize<cv::ProcSym>(record);
    if (!decoded)
        return std::nullopt;
    const bool typeIsId = record.kind == kSymLocalProc32Id || record.kind == kSymGlobalProc32Id ||
                          record.kind == kSymLocalProc32DpcId;
    return ProcedureRecord{decoded->CodeSize, decoded->FunctionType.getIndex(),
                           typeIsId,          decoded->CodeOffset,
                           decoded->Segment,  asView(decoded->Name)};
}

std::optional<SeparatedCodeRecord> readSeparatedCode(const CodeViewRecord& record)
{
    if (record.kind != kSymSeparatedCode)
        return std::nullopt;
    ByteReader reader(
        record.bytes); // LLVM has no reader for this record; layout: cvinfo.h, SEPCODESYM.
    reader.skip(kPrefixBytes);
    SeparatedCodeRecord result;
    result.parent = reader.u32();
    reader.skip(4); // End of the scope.
    result.codeBytes = reader.u32();
    reader.skip(4); // Flags.
    result.offset = reader.u32();
    result.parentOffset = reader.u32();
    result.section = reader.u16();
    result.parentSection = reader.u16();
    return reader.ok() ? std::optional(result) : std::nullopt;
}

std::optional<PublicRecord> readPublic(const CodeViewRecord& record)
{
    if (record.kind != kSymPublic32)
        return std::nullopt;
    const auto decoded = deserialize<cv::PublicSym32>(record);
    if (!decoded)
        return std::nullopt;
    return PublicRecord{decoded->Offset, decoded->Segment, asView(decoded->Name)};
}

std::optional<InlineSiteRecord> readInlineSite(const CodeViewRecord& record)
{
    if (record.kind == kSymInlineSite2)
        return readInlineSite2(record);
    if (record.kind != kSymInlineSite)
        return std::nullopt;
    const auto decoded = deserialize<cv::InlineSiteSym>(record);
    if (!decoded)
        return std::nullopt;
    return InlineSiteRecord{decoded->Inlinee.getIndex(), decodeAnnotations(*decoded)};
}

std::optional<TypeRecord> readType(Bytes record)
{
    if (record.size() < kPrefixBytes)
        return std::nullopt;
    ByteReader prefix(record);
    prefix.skip(2);
    switch (prefix.u16()) {
    case cv::LF_CLASS:
    case cv::LF_STRUCTURE:
    case cv::LF_INTERFACE: return readNamed<cv::ClassRecord>(record);
    case kLongClass:
    case kLongStructure: return readLongClass(record);
    case cv::LF_UNION: return readNamed<cv::UnionRecord>(record);
    case cv::LF_ENUM: return readNamed<cv::EnumRecord>(record);
    case cv::LF_POINTER: return readPointer(record);
    case cv::LF_MODIFIER: return readModifier(record);
    case cv::LF_PROCEDURE: return readProcedureType(record);
    case cv::LF_MFUNCTION: return readMemberFunction(record);
    case cv::LF_ARGLIST: return readArgumentList(record);
    case cv::LF_ARRAY: return readArray(record);
    case cv::LF_FUNC_ID: return readFunctionId(record);
    case cv::LF_MFUNC_ID: return readMemberFunctionId(record);
    case cv::LF_STRING_ID: return readStringId(record);
    default: return TypeRecord{};
    }
}

std::optional<LineContribution> readLines(Bytes subsection)
{
    llvm::BinaryByteStream stream(asArray(subsection), llvm::endianness::little);
    cv::DebugLinesSubsectionRef lines;
    if (auto error = lines.initialize(llvm::BinaryStreamReader(stream))) {
        llvm::consumeError(std::move(error));
        return std::nullopt;
    }
    LineContribution result{
        lines.header()->RelocSegment, lines.header()->RelocOffset, lines.header()->CodeSize, {}};
    for (const auto& block : lines) {
        for (std::uint32_t i = 0; i < block.LineNumbers.size(); ++i) {
            const auto& number = block.LineNumbers[i];
            const cv::LineInfo info(number.Flags);
            const std::uint32_t column =
                lines.hasColumnInfo() ? std::uint32_t{block.Columns[i].StartColumn} : 0;
            if (!info.isAlwaysStepInto() &&
                !info.isNeverStepInto()) // Both mark code without a line.
                result.rows.push_back(
                    {number.Offset, info.getStartLine(), column, block.NameIndex});
        }
    }
    return result;
}

std::vector<ChecksumRecord> readChecksums(Bytes subsection)
{
    llvm::BinaryByteStream stream(asArray(subsection), llvm::endianness::little);
    cv::DebugChecksumsSubsectionRef checksums;
    std::vector<ChecksumRecord> result;
    if (auto error = checksums.initialize(llvm::BinaryStreamReader(stream))) {
        llvm::consumeError(std::move(error));
        return result;
    }
    for (auto entry = checksums.begin(); entry != checksums.end(); ++entry) {
        const auto text = llvm::toStringRef(entry->Checksum);
        result.push_back({entry.offset(), entry->FileNameOffset,
                          static_cast<std::uint8_t>(entry->Kind), asBytes(asView(text))});
    }
    return result;
}

std::vector<InlineeRecord> readInlinees(Bytes subsection)
{
    llvm::BinaryByteStream stream(asArray(subsection), llvm::endianness::little);
    cv::DebugInlineeLinesSubsectionRef inlinees;
    std::vector<InlineeRecord> result;
    if (auto error = inlinees.initialize(llvm::BinaryStreamReader(stream))) {
        llvm::consumeError(std::move(error));
        return result;
    }
    for (const auto& line : inlinees)
        result.push_back(
            {line.Header->Inlinee.getIndex(), line.Header->FileID, line.Header->SourceLineNum});
    return result;
}

} // namespace faultline::codeview
