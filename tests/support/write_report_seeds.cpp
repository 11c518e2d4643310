// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seed files of fuzz_report into the folder named: tests/corpora/fuzz/report. The ones
// that are there already were written by earlier versions and are kept.
#include "core/model/codec/report_writer.h"
#include "tests/support/report_builder.h"
#include "tests/support/report_file.h"
#include "tests/support/report_filler.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace {

void write(const std::filesystem::path& path, std::string_view content)
{
    if (!std::filesystem::exists(path))
        std::ofstream(path, std::ios::binary) << content;
}

} // namespace

int main(int argc, char** argv)
{
    using namespace faultline;
    using namespace faultline::test;
    using codec::EventMemory;
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    const auto encoded = [&](const char* name, const Report& report, EventMemory memory) {
        write(folder / name, asText(codec::encodeReport(report, memory)));
    };
    encoded("minidump.flreport", *makeMinidumpReport(), EventMemory::LeaveOut);
    encoded("request.flreport", *makeNativeReport(), EventMemory::LeaveOut);
    encoded("every_field.flreport", ReportFiller().makeReport(), EventMemory::Include);
    write(folder / "empty.flreport", ReportFile().bytes());
    return 0;
}
