// Many requests at once: work that is the same runs once, and nobody waits for a module that it
// does not need.
#include "core/base/hex.h"
#include "core/base/text.h"
#include "tests/support/crash_scene.h"
#include "tests/support/loopback_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <latch>
#include <random>
#include <thread>

using namespace faultline;
using faultline::test::LoopbackServer;
namespace scene = faultline::test::scene;

namespace {

constexpr unsigned kModules = 200;
constexpr unsigned kHosts = 10; // The last of them fails.

std::string idOf(unsigned module)
{
    return toUpperAscii(hexDigits(module + 1, 32)) + "0";
}

std::string pathOf(unsigned module)
{
    return "app/" + idOf(module) + "/app.sym";
}

unsigned hostOf(unsigned module)
{
    return module % kHosts;
}

bool fails(unsigned module)
{
    return hostOf(module) == kHosts - 1;
}

/// A frame in each of the modules.
std::shared_ptr<Event> eventOf(const std::vector<unsigned>& modules)
{
    std::vector<GivenFrame> frames;
    auto event = scene::event();
    event->modules.clear();
    for (std::size_t i = 0; i < modules.size(); ++i) {
        auto module = scene::module();
        module.address = scene::kBase + i * 0x100000;
        module.debugId = DebugId::parseBreakpad(idOf(modules[i]));
        frames.push_back(scene::frame(module.address + 0x1010));
        event->modules.push_back(std::move(module));
    }
    event->threads[0].givenFrames = std::move(frames);
    return event;
}

/// How many frames have the name they should.
std::size_t namedFrames(const Report& report)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        report.stacks[0]->frames, [](const Frame& frame) { return frame.function == "main"; }));
}

} // namespace

class TestCacheLoad : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void check6IdenticalRequestsShareDownloadAndDerivation();
    void noRequestWaitsForAModuleItDoesNotNeed();

private:
    std::unique_ptr<Engine> engine() const
    {
        EngineConfig config;
        config.cacheDir = m_dir->filePath("cache").toStdString();
        config.computeThreads = 2;
        config.headTimeout = std::chrono::minutes(2);
        return std::make_unique<Engine>(std::move(config), silentLog(), nullptr);
    }

    std::size_t countEntries(const std::string& kind) const
    {
        std::size_t count = 0;
        std::error_code error;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(
                 m_dir->filePath("cache").toStdString() + "/" + kind, error))
            count += entry.is_regular_file() ? 1 : 0;
        return count;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestCacheLoad::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
}

void TestCacheLoad::check6IdenticalRequestsShareDownloadAndDerivation()
{
    LoopbackServer server;
    server.reply("/" + pathOf(0),
                 {.body = scene::symbols(idOf(0)), .delay = std::chrono::milliseconds(50)});
    const auto engine = this->engine();
    SymbolicateOptions options;
    options.sources = {scene::http("s", server.url())};
    std::atomic<std::size_t> named = 0;
    {
        std::vector<std::jthread> clients;
        for (int i = 0; i < 20; ++i)
            clients.emplace_back([&] {
                const auto report = engine->run(eventOf({0}), options, {});
                named += report ? namedFrames(**report) : 0;
            });
    }
    QCOMPARE(named.load(), std::size_t{20});
    QCOMPARE(server.totalHits(), 1);
    QCOMPARE(countEntries("symcaches"), std::size_t{1});
    QCOMPARE(countEntries("objects"), std::size_t{1});
}

void TestCacheLoad::noRequestWaitsForAModuleItDoesNotNeed()
{
    constexpr int kRequests = 1000;
    constexpr int kFailing = 100;
    constexpr int kClients = 32;
    std::latch release(1);
    LoopbackServer working;
    LoopbackServer failing;
    for (unsigned module = 0; module < kModules; ++module) {
        const auto target = "/" + pathOf(module);
        if (fails(module))
            failing.handle(target, [&](const LoopbackServer::Request&) -> LoopbackServer::Reply {
                release.wait();
                return {.status = 404};
            });
        else
            working.reply(target, {.body = scene::symbols(idOf(module))});
    }
    const auto engine = this->engine();
    // Another name of the same address, so that the hosts do not share a limit on connections.
    const auto workingSource = scene::http("working", working.url());
    const auto failingSource = scene::http("failing", failing.url("localhost"));
    std::atomic<int> doneWorking = 0;
    std::atomic<int> doneFailing = 0;
    std::atomic<int> wrong = 0;
    const auto ask = [&](int number, bool isFailing) {
        std::mt19937 random(static_cast<unsigned>(number));
        std::vector<unsigned> modules;
        while (modules.size() < 3) {
            const auto module = static_cast<unsigned>(random() % kModules);
            if (!fails(module))
                modules.push_back(module);
        }
        SymbolicateOptions options;
        options.sources = {workingSource};
        if (isFailing) {
            modules.front() = modules.front() / kHosts * kHosts + kHosts - 1;
            options.sources = {workingSource, failingSource};
        }
        const auto report = engine->run(eventOf(modules), options, {});
        if (!report || namedFrames(**report) != (isFailing ? 2u : 3u))
            ++wrong;
        ++(isFailing ? doneFailing : doneWorking);
    };
    std::vector<std::jthread> waiting;
    for (int i = 0; i < kFailing; ++i)
        waiting.emplace_back([&, i] { ask(i, true); });
    QTRY_VERIFY(failing.totalHits() > 0);
    {
        std::vector<std::jthread> clients;
        for (int client = 0; client < kClients; ++client)
            clients.emplace_back([&, client] {
                for (int i = kFailing + client; i < kRequests; i += kClients)
                    ask(i, false);
            });
    }
    QCOMPARE(doneWorking.load(), kRequests - kFailing);
    QCOMPARE(doneFailing.load(), 0);
    release.count_down();
    waiting.clear();
    QCOMPARE(doneFailing.load(), kFailing);
    QCOMPARE(wrong.load(), 0);
    for (unsigned module = 0; module < kModules; ++module)
        QVERIFY(working.hits("/" + pathOf(module)) <= 1);
}

QTEST_GUILESS_MAIN(TestCacheLoad)
#include "tst_cache_load.moc"
