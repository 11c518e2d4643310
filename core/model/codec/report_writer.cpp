// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/codec/report_writer.h"

#include "core/base/hash.h"
#include "core/model/codec/field_writer.h"
#include "core/model/codec/report_fields.h"
#include "core/model/codec/report_format.h"

#include <array>
#include <cassert>

namespace faultline::codec {

namespace {

/// All sections but the attachments, in file order.
using Sections = std::array<ByteOutput, kSectionCount - 1>;

ByteOutput& at(Sections& sections, Section section)
{
    return sections[static_cast<std::size_t>(section)];
}

Sections makeSections(const Report& report, WriteContext& context)
{
    Sections sections;
    FieldWriter(context, at(sections, Section::Event)).write(*report.event);
    FieldWriter(context, at(sections, Section::Stacks)).write(report.stacks);
    FieldWriter(context, at(sections, Section::Modules)).write(report.modules);
    FieldWriter(context, at(sections, Section::Summary)).writeFields(report, kFieldsWithSection);
    at(sections, Section::Texts) = context.texts.section(); // Last: the others fill the pool.
    return sections;
}

ByteOutput makeHeader(const Sections& sections, const WriteContext& context)
{
    std::uint64_t offset = kHeaderBytes;
    ByteOutput table;
    for (const auto& section : sections) {
        table.u64(offset);
        table.u64(section.get().size());
        table.u64(checksum64(section.get()));
        offset += section.get().size();
    }
    std::uint64_t attached = 0;
    for (const auto& bytes : context.attachments)
        attached += bytes.size();
    table.u64(offset);
    table.u64(attached);
    table.u64(0); // Each attachment has a checksum of its own, where it is mentioned.

    ByteOutput sealed;
    sealed.u64(offset + attached);
    sealed.bytes(table.get());
    ByteOutput header;
    header.bytes(asBytes(kMagic));
    header.u32(kVersion);
    header.u32(kSectionCount);
    header.u64(checksum64(sealed.get()));
    header.bytes(sealed.get());
    return header;
}

} // namespace

Result<void> writeReport(const Report& report, EventMemory memory, const ReportSink& sink)
{
    assert(report.event);
    WriteContext context;
    context.memory = memory;
    const auto sections = makeSections(report, context);
    FL_CHECK(sink(makeHeader(sections, context).get()));
    for (const auto& section : sections)
        FL_CHECK(sink(section.get()));
    for (const auto& bytes : context.attachments)
        FL_CHECK(sink(bytes.span()));
    return {};
}

std::vector<std::byte> encodeReport(const Report& report, EventMemory memory)
{
    ByteOutput out;
    const auto written = writeReport(report, memory, [&](Bytes bytes) -> Result<void> {
        out.bytes(bytes);
        return {};
    });
    assert(written);
    return out.take();
}

} // namespace faultline::codec
