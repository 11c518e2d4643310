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

/// Every compiler × optimisation × width × with and without frame pointers.
std::vector<BuildVariant> nativeBuildVariants();

/// What is missing to build them; empty when nothing is.
QString missingNativeTool();

/// Runs a tool to its end. Empty when it succeeds, else what it printed.
QString runTool(const QString& program, const QStringList& arguments);

} // namespace faultline::test
