// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/codec/report_reader.h"

#include "core/model/codec/field_reader.h"
#include "core/model/codec/report_check.h"
#include "core/model/codec/report_fields.h"
#include "core/model/codec/section_table.h"

namespace faultline::codec {

namespace {

Result<void> readSection(const SectionTable& file, Section section, ReadContext& context, auto read)
{
    const auto bytes = file.get(section);
    FieldReader in(context, kSectionNames[static_cast<std::size_t>(section)], bytes.span());
    read(in);
    return in.finish();
}

} // namespace

Result<Report> readReport(const ByteView& file, const ParseLimits& limits, std::stop_token stop)
{
    FL_TRY(const auto sections, SectionTable::open(file));
    MemoryBudget budget(limits.maxReportBytes);
    FL_TRY(auto texts, TextTable::open(sections.get(Section::Texts).span(), budget));
    ReadContext context{.version = sections.version(),
                        .texts = std::move(texts),
                        .attachments = sections.get(Section::Attachments),
                        .carried = {},
                        .budget = budget,
                        .stop = std::move(stop)};
    Report report;
    auto event = std::make_shared<Event>();
    FL_CHECK(readSection(sections, Section::Event, context, [&](auto& in) { in.read(*event); }));
    FL_CHECK(
        readSection(sections, Section::Stacks, context, [&](auto& in) { in.read(report.stacks); }));
    FL_CHECK(readSection(sections, Section::Modules, context,
                         [&](auto& in) { in.read(report.modules); }));
    FL_CHECK(readSection(sections, Section::Summary, context,
                         [&](auto& in) { in.readFields(report, kFieldsWithSection); }));
    if (!context.attachments.empty())
        return fail(ErrorKind::Malformed,
                    "report: attachments section: ", context.attachments.size(),
                    " bytes belong to nothing");
    if (event->isNative() && !event->makeNative().memory)
        event->makeNative().memory = std::make_shared<const MemoryImage>();
    report.event = std::move(event);
    FL_CHECK(checkReferences(report));
    return report;
}

} // namespace faultline::codec
