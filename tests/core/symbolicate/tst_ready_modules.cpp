// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/ready_modules.h"

#include <QTest>

#include <thread>
#include <utility>

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

    static sources::SourceConfig serverAt(const char* url)
    {
        sources::HttpSource server;
        server.url = url;
        sources::SourceConfig source;
        source.id = "a";
        source.where = std::move(server);
        return source;
    }

    static sources::ObjectLookup someLookup()
    {
        sources::ObjectLookup lookup;
        lookup.debugFile = "ab";
        lookup.debugChecksum = "c";
        return lookup;
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
    auto source = serverAt("http://x/");
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
    source = serverAt("http://x/");
    QVERIFY(ready.setOf({source})->number != first->number); // Forgotten, and never reused.
}

void TestReadyModules::keysDiffer_data()
{
    QTest::addColumn<QString>("key");
    const auto row = [](const char* name, auto change) {
        auto asked = someLookup();
        change(asked);
        QTest::newRow(name) << QString::fromStdString(
            readyKey("1|", ReadyModules::Stage::Debug, asked));
    };
    using Lookup = sources::ObjectLookup;
    row("no file", [](Lookup& asked) { asked.debugFile.reset(); });
    row("texts divided otherwise", [](Lookup& asked) {
        asked.debugFile = "a";
        asked.debugChecksum = "bc";
    });
    row("other field", [](Lookup& asked) { asked.codeFile = std::exchange(asked.debugFile, {}); });
    row("empty is not absent", [](Lookup& asked) { asked.codeFile = ""; });
    row("debug id",
        [](Lookup& asked) { asked.debugId = DebugId::parse("C0BCC3F19827FE653058404B2831D9E60"); });
    row("code id", [](Lookup& asked) { asked.codeId = CodeId::parse("abcd"); });
    row("file id", [](Lookup& asked) { asked.fileId = "00"; });
    row("load address", [](Lookup& asked) { asked.loadAddress = 0; });
    row("type", [](Lookup& asked) { asked.type = sources::LookupType::Pe; });
    QTest::newRow("stage") << QString::fromStdString(
        readyKey("1|", ReadyModules::Stage::Walk, someLookup()));
    QTest::newRow("circumstances")
        << QString::fromStdString(readyKey("2|", ReadyModules::Stage::Debug, someLookup()));
}

void TestReadyModules::keysDiffer()
{
    QFETCH(QString, key);
    QVERIFY(key.toStdString() != readyKey("1|", ReadyModules::Stage::Debug, someLookup()));
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
