#include "core/symbolicate/native/ready_modules.h"

#include <QTest>

#include <thread>

using namespace faultline;
using symbolicate::ReadyModules;
using namespace std::chrono_literals;

class TestReadyModules : public QObject
{
    Q_OBJECT

private slots:
    void keepsForAMoment();
    void theLaterRunCounts();
    void equalSourcesAreOneSet();
    void keysDiffer_data();
    void keysDiffer();
    void servesManyThreads();

private:
    static ReadyModules::StatePtr state(std::string note)
    {
        auto state = std::make_shared<symbolicate::ModuleState>();
        state->notes.push_back(std::move(note));
        return state;
    }

    static QString noteOf(const ReadyModules::StatePtr& state)
    {
        return state ? QString::fromStdString(state->notes.front()) : QString("absent");
    }
};

void TestReadyModules::keepsForAMoment()
{
    ReadyModules ready;
    const auto now = ReadyModules::Clock::now();
    ready.put("a", state("a"), now);
    ready.put("old", state("old"), now - ReadyModules::kLifetime - 1ms);
    QCOMPARE(noteOf(ready.find("a", now)), QString("a"));
    QCOMPARE(noteOf(ready.find("b", now)), QString("absent"));
    QCOMPARE(noteOf(ready.find("old", now)), QString("absent"));
    QCOMPARE(noteOf(ready.find("a", now + ReadyModules::kLifetime)), QString("a"));
    QCOMPARE(noteOf(ready.find("a", now + ReadyModules::kLifetime + 1ms)), QString("absent"));
    QCOMPARE(noteOf(ready.find("a", now)), QString("absent")); // It was dropped.
}

/// A run that began earlier and ended later knows less.
void TestReadyModules::theLaterRunCounts()
{
    ReadyModules ready;
    const auto now = ReadyModules::Clock::now();
    ready.put("a", state("second"), now);
    ready.put("a", state("first"), now - 10ms);
    QCOMPARE(noteOf(ready.find("a", now)), QString("second"));
    ready.put("a", state("third"), now + 10ms);
    QCOMPARE(noteOf(ready.find("a", now)), QString("third"));
}

void TestReadyModules::equalSourcesAreOneSet()
{
    ReadyModules ready;
    sources::SourceConfig source{.id = "a", .where = sources::HttpSource{.url = "http://x/"}};
    const auto first = ready.setOf({source});
    QCOMPARE(ready.setOf({source})->number, first->number);
    QCOMPARE(first->sources.size(), std::size_t{1});
    QCOMPARE(first->sources.front()->id, std::string("a"));
    std::get<sources::HttpSource>(source.where).headers.emplace_back("Authorization", "b");
    QVERIFY(ready.setOf({source})->number != first->number);
    QVERIFY(ready.setOf({})->number != first->number);
    for (int i = 0; i < 100; ++i) {
        source.id = std::to_string(i);
        ready.setOf({source});
    }
    source = {.id = "a", .where = sources::HttpSource{.url = "http://x/"}};
    QVERIFY(ready.setOf({source})->number != first->number); // Forgotten, and never reused.
}

void TestReadyModules::keysDiffer_data()
{
    QTest::addColumn<QString>("key");
    sources::ObjectLookup lookup{.debugFile = "ab", .debugChecksum = "c"};
    const auto row = [](const char* name, const sources::ObjectLookup& asked,
                        ReadyModules::Stage stage = ReadyModules::Stage::Debug,
                        const char* circumstances = "1|") {
        QTest::newRow(name) << QString::fromStdString(readyKey(circumstances, stage, asked));
    };
    row("stage", lookup, ReadyModules::Stage::Walk);
    row("circumstances", lookup, ReadyModules::Stage::Debug, "2|");
    row("no file", {.debugChecksum = "c"});
    row("texts divided otherwise", {.debugFile = "a", .debugChecksum = "bc"});
    row("other field", {.codeFile = "ab", .debugChecksum = "c"});
    row("empty is not absent", {.codeFile = "", .debugFile = "ab", .debugChecksum = "c"});
    row("debug id", {.debugId = DebugId::parse("C0BCC3F19827FE653058404B2831D9E60"),
                     .debugFile = "ab",
                     .debugChecksum = "c"});
    row("code id", {.codeId = CodeId::parse("abcd"), .debugFile = "ab", .debugChecksum = "c"});
    row("file id", {.debugFile = "ab", .debugChecksum = "c", .fileId = "00"});
    row("load address", {.debugFile = "ab", .debugChecksum = "c", .loadAddress = 0});
    row("type", {.type = sources::LookupType::Pe, .debugFile = "ab", .debugChecksum = "c"});
}

void TestReadyModules::keysDiffer()
{
    QFETCH(QString, key);
    const sources::ObjectLookup lookup{.debugFile = "ab", .debugChecksum = "c"};
    QVERIFY(key.toStdString() != readyKey("1|", ReadyModules::Stage::Debug, lookup));
}

void TestReadyModules::servesManyThreads()
{
    ReadyModules ready;
    std::atomic<int> wrong = 0;
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&] {
            for (int i = 0; i < 20'000; ++i) {
                const auto key = std::to_string(i % 5000);
                ready.put(key, state(key), ReadyModules::Clock::now());
                const auto found = ready.find(key, ReadyModules::Clock::now());
                wrong += found && found->notes.front() != key ? 1 : 0;
            }
        });
    threads.clear();
    QCOMPARE(wrong.load(), 0);
}

QTEST_GUILESS_MAIN(TestReadyModules)
#include "tst_ready_modules.moc"
