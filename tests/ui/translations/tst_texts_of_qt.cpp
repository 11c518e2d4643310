// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/translation/translation.h"

#include <QFile>
#include <QLibraryInfo>
#include <QLocale>
#include <QTest>

namespace {

using namespace faultline;

/// The text of a button that Qt makes.
QString cancelButton()
{
    return QCoreApplication::translate("QPlatformTheme", "Cancel");
}

} // namespace

class TestTextsOfQt : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        if (!QFile::exists(QLibraryInfo::path(QLibraryInfo::TranslationsPath) +
                           QStringLiteral("/qtbase_tr.qm")))
            QSKIP("Qt's translations are not installed");
    }

    /// The window has no German texts, so its buttons are English, too.
    void stayEnglishInAnEnglishWindow()
    {
        ui::installTranslation(*qApp, QLocale(QLocale::German));
        QCOMPARE(cancelButton(), QStringLiteral("Cancel"));
    }

    void areOfTheWindowsLanguage()
    {
        ui::installTranslation(*qApp, QLocale(QLocale::Turkish));
        QCOMPARE(cancelButton(), QStringLiteral("İptal"));
    }
};

QTEST_GUILESS_MAIN(TestTextsOfQt)

#include "tst_texts_of_qt.moc"
