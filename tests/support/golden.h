// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

namespace faultline::test {

/// Compares with tests/golden/<name>; FL_UPDATE_GOLDEN=1 writes the file instead, for review as a
/// diff.
inline bool matchesGolden(const QByteArray& actual, const QString& name)
{
    const QString path = QStringLiteral(FL_TESTS_DIR "/golden/") + name;
    QFile file(path);
    if (qEnvironmentVariableIsSet("FL_UPDATE_GOLDEN")) {
        QDir().mkpath(QFileInfo(path).path());
        return file.open(QIODevice::WriteOnly) && file.write(actual) == actual.size();
    }
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("%s cannot be read", qPrintable(path));
        return false;
    }
    const QByteArray expected = file.readAll();
    if (expected != actual)
        qWarning("differs from %s; it is now:\n%s", qPrintable(path), actual.constData());
    return expected == actual;
}

} // namespace faultline::test
