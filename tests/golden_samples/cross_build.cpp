// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden_samples/cross_build.h"

#include "tests/golden_samples/sample_build.h"

#include <QFile>
#include <QStandardPaths>

namespace faultline::test {

namespace {

using Cpu = CrashedProcess::Cpu;

QString tripleOf(Cpu cpu)
{
    return cpu == Cpu::Arm64 ? "aarch64-linux-gnu" : "arm-linux-gnueabihf";
}

/// Debian 12's compiler version, which names the folders of its libraries.
constexpr auto kGccVersion = "12";

/// Renames the section: it keeps its bytes, but readers no longer find it.
bool hideDebugFrame(const QString& program)
{
    QFile file(program);
    if (!file.open(QIODevice::ReadWrite))
        return false;
    auto bytes = file.readAll();
    bytes.replace(QByteArray(".debug_frame\0", 13), QByteArray(".hidden_part\0", 13));
    return file.seek(0) && file.write(bytes) == bytes.size();
}

} // namespace

QString CrossVariant::name() const
{
    return QStringLiteral("%1 %2 %3").arg(tripleOf(cpu), optimisation, what);
}

std::vector<CrossVariant> crossBuildVariants()
{
    std::vector<CrossVariant> all;
    for (const char* optimisation : {"-O0", "-O2"}) {
        all.push_back(
            {Cpu::Arm64, optimisation, {"-fno-omit-frame-pointer"}, "with frame pointers"});
        all.push_back(
            {Cpu::Arm64, optimisation, {"-fomit-frame-pointer"}, "without frame pointers"});
        all.push_back({Cpu::Arm64,
                       optimisation,
                       {"-fomit-frame-pointer", "-mbranch-protection=standard"},
                       "with signed return addresses"});
        for (const bool isHidden : {false, true}) {
            const char* arm = isHidden ? "Arm, exception index" : "Arm, .debug_frame";
            const char* thumb = isHidden ? "Thumb, exception index" : "Thumb, .debug_frame";
            all.push_back({Cpu::Arm, optimisation, {"-marm", "-funwind-tables"}, arm, isHidden});
            all.push_back(
                {Cpu::Arm, optimisation, {"-mthumb", "-funwind-tables"}, thumb, isHidden});
        }
    }
    return all;
}

QString missingCrossPackage()
{
    for (const auto& [tool, package] : {std::pair{"clang++-19", "clang-19"},
                                        {"ld.lld-19", "lld-19"},
                                        {"qemu-aarch64", "qemu-user"},
                                        {"qemu-arm", "qemu-user"}}) {
        if (QStandardPaths::findExecutable(tool).isEmpty())
            return package;
    }
    for (const auto& [cpu, debian] : {std::pair{Cpu::Arm64, "arm64"}, {Cpu::Arm, "armhf"}}) {
        if (!QFile::exists(QStringLiteral("/usr/%1/lib/libc.a").arg(tripleOf(cpu))))
            return QStringLiteral("libc6-dev-%1-cross").arg(debian);
        if (!QFile::exists(QStringLiteral("/usr/lib/gcc-cross/%1/%2/libstdc++.a")
                               .arg(tripleOf(cpu), kGccVersion)))
            return QStringLiteral("libstdc++-%1-dev-%2-cross").arg(kGccVersion, debian);
    }
    return {};
}

QString buildForArm(const CrossVariant& variant, const QString& source, const QString& program)
{
    const auto triple = tripleOf(variant.cpu);
    const auto system = QStringLiteral("/usr/%1").arg(triple);
    const auto compiler = QStringLiteral("/usr/lib/gcc-cross/%1/%2").arg(triple, kGccVersion);
    const auto headers = QStringLiteral("%1/include/c++/%2").arg(system, kGccVersion);
    const auto problem =
        runTool("clang++-19", variant.options + QStringList{"--target=" + triple,
                                                            "-fuse-ld=lld",
                                                            variant.optimisation,
                                                            "-g",
                                                            "-std=c++20",
                                                            "-fno-optimize-sibling-calls",
                                                            "-static",
                                                            "-pthread",
                                                            "-Wl,--build-id",
                                                            "-isystem",
                                                            headers,
                                                            "-isystem",
                                                            headers + '/' + triple,
                                                            "-isystem",
                                                            system + "/include",
                                                            "-L" + system + "/lib",
                                                            "-L" + compiler,
                                                            "-B" + system + "/lib",
                                                            "-B" + compiler,
                                                            "-o",
                                                            program,
                                                            source});
    if (!problem.isEmpty() || !variant.hidesDebugFrame)
        return problem;
    return hideDebugFrame(program) ? QString() : QStringLiteral("cannot rewrite ") + program;
}

} // namespace faultline::test
