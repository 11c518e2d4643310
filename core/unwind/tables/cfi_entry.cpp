// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/cfi_entry.h"

#include "core/base/byte_reader.h"
#include "core/unwind/tables/dwarf_pointer.h"

#include <algorithm>

namespace faultline::unwind {

namespace {

constexpr std::size_t kMaxAugmentation = 32; // With the NUL. Real ones have up to eight letters.
constexpr std::uint32_t kDwarf64Escape = 0xffffffff;
constexpr std::uint64_t kDebugFrameCommonId32 = 0xffffffff;
constexpr std::uint64_t kDebugFrameCommonId64 = 0xffffffffffffffff;

PointerBases basesOf(const CfiSection& section, unsigned addressSize)
{
    PointerBases bases;
    bases.section = section.address;
    bases.text = section.textAddress;
    bases.data = section.dataAddress;
    bases.addressSize = addressSize;
    return bases;
}

std::unexpected<Error>
malformed(const CfiSection& section, std::uint64_t offset, std::string_view what)
{
    const auto name = section.kind == CfiSection::Kind::EhFrame ? "eh_frame" : "debug_frame";
    return fail(ErrorKind::Malformed, name, " record at offset ", Hex{offset}, ": ", what);
}

/// A reader over the section up to the record's end, positioned at the body. Its offsets are those
/// of the section.
ByteReader bodyReader(const CfiSection& section, const CfiRecord& record)
{
    ByteReader reader(section.bytes.span().first(record.endOffset), section.order);
    reader.seek(record.bodyOffset);
    return reader;
}

/// Reads one letter of a 'z' augmentation. False for an unknown letter, whose data cannot be
/// skipped.
bool readAugmentation(char letter,
                      ByteReader& reader,
                      const PointerBases& bases,
                      CommonEntry& entry)
{
    switch (letter) {
    case 'R': entry.pointerEncoding = reader.u8(); return true;
    case 'L': reader.u8(); return true;
    case 'P': {
        const auto encoding = reader.u8();
        return encoding == kOmittedPointer ||
               readEncodedPointer(reader, encoding, bases).has_value();
    }
    case 'S': entry.isSignalFrame = true; return true;
    case 'B': // The return address is signed with the B key. Stripping the signature needs no key.
    case 'G': return true; // Memory-tagged stack frame; the letter has no data.
    default: return false;
    }
}

Result<void> readAugmentations(const CfiSection& section,
                               std::uint64_t offset,
                               std::string_view text,
                               ByteReader& reader,
                               CommonEntry& entry)
{
    if (text.empty())
        return {};
    if (text.front() != 'z')
        return malformed(section, offset, concat("augmentation \"", text, "\" is not known"));
    entry.hasAugmentationData = true;
    const auto sizeBytes = reader.uleb128();
    const auto begin = reader.offset();
    const auto bases = basesOf(section, entry.addressSize);
    for (const char letter : text.substr(1)) {
        // Unknown letters are skipped by the augmentation's size. The letters after them are not
        // read.
        if (!readAugmentation(letter, reader, bases, entry))
            break;
    }
    if (!reader.ok() || sizeBytes > reader.span().size() - begin)
        return malformed(section, offset,
                         concat("augmentation data of ", sizeBytes, " bytes does not fit"));
    reader.seek(begin + sizeBytes);
    return {};
}

/// Version 4 of `.debug_frame` adds the address and segment sizes.
bool readSizes(ByteReader& reader, std::uint8_t version, CommonEntry& entry)
{
    if (version < 4)
        return true;
    entry.addressSize = reader.u8();
    entry.segmentSize = reader.u8();
    const bool knownAddress =
        entry.addressSize == 2 || entry.addressSize == 4 || entry.addressSize == 8;
    return knownAddress && entry.segmentSize <= 8;
}

Result<CommonEntry> readCommonEntry(const CfiSection& section, std::uint64_t offset)
{
    FL_TRY(const auto record, readCfiRecord(section, offset));
    if (!record.isCommon)
        return malformed(section, offset, "expected a common information entry");
    auto reader = bodyReader(section, record);
    CommonEntry entry;
    entry.addressSize = section.addressSize;
    const auto version = reader.u8();
    if (version != 1 && version != 3 && version != 4)
        return malformed(section, offset, concat("version ", version, " is not known"));
    // Every frame entry reads its common entry, so that is not searched for the end of a text.
    const auto rest = reader.span().subspan(reader.offset());
    auto augmentation = ByteReader(rest.first(std::min(rest.size(), kMaxAugmentation))).cString();
    reader.skip(augmentation.size() + 1);
    if (augmentation ==
        "eh") { // GCC 2: a pointer to exception data precedes the alignment factors.
        reader.skip(entry.addressSize);
        augmentation = {};
    }
    if (!readSizes(reader, version, entry))
        return malformed(section, offset, "address or segment size out of range");
    entry.codeAlignment = reader.uleb128();
    entry.dataAlignment = reader.sleb128();
    entry.returnRegister = version == 1 ? reader.u8() : reader.uleb128();
    FL_CHECK(readAugmentations(section, offset, augmentation, reader, entry));
    if (!reader.ok())
        return malformed(section, offset, "the common information entry ends early");
    entry.instructionsOffset = reader.offset();
    entry.instructions = reader.bytes(reader.remaining());
    return entry;
}

} // namespace

Result<CfiRecord> readCfiRecord(const CfiSection& section, std::uint64_t offset)
{
    ByteReader reader(section.bytes.span(), section.order);
    reader.seek(offset);
    std::uint64_t length = reader.u32();
    const bool is64 = length == kDwarf64Escape;
    if (is64)
        length = reader.u64();
    if (!reader.ok() || length > reader.remaining())
        return malformed(section, offset, concat("length ", Hex{length}, " exceeds the section"));
    CfiRecord record;
    record.endOffset = reader.offset() + static_cast<std::size_t>(length);
    if (length == 0) {
        record.isTerminator = true;
        return record;
    }
    const auto idOffset = reader.offset();
    const bool isEh = section.kind == CfiSection::Kind::EhFrame;
    const auto id = is64 && !isEh ? reader.u64() : reader.u32();
    record.bodyOffset = reader.offset();
    if (!reader.ok() || record.bodyOffset > record.endOffset)
        return malformed(section, offset, "too short for its id");
    if (isEh) {
        record.isCommon = id == 0;
        if (id > idOffset)
            return malformed(
                section, offset,
                concat("common entry ", Hex{id}, " bytes back lies before the section"));
        record.commonOffset = idOffset - id;
    } else {
        record.isCommon = id == (is64 ? kDebugFrameCommonId64 : kDebugFrameCommonId32);
        record.commonOffset = id;
    }
    return record;
}

Result<FrameEntry> readFrameEntry(const CfiSection& section, std::uint64_t offset)
{
    FL_TRY(const auto record, readCfiRecord(section, offset));
    if (record.isCommon || record.isTerminator)
        return malformed(section, offset, "expected a frame description entry");
    FL_TRY(auto common, readCommonEntry(section, record.commonOffset));
    auto reader = bodyReader(section, record);
    reader.skip(common.segmentSize);
    const auto begin =
        readEncodedPointer(reader, common.pointerEncoding, basesOf(section, common.addressSize));
    const auto size = readEncodedNumber(reader, common.pointerEncoding, common.addressSize);
    if (!begin || !size || begin->isIndirect)
        return malformed(
            section, offset,
            concat("addresses with encoding ", Hex{common.pointerEncoding}, " cannot be read"));
    FrameEntry entry;
    entry.begin = begin->value;
    entry.sizeBytes = common.addressSize == 4 ? *size & 0xffffffff : *size;
    if (common.hasAugmentationData)
        reader.skip(reader.uleb128());
    if (!reader.ok())
        return malformed(section, offset, "the augmentation data does not fit");
    entry.instructionsOffset = reader.offset();
    entry.instructions = reader.bytes(reader.remaining());
    entry.common = common;
    return entry;
}

} // namespace faultline::unwind
