// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <faultline.h>
#include <filesystem>

using namespace faultline;

namespace {

Result<ReportPtr> reportOf(const char* path)
{
    engine::EngineConfig config;
    FL_TRY(const auto files, intake::findCrashFilesAt(path, config.limits));
    FL_TRY(const auto content, intake::openOnlyCrashFile(files));
    FL_TRY(const auto event, intake::readEvent(content, config.limits));
    engine::Engine engine(config, silentLog(), [](const engine::Notice&) {});
    symbolicate::SymbolicateOptions options;
    options.useLocalFiles = true; // Those that are installed, and those beside the crash file.
    options.crashFileFolder = std::filesystem::absolute(path).parent_path().string();
    return engine.run(event, options, {});
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 2)
        return 2;
    const auto report = reportOf(arguments[1]);
    if (!report) {
        std::fprintf(stderr, "%s\n", report.error().detail.c_str());
        return 1;
    }
    const auto& event = *(*report)->event;
    for (const auto& frame : (*report)->stacks[event.requestingThread.value_or(0)]->frames)
        std::printf("%s %s:%u\n", frame.position.function.value_or("?").c_str(),
                    frame.position.absPath.value_or("?").c_str(), frame.position.line.value_or(0));
    return 0;
}
