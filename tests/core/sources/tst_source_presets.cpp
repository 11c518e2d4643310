// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source_parser.h"
#include "core/sources/source_presets.h"
#include "core/sources/url.h"

#include <QTest>

#include <set>

using namespace faultline;

class TestSourcePresets : public QObject
{
    Q_OBJECT

private slots:
    void everyPresetIsASource_data();
    void everyPresetIsASource();
    void idsAreUnique();
    void particulars();
    void sayWhatIsSent();
    void printsYaml();
};

void TestSourcePresets::everyPresetIsASource_data()
{
    QTest::addColumn<QString>("id");
    for (const auto& preset : sources::sourcePresets())
        QTest::newRow(std::string(preset.id).c_str())
            << QString::fromStdString(std::string(preset.id));
}

void TestSourcePresets::everyPresetIsASource()
{
    QFETCH(QString, id);
    const auto source = sources::sourceOf(sources::findSourcePreset(id.toStdString()).value());
    QVERIFY(!sources::urlHost(std::get<sources::HttpSource>(source.where).url).empty());
    QVERIFY(!source.filters.fileTypes.empty());
    QVERIFY(source.isPublic);
}

void TestSourcePresets::idsAreUnique()
{
    std::set<std::string_view> ids;
    for (const auto& preset : sources::sourcePresets())
        QVERIFY(ids.insert(preset.id).second);
    QVERIFY(!sources::findSourcePreset("nobody"));
}

void TestSourcePresets::particulars()
{
    const auto nuget = sources::sourceOf(*sources::findSourcePreset("nuget"));
    QVERIFY(nuget.filters.requiresChecksum);
    const auto intel = sources::sourceOf(*sources::findSourcePreset("intel"));
    QVERIFY(intel.hasIndex);
    QCOMPARE(std::get<sources::HttpSource>(intel.where).headers.front().first,
             std::string("User-Agent"));
    QCOMPARE(sources::sourceOf(*sources::findSourcePreset("electron")).filters.pathPatterns.size(),
             std::size_t{7});
}

void TestSourcePresets::sayWhatIsSent()
{
    QCOMPARE(sources::whatIsSent(*sources::findSourcePreset("ubuntu")),
             std::string("for each module that is looked up there, its build id, to "
                         "debuginfod.ubuntu.com, with your address; nothing else of the crash"));
    QCOMPARE(sources::whatIsSent(*sources::findSourcePreset("nuget")),
             std::string("for each module that is looked up there, its file names and ids and the "
                         "checksum of its debug file, to symbols.nuget.org, with your address; "
                         "nothing else of the crash"));
    QVERIFY(sources::whatIsSent(*sources::findSourcePreset("unity")).find("unencrypted") !=
            std::string::npos);
}

void TestSourcePresets::printsYaml()
{
    QCOMPARE(sources::yamlOf(*sources::findSourcePreset("intel")),
             std::string("- id: preset:intel\n"
                         "  type: http\n"
                         "  url: https://software.intel.com/sites/downloads/symbols/\n"
                         "  layout: {type: symstore}\n"
                         "  headers: {User-Agent: curl/7.72.0}\n"
                         "  filters: {filetypes: [\"pe\", \"pdb\"]}\n"
                         "  has_index: true\n"
                         "  is_public: true\n"));
}

QTEST_GUILESS_MAIN(TestSourcePresets)
#include "tst_source_presets.moc"
