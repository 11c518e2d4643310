// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/records/stream_fields.h"

#include "core/formats/crash/records/stream_layouts.h"

#include <array>

namespace faultline::records {

namespace {

/// How the records of a stream stand.
enum class Shape : std::uint8_t {
    One,      ///< One record.
    Grown,    ///< One record, of which older writers have fewer fields.
    Counted,  ///< A number of 32 bits, then entries (which may be aligned to 8 bytes).
    Headed,   ///< A head with the sizes of itself and of an entry, then entries.
    Ranges64, ///< A number of 64 bits, an offset of 64 bits, then entries.
    Plain,    ///< Entries only.
    Lines,    ///< A text in lines.
    Parts,    ///< Texts that end with NUL.
    Wide,     ///< One text in UTF-16.
    Text      ///< One text in bytes.
};

struct StreamLayout
{
    std::uint32_t type = 0;
    Shape shape = Shape::One;
    const RecordLayout* record = nullptr;
    const RecordLayout* head = nullptr;
};

constexpr std::uint32_t kLinuxEnviron = 0x47670007;

const std::array kStreams{
    StreamLayout{3, Shape::Counted, &kThread, nullptr},
    StreamLayout{4, Shape::Counted, &kModule, nullptr},
    StreamLayout{5, Shape::Counted, &kMemoryDescriptor, nullptr},
    StreamLayout{6, Shape::One, &kException, nullptr},
    StreamLayout{7, Shape::One, &kSystemInfo, nullptr},
    StreamLayout{9, Shape::Ranges64, &kMemoryDescriptor64, nullptr},
    StreamLayout{10, Shape::Text, nullptr, nullptr},
    StreamLayout{11, Shape::Wide, nullptr, nullptr},
    StreamLayout{12, Shape::Headed, &kHandleDescriptor, &kHandleListHead},
    StreamLayout{14, Shape::Headed, &kUnloadedModule, &kExtendedListHead},
    StreamLayout{15, Shape::Grown, &kMiscInfo, nullptr},
    StreamLayout{16, Shape::Headed, &kMemoryInfo, &kMemoryInfoListHead},
    StreamLayout{17, Shape::Headed, &kThreadInfo, &kExtendedListHead},
    StreamLayout{22, Shape::One, &kProcessVmCounters, nullptr},
    StreamLayout{24, Shape::Counted, &kThreadName, nullptr},
    StreamLayout{0x43500001, Shape::Grown, &kCrashpadInfo, nullptr},
    StreamLayout{0x47670001, Shape::One, &kBreakpadInfo, nullptr},
    StreamLayout{0x47670002, Shape::One, &kAssertionInfo, nullptr},
    StreamLayout{0x47670003, Shape::Lines, nullptr, nullptr},
    StreamLayout{0x47670004, Shape::Lines, nullptr, nullptr},
    StreamLayout{0x47670005, Shape::Lines, nullptr, nullptr},
    StreamLayout{0x47670006, Shape::Parts, nullptr, nullptr},
    StreamLayout{kLinuxEnviron, Shape::Parts, nullptr, nullptr},
    StreamLayout{0x47670008, Shape::Plain, &kAuxiliaryEntry, nullptr},
    StreamLayout{0x47670009, Shape::Lines, nullptr, nullptr},
    StreamLayout{0x4d7a0003, Shape::Lines, nullptr, nullptr},
};

/// Some writers align the entries to 8 bytes; then the bytes are four more than the number needs.
void writeCounted(FieldWriter& writer, const RecordLayout& entry)
{
    static constexpr std::array kHeadFields{FieldLayout{"NumberOfEntries"}};
    static constexpr RecordLayout kHead{"count", kHeadFields};
    const auto count = writer.number(0, 4);
    writer.writeWhole(kHead);
    const auto size = sizeOf(entry, writer.pointerBytes());
    constexpr std::uint64_t kPaddedHead = 8;
    const bool isPadded = writer.sizeBytes() >= kPaddedHead &&
                          (writer.sizeBytes() - kPaddedHead) / size == count &&
                          (writer.sizeBytes() - kPaddedHead) % size == 0 && count != 0;
    writer.writeList("entries", entry,
                     {.headBytes = isPadded ? kPaddedHead : 4, .entryBytes = size, .count = count});
}

/// The sizes are the file's own; both are at least what they must hold.
void writeHeaded(FieldWriter& writer, const StreamLayout& stream)
{
    const auto known = sizeOf(*stream.head, writer.pointerBytes());
    const auto headBytes = writer.number(0, 4);
    const auto countBytes = static_cast<unsigned>(
        stream.head->fields[2].sizeBytes == 8 ? sizeof(std::uint64_t) : sizeof(std::uint32_t));
    const ListHead head{.headBytes = headBytes,
                        .entryBytes = writer.number(4, 4),
                        .count = writer.number(8, countBytes)};
    writer.writeWhole(*stream.head);
    constexpr std::uint64_t kLeastEntry = 16;
    if (headBytes >= known && head.entryBytes >= kLeastEntry)
        writer.writeList("entries", *stream.record, head);
}

void writeRanges64(FieldWriter& writer, const RecordLayout& entry)
{
    static constexpr std::array kHeadFields{
        FieldLayout{"NumberOfMemoryRanges", FieldForm::Unsigned, 8},
        FieldLayout{"BaseRva", FieldForm::Unsigned, 8, FieldMeaning::FileOffset}};
    static constexpr RecordLayout kHead{"MINIDUMP_MEMORY64_LIST", kHeadFields};
    const auto count = writer.number(0, 8);
    writer.writeWhole(kHead);
    writer.writeList("entries", entry,
                     {.headBytes = 16, .entryBytes = sizeOf(entry, 8), .count = count});
}

void writePlain(FieldWriter& writer, const RecordLayout& entry)
{
    const auto size = sizeOf(entry, writer.pointerBytes());
    writer.writeList("entries", entry,
                     {.headBytes = 0, .entryBytes = size, .count = writer.sizeBytes() / size});
}

void writeText(FieldWriter& writer, FieldForm form)
{
    const std::array fields{
        FieldLayout{"text", form, static_cast<std::uint32_t>(writer.sizeBytes())}};
    if (writer.sizeBytes() != 0)
        writer.write({"text", fields});
}

void writeStream(FieldWriter& writer, const StreamLayout& stream)
{
    switch (stream.shape) {
    case Shape::One: writer.writeWhole(*stream.record); return;
    case Shape::Grown: writer.write(*stream.record); return;
    case Shape::Counted: writeCounted(writer, *stream.record); return;
    case Shape::Headed: writeHeaded(writer, stream); return;
    case Shape::Ranges64: writeRanges64(writer, *stream.record); return;
    case Shape::Plain: writePlain(writer, *stream.record); return;
    case Shape::Lines: writer.writeTexts('\n'); return;
    case Shape::Parts: writer.writeTexts('\0'); return;
    case Shape::Wide: writeText(writer, FieldForm::WideText); return;
    case Shape::Text: writeText(writer, FieldForm::Text); return;
    }
}

} // namespace

std::optional<DecodedFields>
decodeStream(std::uint32_t type, Bytes bytes, std::endian order, unsigned pointerBytes)
{
    for (const auto& stream : kStreams) {
        if (stream.type != type)
            continue;
        FieldWriter writer(bytes, order, pointerBytes);
        writeStream(writer, stream);
        return writer.take();
    }
    return std::nullopt;
}

bool isEnvironmentStream(std::uint32_t type)
{
    return type == kLinuxEnviron;
}

} // namespace faultline::records
