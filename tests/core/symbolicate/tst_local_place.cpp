// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/options/local_place.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using symbolicate::AnswerStyle;

/// Which places on this machine a symbolication looks into.
class TestLocalPlace : public QObject
{
    Q_OBJECT

private slots:
    void foldersOfSourcesComeFirst();
    void eachPlaceIsListedOnce();
    void clientsOfAServerGetSymbolicatorsAnswer();

private:
    std::vector<sources::SourceConfig> folder() const;

    std::string path() const { return m_folder.path().toStdString(); }

    QTemporaryDir m_folder;
};

std::vector<sources::SourceConfig> TestLocalPlace::folder() const
{
    sources::SourceConfig source;
    source.id = "s";
    source.where = sources::FolderSource{.path = path()};
    return {source};
}

void TestLocalPlace::foldersOfSourcesComeFirst()
{
    symbolicate::SymbolicateOptions options;
    options.crashFileFolder = "/elsewhere";
    QCOMPARE(symbolicate::localPlaces(folder(), options).size(), 1u);
    options.useLocalFiles = true;
    const auto places = symbolicate::localPlaces(folder(), options);
    QCOMPARE(places.size(), 2u);
    QCOMPARE(places[0].source, std::string("s"));
    QVERIFY(places[0].isRecursive);
    QCOMPARE(places[1].path, std::string("/elsewhere"));
    QCOMPARE(places[1].origin, CandidateOrigin::BesideCrashFile);
    QVERIFY(!places[1].isRecursive);
}

void TestLocalPlace::eachPlaceIsListedOnce()
{
    symbolicate::SymbolicateOptions options;
    options.useLocalFiles = true;
    options.crashFileFolder = path() + "/.";
    QCOMPARE(symbolicate::localPlaces(folder(), options).size(), 1u);
}

/// Symbolicator takes no file of a folder for its content.
void TestLocalPlace::clientsOfAServerGetSymbolicatorsAnswer()
{
    symbolicate::SymbolicateOptions options;
    options.answer = AnswerStyle::Compatible;
    QVERIFY(symbolicate::localPlaces(folder(), options).empty());
    options.useLocalFiles = true;
    QCOMPARE(symbolicate::localPlaces(folder(), options).size(), 1u);
}

QTEST_GUILESS_MAIN(TestLocalPlace)
#include "tst_local_place.moc"
