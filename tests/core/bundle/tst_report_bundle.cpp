// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bundle/report_bundle.h"
#include "core/intake/crash_files.h"
#include "core/intake/read_event.h"
#include "core/intake/stored_report.h"
#include "core/model/codec/report_writer.h"
#include "core/packing/zip_writer.h"
#include "core/report/text_report.h"
#include "tests/support/report_builder.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;
using bundle::OriginalState;
using bundle::ReportBundle;
using redact::Profile;

namespace {

constexpr std::string_view kOriginal = "MDMP the whole memory of a process";

/// Collects what is written.
class Collected
{
public:
    auto sink()
    {
        return [this](Bytes piece) -> Result<void> {
            m_bytes.insert(m_bytes.end(), piece.begin(), piece.end());
            return {};
        };
    }

    ByteView take() { return ByteView::fromVector(std::move(m_bytes)); }

private:
    std::vector<std::byte> m_bytes;
};

ReportBundle bundleOf(Profile profile)
{
    return {.report = makeMinidumpReport(),
            .profile = profile,
            .fileName = "app.dmp",
            .sources = {{.path = "c:\\src\\span.h", .text = "one\ntwo\n"},
                        {.path = "c:\\src\\widget.cpp", .text = "three\n"}},
            .originalFile = ByteView::fromString(std::string(kOriginal))};
}

ByteView written(const ReportBundle& bundle)
{
    Collected collected;
    if (!bundle::writeBundle(bundle, collected.sink()))
        return {};
    return collected.take();
}

/// A bundle with any manifest and any report.
ByteView archive(std::string_view manifest, std::string_view report)
{
    Collected collected;
    packing::ZipWriter zip(collected.sink(), 0);
    if (!zip.add(bundle::kManifestName, asBytes(manifest)) || !zip.add("report", asBytes(report)) ||
        !zip.finish())
        return {};
    return collected.take();
}

Result<ReportBundle> read(const ByteView& file)
{
    return bundle::readBundle(file, {}, {});
}

} // namespace

class TestReportBundle : public QObject
{
    Q_OBJECT

private slots:
    void isReadEqual();
    void onlyFullHasTheCrashFile_data();
    void onlyFullHasTheCrashFile();
    void everyPrefixIsAnError();
    void damage_data();
    void damage();
    void aDamagedSourceIsLeftOut();
    void sourcesHaveALimit();
    void anErrorOfTheSinkEndsIt();
    void isFoundByIntake();
    void saysWhatItLacks();
};

void TestReportBundle::isReadEqual()
{
    const auto given = bundleOf(Profile::Team);
    const auto file = written(given);
    QVERIFY(bundle::looksLikeBundle(file.span()));
    const auto bundle = read(file);
    QVERIFY2(bundle.has_value(), bundle ? "" : bundle.error().detail.c_str());
    QCOMPARE(report::renderText(*bundle->report, {}), report::renderText(*given.report, {}));
    QVERIFY(bundle->profile == Profile::Team);
    QCOMPARE(bundle->fileName, given.fileName);
    QCOMPARE(bundle->sources.size(), std::size_t{2});
    QCOMPARE(bundle->sources[0].path, given.sources[0].path);
    QCOMPARE(bundle->sources[1].text, given.sources[1].text);
    QVERIFY(std::ranges::equal(written(given).span(), file.span()));
}

void TestReportBundle::onlyFullHasTheCrashFile_data()
{
    QTest::addColumn<int>("profile");
    QTest::addColumn<bool>("isStored");
    QTest::newRow("full") << int(Profile::Full) << true;
    QTest::newRow("team") << int(Profile::Team) << false;
    QTest::newRow("outside") << int(Profile::ShareOutside) << false;
}

void TestReportBundle::onlyFullHasTheCrashFile()
{
    QFETCH(int, profile);
    QFETCH(bool, isStored);
    const auto file = written(bundleOf(static_cast<Profile>(profile)));
    const auto bundle = read(file);
    QVERIFY(bundle.has_value());
    QVERIFY(bundle->original == (isStored ? OriginalState::Stored : OriginalState::NotShared));
    QCOMPARE(file.text().contains("crash-file"), isStored);
    // People name files after users and customers.
    const bool isOutside = static_cast<Profile>(profile) == Profile::ShareOutside;
    QCOMPARE(bundle->fileName, isOutside ? std::string() : std::string("app.dmp"));
}

/// The directory stands at the end, so that no prefix is a bundle.
void TestReportBundle::everyPrefixIsAnError()
{
    const auto file = written(bundleOf(Profile::Full));
    for (std::size_t size = 0; size < file.size(); ++size) {
        const auto bundle = read(ByteView::copyOf(file.span().first(size)));
        QVERIFY2(!bundle, qPrintable(QString::number(size)));
        QVERIFY(bundle.error().kind == ErrorKind::Malformed);
    }
}

void TestReportBundle::damage_data()
{
    QTest::addColumn<QString>("manifest");
    QTest::addColumn<QString>("report");
    QTest::addColumn<QString>("detail");
    const QString good = QStringLiteral(
        "{\"version\":1,\"profile\":\"full\",\"original\":\"unknown\",\"sources\":[]}");
    QTest::newRow("no JSON") << QStringLiteral("{") << QString() << QStringLiteral("line 1");
    QTest::newRow("no object") << QStringLiteral("[]") << QString()
                               << QStringLiteral("the manifest has no version");
    QTest::newRow("later version")
        << QString(good).replace(QStringLiteral(":1"), QStringLiteral(":2")) << QString()
        << QStringLiteral("version 2 of the format, this program reads 1");
    QTest::newRow("unknown profile")
        << QString(good).replace(QStringLiteral("full"), QStringLiteral("all")) << QString()
        << QStringLiteral("the profile is \"all\"");
    QTest::newRow("unknown state")
        << QString(good).replace(QStringLiteral("unknown"), QStringLiteral("lost")) << QString()
        << QStringLiteral("the crash file is \"lost\"");
    QTest::newRow("no report") << good << QStringLiteral("no report") << QString();
}

void TestReportBundle::damage()
{
    QFETCH(QString, manifest);
    QFETCH(QString, report);
    QFETCH(QString, detail);
    const auto bundle = read(archive(manifest.toStdString(), report.toStdString()));
    QVERIFY(!bundle.has_value());
    const auto said = QString::fromStdString(bundle.error().detail);
    QVERIFY2(said.contains(detail), qPrintable(said));
    QVERIFY(bundle.error().kind == ErrorKind::Malformed ||
            bundle.error().kind == ErrorKind::Unsupported);
}

void TestReportBundle::aDamagedSourceIsLeftOut()
{
    const auto manifest =
        R"({"version":1,"profile":"team","original":"not_shared","sources":[)"
        R"({"path":"a.c","member":"report"},{"path":"b.c","member":"nowhere"},{"path":3}]})";
    const auto stored = codec::encodeReport(*makeNativeReport(), codec::EventMemory::LeaveOut);
    const auto bundle = read(archive(manifest, asText(stored)));
    QVERIFY2(bundle.has_value(), bundle ? "" : bundle.error().detail.c_str());
    QCOMPARE(bundle->sources.size(), std::size_t{1});
    QCOMPARE(bundle->sources[0].path, std::string("a.c"));
}

void TestReportBundle::sourcesHaveALimit()
{
    auto given = bundleOf(Profile::Team);
    given.sources.insert(
        given.sources.begin(),
        {.path = "large.c", .text = std::string(bundle::kMostSourceBytes - 3, 'x')});
    const auto bundle = read(written(given));
    QVERIFY(bundle.has_value());
    QCOMPARE(bundle->sources.size(), std::size_t{1});
    QCOMPARE(bundle->sources[0].path, std::string("large.c"));
}

void TestReportBundle::anErrorOfTheSinkEndsIt()
{
    std::size_t left = 100;
    const auto outcome = bundle::writeBundle(bundleOf(Profile::Full), [&](Bytes piece) {
        if (piece.size() > left)
            return Result<void>(fail(ErrorKind::Internal, "no space left"));
        left -= piece.size();
        return Result<void>();
    });
    QVERIFY(!outcome.has_value());
    QCOMPARE(outcome.error().detail, std::string("no space left"));
}

void TestReportBundle::isFoundByIntake()
{
    const auto file = written(bundleOf(Profile::Team));
    const auto found = intake::findCrashFiles(file, {});
    QVERIFY(found.has_value());
    QCOMPARE(found->size(), std::size_t{1});
    const auto content = found->front().open();
    QVERIFY(content.has_value());
    QVERIFY(intake::isReportBundle(content->bytes.span()));
    // Who asks for an event must not take the stored one for a crash file to walk.
    const auto event = intake::readEvent(*content, {});
    QVERIFY(!event.has_value());
    QVERIFY(event.error().kind == ErrorKind::Unsupported);
}

void TestReportBundle::saysWhatItLacks()
{
    const auto team = intake::readStoredReport(written(bundleOf(Profile::Team)), {}, {});
    QVERIFY(team.has_value());
    const auto text = report::renderText(*team->report, {});
    QVERIFY(text.contains("stored for a team: texts of the process are not stored in it"));
    QVERIFY(text.contains("the crash file is not stored in this report"));
    const auto full = intake::readStoredReport(written(bundleOf(Profile::Full)), {}, {});
    QVERIFY(full.has_value());
    QVERIFY(!report::renderText(*full->report, {}).contains("is not stored"));
}

QTEST_GUILESS_MAIN(TestReportBundle)
#include "tst_report_bundle.moc"
