// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/code_view.h"

#include "core/base/byte_reader.h"
#include "core/formats/crash/minidump/strings.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

constexpr std::uint32_t kPdb70 = 0x53445352;      // "RSDS"
constexpr std::uint32_t kPdb20 = 0x3031424e;      // "NB10"
constexpr std::uint32_t kElfBuildId = 0x4270454c; // "LEpB"; Breakpad writes it as "BpEL".
constexpr std::size_t kGuidBytes = 16;

bool allZero(Bytes bytes)
{
    return std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{0}; });
}

CodeView readPdb70(ByteReader& reader)
{
    CodeView record{.kind = CodeView::Kind::Pdb70, .debugId = {}, .debugFile = {}, .buildId = {}};
    const auto guid = reader.bytes(kGuidBytes);
    const auto age = reader.u32();
    if (reader.ok() && !allZero(guid))
        record.debugId = DebugId::fromGuid(guid, age, reader.order());
    record.debugFile = textUpToNul(reader.bytes(reader.remaining()));
    return record;
}

CodeView readPdb20(ByteReader& reader)
{
    CodeView record{.kind = CodeView::Kind::Pdb20, .debugId = {}, .debugFile = {}, .buildId = {}};
    reader.skip(4); // Offset of the debug information in the PDB; always 0.
    const auto timestamp = reader.u32();
    const auto age = reader.u32();
    if (timestamp != 0 || age != 0)
        record.debugId = DebugId::fromPdb20(timestamp, age);
    record.debugFile = textUpToNul(reader.bytes(reader.remaining()));
    return record;
}

CodeView readElfBuildId(ByteReader& reader)
{
    CodeView record{
        .kind = CodeView::Kind::ElfBuildId, .debugId = {}, .debugFile = {}, .buildId = {}};
    const auto buildId = reader.bytes(reader.remaining());
    if (allZero(buildId))
        return record;
    record.buildId = buildId;
    record.debugId = DebugId::fromBuildId(buildId, reader.order());
    return record;
}

} // namespace

Result<CodeView> readCodeView(Bytes bytes, std::endian order)
{
    ByteReader reader(bytes, order);
    const auto signature = reader.u32();
    CodeView record;
    switch (signature) {
    case kPdb70: record = readPdb70(reader); break;
    case kPdb20: record = readPdb20(reader); break;
    case kElfBuildId: record = readElfBuildId(reader); break;
    default: break;
    }
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "codeview record ", Hex{signature}, " of ", bytes.size(),
                    " bytes is too short");
    return record;
}

} // namespace faultline::minidump
