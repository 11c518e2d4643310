// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration reference, the list of known keys and the readers say the same.
#include "core/base/result.h"
#include "core/config/config_keys.h"

#include <QDir>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace faultline;

namespace {

QString projectFile(const QString& name)
{
    QFile file(QStringLiteral(FL_TESTS_DIR "/../") + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// One row of docs/configuration.md.
struct Row
{
    QString limits;
    QString meaning;
    QString test;
};

QMap<QString, Row> reference()
{
    QMap<QString, Row> rows;
    for (const auto& line : projectFile("docs/configuration.md").split(u'\n')) {
        const auto cells = line.split(u'|');
        if (cells.size() == 7 && cells[1].trimmed().startsWith(u'`'))
            rows.insert(cells[1].trimmed().remove(u'`'),
                        {cells[3].trimmed(), cells[4].trimmed(), cells[5].trimmed()});
    }
    return rows;
}

QString lastPart(const QString& key)
{
    return key.section(u'.', -1);
}

/// Names that the readers ask for: `member("…")` of the configuration, and `node.find("…")` and the
/// like of sources.
QSet<QString> namesRead()
{
    static const QRegularExpression kReads(
        R"re((?:member|find|text|texts|flag|child|parseUrl|parseOptionalUrl|setLazyLimit)\()re"
        R"re((?:node, |section, |caches\.member\("\w+"\), )?"(\w+)")re");
    QString code = projectFile("core/sources/source_parser.cpp");
    const QDir folder(QStringLiteral(FL_TESTS_DIR "/../core/config"));
    for (const auto& name : folder.entryList({"*.cpp"}))
        code += projectFile("core/config/" + name);
    QSet<QString> names;
    for (auto matches = kReads.globalMatch(code); matches.hasNext();)
        names.insert(matches.next().captured(1));
    return names;
}

} // namespace

class TestConfigReference : public QObject
{
    Q_OBJECT

private slots:
    void listsEveryKey();
    void readersAskForEveryKey();
    void namesTestsThatReadTheKey();
};

void TestConfigReference::listsEveryKey()
{
    QSet<QString> known;
    for (const auto& key : config::configKeys())
        known.insert(QString::fromUtf8(key.name.data(), qsizetype(key.name.size())));
    const auto rows = reference();
    const auto listed = QSet<QString>(rows.keyBegin(), rows.keyEnd());
    QCOMPARE(QStringList((known - listed).values()).join(u' '), QString());
    QCOMPARE(QStringList((listed - known).values()).join(u' '), QString());
}

void TestConfigReference::readersAskForEveryKey()
{
    QSet<QString> parts;
    QSet<QString> read;
    for (const auto& key : config::configKeys()) {
        const auto name = QString::fromUtf8(key.name.data(), qsizetype(key.name.size()));
        if (key.use != config::KeyUse::Read)
            continue;
        read.insert(lastPart(name));
        for (auto part : name.split(u'.'))
            parts.insert(part.remove("[]"));
    }
    const auto asked = namesRead();
    QVERIFY2(asked.size() > 100, qPrintable(QString::number(asked.size())));
    QCOMPARE(QStringList((asked - parts).values()).join(u' '), QString()); // Not in the list.
    QCOMPARE(QStringList((read - asked).values()).join(u' '), QString());  // Nobody reads them.
}

void TestConfigReference::namesTestsThatReadTheKey()
{
    QMap<QString, QString> files;
    for (const QString folder : {"tests/core/config/", "tests/core/sources/"})
        for (const auto& name :
             QDir(QStringLiteral(FL_TESTS_DIR "/../") + folder).entryList({"tst_*.cpp"}))
            files.insert(name.section(u'.', 0, 0), projectFile(folder + name));
    const auto rows = reference();
    QVERIFY(rows.size() > 100);
    for (auto row = rows.begin(); row != rows.end(); ++row) {
        const auto tests = files.value(row->test.section(u'.', 0, 0));
        QString bodies; // Of the test and of its data.
        for (const QString tail : {"()", "_data()"}) {
            const auto at = tests.indexOf("::" + row->test.section(u'.', 1) + tail + "\n{");
            if (at >= 0)
                bodies += tests.mid(at, tests.indexOf("\n}\n", at) - at);
        }
        QVERIFY2(bodies.contains(lastPart(row.key())), qPrintable(row.key() + ' ' + row->test));
    }
}

QTEST_GUILESS_MAIN(TestConfigReference)
#include "tst_config_reference.moc"
