// SPDX-License-Identifier: GPL-3.0-or-later
// write_windows_hangs FOLDER: writes minidumps of hangs of Windows for three CPUs. A folder for
// each CPU has symbols/, and for each hang NAME.dmp, NAME.stacks.dmp (with stacks only) and
// NAME.truth.
#include "tests/support/windows_hang.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace faultline::test;

namespace {

bool write(const std::filesystem::path& path, std::string_view text)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    return file.good();
}

bool write(const std::filesystem::path& path, const std::vector<std::byte>& bytes)
{
    return write(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

bool writeAll(const std::filesystem::path& folder, Cpu cpu)
{
    bool isGood = true;
    for (const auto& [name, hang, truth] : windowsHangs(cpu)) {
        isGood =
            isGood && write(folder / (name + ".dmp"), hang.dump()) &&
            write(folder / (name + ".stacks.dmp"), hang.dump(WindowsHang::Memory::StacksOnly)) &&
            write(folder / (name + ".truth"), truth);
        for (const auto& [path, text] : hang.symbols())
            isGood = isGood && write(folder / "symbols" / path, text);
    }
    return isGood;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    const std::filesystem::path folder(argv[1]);
    const bool isGood = writeAll(folder / "x64", Cpu::Amd64) &&
                        writeAll(folder / "x86", Cpu::X86) &&
                        writeAll(folder / "arm64", Cpu::Arm64);
    return isGood ? 0 : 1;
}
