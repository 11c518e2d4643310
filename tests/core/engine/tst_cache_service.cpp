// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/cache/cache_key.h"
#include "core/cache/entry_header.h"
#include "core/engine/cache_service.h"

#include <QTemporaryDir>
#include <QTest>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>

using namespace faultline;
using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t kEntryBytes = 4096;

/// Collects the notices and waits for them.
class Answers
{
public:
    void take(engine::CacheNotice notice)
    {
        const std::lock_guard lock(m_mutex);
        m_notices.push_back(std::move(notice));
        m_came.notify_all();
    }

    /// The first notice of this type that was not taken yet.
    template <class Notice>
    Notice next()
    {
        std::unique_lock lock(m_mutex);
        Notice found;
        const bool came = m_came.wait_for(lock, 30s, [&] {
            for (; m_next < m_notices.size(); ++m_next) {
                if (const auto* notice = std::get_if<Notice>(&m_notices[m_next])) {
                    found = *notice;
                    ++m_next;
                    return true;
                }
            }
            return false;
        });
        if (!came)
            qFatal("no answer came");
        return found;
    }

private:
    std::mutex m_mutex; // Guards the members after it.
    std::condition_variable m_came;
    std::vector<engine::CacheNotice> m_notices;
    std::size_t m_next = 0;
};

} // namespace

class TestCacheService : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aMissingFolderIsEmpty();
    void theFolderIsMeasuredByKinds();
    void cleaningRemovesWhatIsPast();
    void newRulesCountAtOnce();
    void oneKindIsCleared();
    void everythingIsCleared();
    void checkingRemovesWhatIsDamaged();
    void filesOfOthersStay();
    void aCancelledCommandSaysSo();

private:
    std::filesystem::path
    entry(const char* kind, const std::string& name, std::chrono::seconds age = 0s);

    std::filesystem::path folder() const { return m_dir->path().toStdString() + "/cache"; }

    std::unique_ptr<engine::CacheService> service(engine::CacheRules rules = {})
    {
        return std::make_unique<engine::CacheService>(
            folder(), std::move(rules), silentLog(),
            [this](engine::CacheNotice notice) { m_answers->take(std::move(notice)); });
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<Answers> m_answers;
};

void TestCacheService::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_answers = std::make_unique<Answers>();
}

std::filesystem::path
TestCacheService::entry(const char* kind, const std::string& name, std::chrono::seconds age)
{
    const auto key = cache::CacheKeyBuilder("").addFile(name, "https://s.example/" + name).build();
    cache::EntryHeader head;
    head.category = cache::CacheCategory::Derived;
    head.scope = key.scope();
    head.keyText = key.text();
    const auto path = folder() / kind / key.relativePath(1);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << asText(cache::encodeEntryHeader(head, 0));
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - age);
    return path;
}

void TestCacheService::aMissingFolderIsEmpty()
{
    const auto caches = service();
    caches->measure();
    const auto state = m_answers->next<engine::CacheState>();
    QVERIFY(state.kinds.empty());
    QVERIFY(!state.error);
    caches->cleanUp();
    QVERIFY(!m_answers->next<engine::CacheWork>().error);
}

void TestCacheService::theFolderIsMeasuredByKinds()
{
    entry("symcaches", "one");
    entry("symcaches", "two", 3 * 24h);
    entry("symcaches", "three", 30 * 24h);
    entry("objects", "one");
    const auto caches = service();
    caches->measure();
    const auto state = m_answers->next<engine::CacheState>();
    QCOMPARE(state.kinds.size(), std::size_t(2));
    QCOMPARE(state.kinds[0].kind, std::string("objects"));
    const auto& made = state.kinds[1];
    QCOMPARE(made.kept.entries, 2u);
    QCOMPARE(made.kept.bytes, 2 * kEntryBytes);
    QCOMPARE(made.past.entries, 1u);
    QVERIFY(made.unusedFor >= 30 * 24h - 1h);
    QCOMPARE(state.usedLately, 3u);
    QVERIFY(state.freeBytes.has_value());
}

void TestCacheService::cleaningRemovesWhatIsPast()
{
    const auto past = entry("symcaches", "past", 30 * 24h);
    const auto kept = entry("symcaches", "kept");
    const auto caches = service();
    caches->cleanUp();
    const auto work = m_answers->next<engine::CacheWork>();
    QCOMPARE(work.kind, engine::CacheWork::Kind::CleanUp);
    QCOMPARE(work.removed.entries, 1u);
    QVERIFY(!std::filesystem::exists(past));
    QVERIFY(std::filesystem::exists(kept));
    // The new state follows by itself.
    QCOMPARE(m_answers->next<engine::CacheState>().kinds[0].kept.entries, 1u);
}

void TestCacheService::newRulesCountAtOnce()
{
    entry("symcaches", "old", 3 * 24h);
    const auto caches = service();
    engine::CacheRules rules;
    rules.lifetimes.derived.maxUnusedFor = 24h;
    caches->setRules(rules);
    caches->measure();
    QCOMPARE(m_answers->next<engine::CacheState>().kinds[0].past.entries, 1u);
}

void TestCacheService::oneKindIsCleared()
{
    const auto made = entry("symcaches", "one");
    const auto downloaded = entry("objects", "one");
    const auto caches = service();
    caches->clear({"symcaches"});
    QCOMPARE(m_answers->next<engine::CacheWork>().removed.entries, 1u);
    QVERIFY(!std::filesystem::exists(made));
    QVERIFY(std::filesystem::exists(downloaded));
}

void TestCacheService::everythingIsCleared()
{
    entry("symcaches", "one");
    entry("objects", "one");
    const auto caches = service();
    caches->clear({});
    QCOMPARE(m_answers->next<engine::CacheWork>().removed.entries, 2u);
    QVERIFY(m_answers->next<engine::CacheState>().kinds.empty());
}

void TestCacheService::checkingRemovesWhatIsDamaged()
{
    entry("symcaches", "sound");
    const auto damaged = entry("objects", "damaged");
    std::filesystem::resize_file(damaged, 100);
    const auto caches = service();
    caches->verify();
    const auto work = m_answers->next<engine::CacheWork>();
    QCOMPARE(work.sound + work.damaged, 2u);
    QVERIFY(work.damaged >= 1);
    QVERIFY(!std::filesystem::exists(damaged));
}

void TestCacheService::filesOfOthersStay()
{
    entry("symcaches", "one");
    const auto foreign = folder() / "notes.txt";
    std::ofstream(foreign) << "mine";
    const auto caches = service();
    caches->clear({});
    m_answers->next<engine::CacheWork>();
    QVERIFY(std::filesystem::exists(foreign));
}

void TestCacheService::aCancelledCommandSaysSo()
{
    for (int i = 0; i < 200; ++i)
        entry("symcaches", std::to_string(i));
    const auto caches = service();
    caches->measure();
    caches->verify();
    caches->cancel();
    const auto work = m_answers->next<engine::CacheWork>();
    QVERIFY(work.error || work.sound + work.damaged == 200);
    caches->measure();
    QVERIFY(!m_answers->next<engine::CacheState>().kinds.empty());
}

QTEST_GUILESS_MAIN(TestCacheService)
#include "tst_cache_service.moc"
