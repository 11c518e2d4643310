// SPDX-License-Identifier: GPL-3.0-or-later
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
    bool hidesDebugFrame = false; ///< Leaves 32-bit ARM only its exception index.

    QString name() const;
};

std::vector<CrossVariant> crossBuildVariants();

/// Returns the package that is missing to build and run them; empty when nothing is missing.
QString missingCrossPackage();

/// Builds a program statically. Returns an empty text on success, otherwise the output of the
/// compiler.
QString buildForArm(const CrossVariant& variant, const QString& source, const QString& program);

} // namespace faultline::test
