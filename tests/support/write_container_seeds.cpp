// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seed files of fuzz_unreal_crash and fuzz_multipart_body into folders of these names
// below the one named: tests/corpora/fuzz.
#include "tests/support/container_builder.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace {

void write(const std::filesystem::path& path, const std::string& content)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

} // namespace

int main(int argc, char** argv)
{
    using namespace faultline::test;
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    const NamedParts files{{"UE4Minidump.dmp", "MDMP"}, {"CrashContext.runtime-xml", "<xml/>"}};
    write(folder / "unreal_crash/marked.bin", unrealCrash(files));
    write(folder / "unreal_crash/old.bin", unrealCrash(files, UnrealForm::Old));
    write(folder / "multipart_body/upload.txt",
          multipartBody({{"prod", "App"}, {"a.dmp", "MDMP"}}));
    const auto upload = multipartBody({{"", ""}, {"b.dmp", std::string(300, '\r')}});
    write(folder / "multipart_body/empty_name.txt", upload);
    write(folder / "multipart_body/unfinished.txt", upload.substr(0, upload.size() - 20));
    write(folder / "unreal_crash/empty_files.bin", unrealCrash({{"", ""}, {"log.txt", ""}}));
    return 0;
}
