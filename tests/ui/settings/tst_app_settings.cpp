// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/app_settings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::ui;

class TestAppSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFileIsForItsOwner_data();
    void theFileIsForItsOwner();
};

void TestAppSettings::theFileIsForItsOwner_data()
{
    QTest::addColumn<bool>("isThere");
    QTest::newRow("new") << false;
    QTest::newRow("of an earlier version") << true;
}

/// It lists the files that the user has opened.
void TestAppSettings::theFileIsForItsOwner()
{
    QFETCH(bool, isThere);
    const QTemporaryDir folder;
    const QString name = folder.filePath(QStringLiteral("workbench.ini"));
    if (isThere) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("[appearance]\nzoom=150\n") > 0);
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup |
                                    QFile::ReadOther));
    }
    AppSettings settings(name);
    QCOMPARE(settings.zoomPercent(), isThere ? 150 : 100);
    settings.setOpenFiles({QStringLiteral("/b")});
    settings.save();
    QCOMPARE(AppSettings(name).openFiles(), QStringList{QStringLiteral("/b")});
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QCOMPARE(QFile::permissions(name) & others, QFile::Permissions());
}

QTEST_GUILESS_MAIN(TestAppSettings)
#include "tst_app_settings.moc"
