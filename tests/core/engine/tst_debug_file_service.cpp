// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/debug_file_service.h"
#include "core/symcache/symcache_format.h"
#include "tests/support/crash_scene.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <condition_variable>
#include <mutex>

using namespace faultline;
using namespace faultline::engine;

namespace {

/// Collects what a service tells, and waits for the next notice of a kind.
class Answers
{
public:
    DebugFileService::Callback callback()
    {
        return [this](DebugFileNotice notice) {
            const std::lock_guard lock(m_mutex);
            m_notices.push_back(std::move(notice));
            m_arrived.notify_all();
        };
    }

    void clear()
    {
        const std::lock_guard lock(m_mutex);
        m_notices.clear();
    }

    /// Absent when none came within a minute.
    template <class T>
    std::optional<T> next()
    {
        std::unique_lock lock(m_mutex);
        std::optional<T> found;
        m_arrived.wait_for(lock, std::chrono::minutes(1), [&] {
            const auto at = std::ranges::find_if(m_notices, [](const DebugFileNotice& notice) {
                return std::holds_alternative<T>(notice);
            });
            if (at == m_notices.end())
                return false;
            found = std::get<T>(*at);
            m_notices.erase(at);
            return true;
        });
        return found;
    }

private:
    std::mutex m_mutex; // Guards m_notices.
    std::condition_variable m_arrived;
    std::vector<DebugFileNotice> m_notices;
};

std::string sample(const char* name)
{
    return std::string(FL_TESTS_DIR "/corpora/samples/default/") + name;
}

} // namespace

/// Reads debug files for people who want to know what they are good for.
class TestDebugFileService : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { m_answers.clear(); }

    void tellsWhatADebugFileIs();
    void findsFunctionsAndFiles();
    void looksUpAddresses();
    void tellsOfOtherKinds_data();
    void tellsOfOtherKinds();
    void refusesWhatIsNoDebugFile_data();
    void refusesWhatIsNoDebugFile();
    void aDamagedLookUpFileSaysWhy();
    void answersOfAnotherFileAreToldApart();

private:
    std::string write(const char* name, std::string_view bytes) const;

    QTemporaryDir m_folder;
    Answers m_answers;
};

std::string TestDebugFileService::write(const char* name, std::string_view bytes) const
{
    QFile file(m_folder.filePath(QString::fromLatin1(name)));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write");
    file.write(bytes.data(), qsizetype(bytes.size()));
    return file.fileName().toStdString();
}

void TestDebugFileService::tellsWhatADebugFileIs()
{
    DebugFileService service({}, m_answers.callback());
    const auto number = service.open(sample("libscene.so.debug"));
    const auto facts = m_answers.next<DebugFileFacts>();
    QVERIFY(facts);
    QCOMPARE(facts->number, number);
    QVERIFY(facts->kind == DebugFileKind::Object);
    QVERIFY(facts->format == object::FileFormat::Elf);
    QVERIFY(facts->objectKind == object::ObjectKind::Debug);
    QVERIFY(facts->features.hasDebugInfo);
    QVERIFY(!facts->debugId.empty());
    QVERIFY(!facts->codeId.empty());
    const auto sized = [&facts](std::string_view name) {
        const auto at = std::ranges::find(facts->sections, name, &DebugFileFacts::Section::name);
        return at == facts->sections.end() ? nullptr : &*at;
    };
    QVERIFY(sized(".debug_info") && sized(".debug_info")->sizeBytes > 0);
    // The code is in the program's own file only.
    QVERIFY(sized(".text") && !sized(".text")->isInFile);
    const auto index = m_answers.next<DebugFileIndex>();
    QVERIFY(index);
    QVERIFY(index->functions > 5 && index->units > 0 && index->files > 0);
    QVERIFY(index->inlinedRows > 0 && index->hasLines);
}

void TestDebugFileService::findsFunctionsAndFiles()
{
    DebugFileService service({}, m_answers.callback());
    service.open(sample("libscene.so.debug"));
    const auto index = m_answers.next<DebugFileIndex>();
    QVERIFY(index);
    service.findFunctions({});
    const auto all = m_answers.next<DebugFunctions>();
    QVERIFY(all && all->found > 5);
    QCOMPARE(all->found, index->functions);
    QVERIFY(std::ranges::is_sorted(all->functions, {}, &DebugFunction::address));
    service.findFunctions("updatebounds");
    const auto some = m_answers.next<DebugFunctions>();
    QVERIFY(some && some->found >= 1 && some->found < all->found);
    const auto& function = some->functions.front();
    QVERIFY(function.name.contains("updateBounds"));
    QVERIFY(function.file.ends_with("group.cpp"));
    QVERIFY(function.line > 0 && function.sizeBytes > 0);
    service.readLines(function.index);
    const auto lines = m_answers.next<DebugLines>();
    QVERIFY(lines && lines->function == function.index);
    QCOMPARE(lines->rows.front().address, function.address);
    QVERIFY(std::ranges::any_of(lines->rows, [](const auto& row) { return row.inlineDepth > 0; }));
    service.findFiles("group.h");
    const auto files = m_answers.next<DebugSourceFiles>();
    QVERIFY(files && files->found == 1);
    QVERIFY(files->files.front().path.ends_with("group.h"));
    service.findFunctions("no such function");
    const auto none = m_answers.next<DebugFunctions>();
    QVERIFY(none && none->found == 0 && none->functions.empty());
}

/// The answers are the same as those of the functions and lines.
void TestDebugFileService::looksUpAddresses()
{
    DebugFileService service({}, m_answers.callback());
    service.open(sample("libscene.so.debug"));
    QVERIFY(m_answers.next<DebugFileIndex>());
    service.findFunctions("Group::updateBounds");
    const auto found = m_answers.next<DebugFunctions>();
    QVERIFY(found && found->found >= 1);
    const auto& function = found->functions.front();
    service.readLines(function.index);
    const auto lines = m_answers.next<DebugLines>();
    const auto inlined =
        std::ranges::find_if(lines->rows, [](const auto& row) { return row.inlineDepth > 0; });
    QVERIFY(inlined != lines->rows.end());
    service.lookUp(inlined->address);
    const auto place = m_answers.next<DebugPlace>();
    QVERIFY(place);
    QCOMPARE(place->frames.size(), std::size_t(inlined->inlineDepth) + 1);
    QVERIFY(place->frames.front().isInlined);
    QCOMPARE(place->frames.front().function, inlined->function);
    QCOMPARE(place->frames.back().function, function.name);
    QCOMPARE(place->offset, inlined->address - function.address);
    service.lookUp(~std::uint64_t{0});
    const auto nowhere = m_answers.next<DebugPlace>();
    QVERIFY(nowhere && nowhere->frames.empty() && !nowhere->function);
}

void TestDebugFileService::tellsOfOtherKinds_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("kind");
    QTest::newRow("symbol file of Breakpad")
        << QByteArray::fromStdString(faultline::test::scene::symbols())
        << int(DebugFileKind::Object);
    QTest::newRow("source map")
        << QByteArray(R"({"version":3,"sources":["a.ts","b.ts"],"sourcesContent":["x",null],)"
                      R"("names":["n"],"mappings":"AAAA"})")
        << int(DebugFileKind::SourceMap);
    QTest::newRow("mapping") << QByteArray("com.example.A -> a:\n"
                                           "    1:3:void run():10:12 -> b\n")
                             << int(DebugFileKind::Mapping);
}

void TestDebugFileService::tellsOfOtherKinds()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, kind);
    DebugFileService service({}, m_answers.callback());
    service.open(write("file", bytes.toStdString()));
    const auto facts = m_answers.next<DebugFileFacts>();
    QVERIFY(facts);
    QCOMPARE(int(facts->kind), kind);
    QCOMPARE(facts->sizeBytes, std::uint64_t(bytes.size()));
    if (facts->kind == DebugFileKind::SourceMap) {
        QCOMPARE(*facts->sources, std::uint64_t{2});
        QCOMPARE(*facts->sourceTexts, std::uint64_t{1});
        QCOMPARE(*facts->names, std::uint64_t{1});
    } else if (facts->kind == DebugFileKind::Mapping) {
        QCOMPARE(*facts->classes, std::uint64_t{1});
        QCOMPARE(*facts->methods, std::uint64_t{1});
        QVERIFY(!facts->debugId.empty() && facts->hasLines);
    }
    const auto index = m_answers.next<DebugFileIndex>();
    QVERIFY(index);
    QCOMPARE(index->functions > 0, facts->kind == DebugFileKind::Object);
}

void TestDebugFileService::refusesWhatIsNoDebugFile_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("hello\n");
    QTest::newRow("JSON") << QByteArray("{\"version\":3}");
    QTest::newRow("cut header") << QByteArray("\177ELF\2\1\1\0", 8);
}

void TestDebugFileService::refusesWhatIsNoDebugFile()
{
    QFETCH(QByteArray, bytes);
    DebugFileService service({}, m_answers.callback());
    const auto number = service.open(write("file", bytes.toStdString()));
    const auto failure = m_answers.next<DebugFileFailure>();
    QVERIFY(failure);
    QCOMPARE(failure->number, number);
    QVERIFY(!failure->isOfIndex);
    QVERIFY(!failure->error.detail.empty());
}

void TestDebugFileService::aDamagedLookUpFileSaysWhy()
{
    const auto& magic = faultline::symcache_format::kMagic;
    const std::string bytes(std::begin(magic), std::end(magic));
    DebugFileService service({}, m_answers.callback());
    service.open(write("file", bytes));
    const auto failure = m_answers.next<DebugFileFailure>();
    QVERIFY(failure && !failure->isOfIndex);
    QVERIFY2(failure->error.detail.find("symcache") != std::string::npos,
             failure->error.detail.c_str());
}

void TestDebugFileService::answersOfAnotherFileAreToldApart()
{
    DebugFileService service({}, m_answers.callback());
    const auto first = service.open(sample("libscene.so.debug"));
    const auto second = service.open(sample("viewer.debug"));
    QVERIFY(first != second);
    std::optional<DebugFileIndex> index;
    do
        index = m_answers.next<DebugFileIndex>();
    while (index && index->number != second);
    QVERIFY(index);
    service.findFunctions("RenderLoop");
    const auto found = m_answers.next<DebugFunctions>();
    QVERIFY(found && found->found > 0);
    QCOMPARE(found->number, second);
}

QTEST_GUILESS_MAIN(TestDebugFileService)
#include "tst_debug_file_service.moc"
