// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/remote_file.h"
#include "tests/support/source_trials.h"

#include <QTest>

#include <set>

using namespace faultline;
using namespace faultline::test;

Q_DECLARE_METATYPE(FieldTrial)

/// What a request brings must not write what another's look-up reads (docs/security.md). So every
/// field of every kind of source is tried.
class TestSourceIdentity : public QObject
{
    Q_OBJECT

private slots:
    void everyFieldIsTried();
    void everyFieldCounts_data();
    void everyFieldCounts();
    void equalSourcesAreOne();
    void plainPlacesNeedNoIdentity_data();
    void plainPlacesNeedNoIdentity();
    void checksumsThatAreSentCount();
    void aSentrySourceAloneHasTheSameIdentity();

private:
    /// Everything that a key says of a file.
    static QStringList keyOf(const sources::RemoteFile& file)
    {
        return {QString::fromStdString(file.cacheScope("scope")),
                QString::fromStdString(file.source->id), QString::fromStdString(file.uri()),
                QString::fromStdString(file.placeIdentity())};
    }

    static sources::RemoteFile fileIn(const sources::SourceConfig& config)
    {
        return {.source = sources::makeSource(config), .type = {}, .path = "a/b", .checksum = {}};
    }
};

void TestSourceIdentity::everyFieldIsTried()
{
    std::set<std::string> tried;
    for (const auto& trial : fieldTrials())
        tried.insert(trial.field);
    for (const auto& field : fieldsOfSources())
        QVERIFY2(tried.contains(field), field.c_str());
    const auto fields = fieldsOfSources();
    for (const auto& field : tried)
        QVERIFY2(std::ranges::find(fields, field) != fields.end(), field.c_str());
}

void TestSourceIdentity::everyFieldCounts_data()
{
    QTest::addColumn<FieldTrial>("trial");
    for (const auto& trial : fieldTrials())
        QTest::newRow(trial.name.c_str()) << trial;
}

void TestSourceIdentity::everyFieldCounts()
{
    QFETCH(FieldTrial, trial);
    const auto one = fileIn(trial.one);
    const auto other = fileIn(trial.other);
    QVERIFY(!(trial.one == trial.other));
    const bool decidesBytes = trial.decides == Decides::Bytes;
    QCOMPARE(one.source->identity() != other.source->identity(), decidesBytes);
    const auto before = keyOf(one);
    const auto after = keyOf(other);
    const bool isOtherPlace = before[2] != after[2] || before[3] != after[3];
    QCOMPARE(before[0] != after[0], trial.decides == Decides::Scope);
    QCOMPARE(before[1] != after[1], trial.decides == Decides::Id);
    QCOMPARE(isOtherPlace, decidesBytes);
    if (!trial.secret.empty()) {
        QVERIFY(!after.join(' ').contains(QString::fromStdString(trial.secret)));
        QVERIFY(other.source->identity().find(trial.secret) == std::string::npos);
    }
}

void TestSourceIdentity::equalSourcesAreOne()
{
    for (const auto& trial : fieldTrials()) {
        const auto one = fileIn(trial.other);
        const auto same = fileIn(trial.other);
        QVERIFY(one.source != same.source);
        QCOMPARE(one.source->identity(), same.source->identity());
        QCOMPARE(keyOf(one), keyOf(same));
    }
}

void TestSourceIdentity::plainPlacesNeedNoIdentity_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("isPlain");
    const auto kinds = sourceOfEachKind();
    const std::array<const char*, 6> names{"filesystem", "folder", "http", "s3", "gcs", "sentry"};
    for (std::size_t i = 0; i < kinds.size(); ++i)
        QTest::newRow(names.at(i)) << int(i) << (i < 3);
}

/// Entries of such places have the same keys as Symbolicator's.
void TestSourceIdentity::plainPlacesNeedNoIdentity()
{
    QFETCH(int, kind);
    QFETCH(bool, isPlain);
    const auto file = fileIn(sourceOfEachKind().at(std::size_t(kind)));
    QCOMPARE(file.placeIdentity().empty(), isPlain);
    QCOMPARE(file.source->identity().size(), std::size_t{64});
}

void TestSourceIdentity::checksumsThatAreSentCount()
{
    for (const auto& config : sourceOfEachKind()) {
        const auto without = fileIn(config);
        auto with = without;
        with.checksum = "SHA256:00";
        auto other = without;
        other.checksum = "SHA256:01";
        const bool isSent = std::holds_alternative<sources::HttpSource>(config.where);
        QCOMPARE(with.placeIdentity() != without.placeIdentity(), isSent);
        QCOMPARE(with.placeIdentity() != other.placeIdentity(), isSent);
        QCOMPARE(with.uri(), without.uri());
    }
}

void TestSourceIdentity::aSentrySourceAloneHasTheSameIdentity()
{
    const auto config = sourceOfEachKind().back();
    QCOMPARE(sources::identityOf(std::get<sources::SentrySource>(config.where)),
             sources::makeSource(config)->identity());
}

QTEST_GUILESS_MAIN(TestSourceIdentity)
#include "tst_source_identity.moc"
