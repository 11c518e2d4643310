#pragma once

#include "tests/support/emulated_process.h"

#include <QStringList>

namespace faultline::test {

/// One way to build the sample programs for ARM Linux with clang and lld, against Debian's cross
/// libraries.
struct CrossVariant
{
    CrashedProcess::Cpu cpu = CrashedProcess::Cpu::Arm64;
    QString optimisation;
    QStringList options;
    const char* what = "";        ///< For the row's name.
    bool hidesDebugFrame = false; ///< Leaves 32-bit ARM its exception index only.

    QString name() const;
};

std::vector<CrossVariant> crossBuildVariants();

/// The package of what is missing to build and run them; empty when nothing is.
QString missingCrossPackage();

/// Builds a program statically. Empty when it succeeds, else what the compiler printed.
QString buildForArm(const CrossVariant& variant, const QString& source, const QString& program);

} // namespace faultline::test
