// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/module_model.h"
#include "ui/models/roles.h"
#include "ui/translation/translation.h"

#include <QLocale>
#include <QTest>

using namespace faultline::ui;

/// Filters understand the English titles of columns in every language.
class TestEnglishTitles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void titlesAreKnownInBothLanguages();
};

void TestEnglishTitles::titlesAreKnownInBothLanguages()
{
    installTranslation(*qApp, QLocale(QLocale::Turkish));
    const ModuleModel model;
    const auto title = [&model](int role) {
        return model.headerData(ModuleModel::NameColumn, Qt::Horizontal, role).toString();
    };
    const QString own = title(Qt::DisplayRole);
    QVERIFY(own != QLatin1String("Name"));
    QCOMPARE(title(EnglishRole), QStringLiteral("Name"));
    // Nobody wants English any more.
    QCOMPARE(title(Qt::DisplayRole), own);
}

QTEST_GUILESS_MAIN(TestEnglishTitles)
#include "tst_english_titles.moc"
