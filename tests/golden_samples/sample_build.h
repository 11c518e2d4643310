// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace faultline::test {

/// One way to build the sample programs for Linux.
struct BuildVariant
{
    QString compiler;
    QString optimisation;
    QString width; ///< "-m64" or "-m32".
    bool framePointers = false;

    QString name() const;
    QStringList flags() const;
};

/// Returns every combination of compiler, optimisation and width, with and without frame pointers.
std::vector<BuildVariant> nativeBuildVariants();

/// Returns the tool that is missing to build them; empty when nothing is missing.
QString missingNativeTool();

/// Runs a tool to its end. Returns an empty text on success, otherwise its output.
QString runTool(const QString& program, const QStringList& arguments);

} // namespace faultline::test
