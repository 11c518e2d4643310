// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_clear.h"
#include "core/cache/cache_key.h"
#include "core/cache/entry_header.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace faultline;

Q_DECLARE_METATYPE(cache::CacheSelection)

class TestCacheClear : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void removesWhatIsSelected_data();
    void removesWhatIsSelected();
    void dryRunRemovesNothing();
    void keepsFilesOfOthers();
    void aFolderThatIsMissingIsAnError();

private:
    void entry(std::string_view source,
               std::string_view location,
               cache::CacheCategory category,
               std::optional<Error> failure = std::nullopt);

    std::filesystem::path folder() const { return m_dir->path().toStdString(); }

    QStringList left() const;

    std::unique_ptr<QTemporaryDir> m_dir;
    QMap<QString, QString> m_names; ///< Of the entries, by file.
};

void TestCacheClear::entry(std::string_view source,
                           std::string_view location,
                           cache::CacheCategory category,
                           std::optional<Error> failure)
{
    const auto key = cache::CacheKeyBuilder("").addFile(source, location).build();
    cache::EntryHeader head;
    head.category = category;
    head.failure = std::move(failure);
    head.scope = key.scope();
    head.keyText = key.text();
    const bool isDerived = category == cache::CacheCategory::Derived;
    const auto path = folder() / (isDerived ? "symcaches" : "objects") / key.relativePath(1);
    std::filesystem::create_directories(path.parent_path());
    const auto bytes = cache::encodeEntryHeader(head, 0);
    std::ofstream(path, std::ios::binary) << asText(bytes);
    const auto name = isDerived      ? std::string("made")
                      : head.failure ? std::string("failure")
                                     : std::string(source);
    m_names.insert(QString::fromStdString(path.string()), QString::fromStdString(name));
}

void TestCacheClear::init()
{
    using enum cache::CacheCategory;
    m_dir = std::make_unique<QTemporaryDir>();
    m_names.clear();
    const std::string acme =
        "https://syms.example/Acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/Acme.pdb";
    entry("company", acme, Downloaded);
    entry("company", acme, Derived);
    entry("other", "https://o.example/b3/a1f09c5d7e42688f10c2/executable", Downloaded);
    entry("other", "https://o.example/gone", Downloaded, Error{ErrorKind::NotFound, ""});
    entry("local", "file:///build/app", Downloaded);
}

QStringList TestCacheClear::left() const
{
    QStringList names;
    for (auto at = m_names.begin(); at != m_names.end(); ++at) {
        if (std::filesystem::exists(at.key().toStdString()))
            names += at.value();
    }
    names.sort();
    return names;
}

void TestCacheClear::removesWhatIsSelected_data()
{
    QTest::addColumn<cache::CacheSelection>("selection");
    QTest::addColumn<QString>("left");
    const auto row = [](const char* name, const cache::CacheSelection& selection,
                        const char* remains) {
        QTest::newRow(name) << selection << QString::fromLatin1(remains);
    };
    row("nothing", {}, "company failure local made other");
    row("failures", {.failures = true}, "company local made other");
    row("derived", {.derived = true}, "company failure local other");
    row("everything", {.everything = true}, "");
    row("failures and derived", {.failures = true, .derived = true}, "company local other");
    row("a source", {.sources = {"other"}}, "company local made");
    row("part of a source's id", {.sources = {"oth"}}, "company failure local made other");
    row("a debug id", {.modules = {"0f3c9a52-7b1e-4d86-9c20-5ae1d7f4b3c8-1a"}},
        "failure local other");
    row("a build id that the layout cuts", {.modules = {"b3a1f09c5d7e42688f10c2"}},
        "company failure local made");
    row("a name", {.modules = {"acme.PDB"}}, "failure local other");
    row("a name in a folder", {.modules = {"app"}}, "company failure made other");
    row("part of a name", {.modules = {"Acme"}}, "company failure local made other");
}

void TestCacheClear::removesWhatIsSelected()
{
    QFETCH(cache::CacheSelection, selection);
    const auto summary = cache::clearCache(folder(), selection, cache::ClearMode::Remove, {});
    QVERIFY(summary);
    QTEST(left().join(u' '), "left");
    QCOMPARE(summary->kept.entries, std::uint64_t(left().size()));
    QCOMPARE(summary->removed.entries + summary->kept.entries, std::uint64_t{5});
    QVERIFY(!std::filesystem::exists(folder() / "symcaches/v1") || left().contains("made"));
}

void TestCacheClear::dryRunRemovesNothing()
{
    const auto summary =
        cache::clearCache(folder(), {.everything = true}, cache::ClearMode::DryRun, {});
    QVERIFY(summary);
    QCOMPARE(summary->removed.entries, std::uint64_t{5});
    QCOMPARE(left().size(), 5);
}

void TestCacheClear::keepsFilesOfOthers()
{
    const auto path = folder() / "objects/v1/aa/bb" / std::string(60, '0');
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "of another program";
    std::ofstream(folder() / "notes.txt") << "mine";
    const auto summary =
        cache::clearCache(folder(), {.everything = true}, cache::ClearMode::Remove, {});
    QVERIFY(summary);
    QCOMPARE(summary->foreignFiles, std::uint64_t{1});
    QVERIFY(std::filesystem::exists(path) && std::filesystem::exists(folder() / "notes.txt"));
}

void TestCacheClear::aFolderThatIsMissingIsAnError()
{
    const auto summary =
        cache::clearCache(folder() / "absent", {.everything = true}, cache::ClearMode::Remove, {});
    QCOMPARE(summary.error().kind, ErrorKind::NotFound);
}

QTEST_GUILESS_MAIN(TestCacheClear)
#include "tst_cache_clear.moc"
