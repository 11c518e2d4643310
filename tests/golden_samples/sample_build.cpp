// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden_samples/sample_build.h"

#include <QProcess>
#include <QStandardPaths>

namespace faultline::test {

QString BuildVariant::name() const
{
    return QStringLiteral("%1 %2 %3 %4")
        .arg(compiler, width, optimisation,
             framePointers ? "with frame pointers" : "without frame pointers");
}

QStringList BuildVariant::flags() const
{
    return {optimisation,
            width,
            "-g",
            "-std=c++20",
            "-fno-optimize-sibling-calls",
            framePointers ? "-fno-omit-frame-pointer" : "-fomit-frame-pointer"};
}

std::vector<BuildVariant> nativeBuildVariants()
{
    std::vector<BuildVariant> all;
    for (const char* compiler : {"g++", "clang++-19"}) {
        for (const char* optimisation : {"-O0", "-O2"}) {
            for (const char* width : {"-m64", "-m32"}) {
                for (const bool framePointers : {false, true})
                    all.push_back({compiler, optimisation, width, framePointers});
            }
        }
    }
    return all;
}

QString missingNativeTool()
{
    for (const char* tool : {"g++", "clang++-19"}) {
        if (QStandardPaths::findExecutable(tool).isEmpty())
            return tool;
    }
    return {};
}

QString runTool(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(120000))
        return program + QStringLiteral(" did not finish");
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return {};
    return QStringLiteral("%1 %2: %3").arg(program, arguments.join(' '), process.readAll());
}

} // namespace faultline::test
