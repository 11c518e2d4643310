// SPDX-License-Identifier: GPL-3.0-or-later
// Many requests at once: equal work runs once, and no request waits for a module that it does not
// need.
#include "core/base/hex.h"
#include "core/base/text.h"
#include "tests/support/crash_scene.h"
#include "tests/support/object_store_servers.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <deque>
#include <random>
#include <thread>

using namespace faultline;
using faultline::test::LoopbackServer;
using faultline::test::S3Keys;
using faultline::test::S3Server;
namespace scene = faultline::test::scene;

namespace {

constexpr unsigned kModules = 200;
constexpr unsigned kHosts = 10;
constexpr unsigned kFailingHost = 7;

std::string idOf(unsigned module)
{
    return toUpperAscii(hexDigits(module + 1, 32)) + "0";
}

std::string targetOf(unsigned module)
{
    return "/app/" + idOf(module) + "/app.sym";
}

unsigned hostOf(unsigned module)
{
    return module % kHosts;
}

/// Makes a frame in each of the modules. Their paths say which host has their symbols.
std::shared_ptr<Event> eventOf(const std::vector<unsigned>& modules)
{
    std::vector<Frame> frames;
    auto event = scene::event();
    event->modules.clear();
    for (std::size_t i = 0; i < modules.size(); ++i) {
        auto module = scene::module();
        module.address = scene::kBase + i * 0x100000;
        module.debugId = DebugId::parseBreakpad(idOf(modules[i]));
        module.codeFile = concat("/opt/host", hostOf(modules[i]), "/app");
        frames.push_back(scene::frame(module.address + 0x1010));
        event->modules.push_back(std::move(module));
    }
    event->threads[0].givenFrames = std::move(frames);
    return event;
}

/// Counts the frames with the expected name.
std::size_t namedFrames(const Report& report)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(report.stacks[0]->frames, [](const Frame& frame) {
            return frame.position.function == "main";
        }));
}

/// Chooses two random modules for each request.
std::vector<unsigned> modulesOf(unsigned request)
{
    std::mt19937 random(request);
    const auto first = static_cast<unsigned>(random() % kModules);
    return {first, (first + 1 + static_cast<unsigned>(random() % (kModules - 1))) % kModules};
}

bool needsFailingHost(const std::vector<unsigned>& modules)
{
    return std::ranges::any_of(modules, [](unsigned m) { return hostOf(m) == kFailingHost; });
}

/// Ten servers, each with a tenth of the modules. One of them delays its answers until it is
/// released.
class Hosts
{
public:
    Hosts()
    {
        for (unsigned host = 0; host < kHosts; ++host)
            m_servers.emplace_back(concat("127.0.0.", host + 2));
        for (unsigned module = 0; module < kModules; ++module) {
            if (hostOf(module) == kFailingHost)
                failing().handle(targetOf(module), [this](const auto&) {
                    m_isReleased.wait(false);
                    return LoopbackServer::Reply{.status = 404};
                });
            else
                m_servers[hostOf(module)].reply(targetOf(module),
                                                {.body = scene::symbols(idOf(module))});
        }
    }

    /// Every request gets all of these sources.
    std::vector<sources::SourceConfig> sources() const
    {
        std::vector<sources::SourceConfig> all;
        for (unsigned host = 0; host < kHosts; ++host) {
            all.push_back(scene::http(concat("host", host), m_servers[host].url()));
            all.back().filters.pathPatterns = {concat("*/host", host, "/*")};
        }
        return all;
    }

    LoopbackServer& failing() { return m_servers[kFailingHost]; }

    void release()
    {
        m_isReleased = true;
        m_isReleased.notify_all();
    }

    int hits(unsigned module) const { return m_servers[hostOf(module)].hits(targetOf(module)); }

private:
    std::atomic<bool> m_isReleased = false;
    std::deque<LoopbackServer> m_servers; // Last: their threads use what is above.
};

} // namespace

class TestCacheLoad : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void identicalRequestsShareDownloadAndDerivation();
    void noRequestWaitsForAModuleItDoesNotNeed();

private:
    engine::EngineConfig config() const
    {
        engine::EngineConfig config;
        config.cacheDir = m_dir->filePath("cache").toStdString();
        config.computeThreads = 2;
        config.headTimeout = std::chrono::minutes(2);
        return config;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestCacheLoad::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
}

/// Each new item is offered to the shared cache, so counting there counts the computations.
void TestCacheLoad::identicalRequestsShareDownloadAndDerivation()
{
    const S3Keys keys{"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG"};
    S3Server store(keys, "us-east-1");
    LoopbackServer server;
    server.reply(targetOf(0),
                 {.body = scene::symbols(idOf(0)), .delay = std::chrono::milliseconds(50)});
    auto settings = config();
    settings.shared.connectTimeout = settings.shared.headTimeout = std::chrono::seconds(30);
    settings.shared.where = engine::SharedS3Config{.bucket = "bucket",
                                                   .prefix = "caches",
                                                   .region = "us-east-1",
                                                   .endpoint = store.url(),
                                                   .accessKey = keys.access,
                                                   .secretKey = keys.secret};
    settings.sources = {scene::http("s", server.url())};
    auto engine = std::make_unique<engine::Engine>(std::move(settings), silentLog(), nullptr);
    std::atomic<std::size_t> named = 0;
    {
        std::vector<std::jthread> clients;
        for (int i = 0; i < 20; ++i)
            clients.emplace_back([&] {
                symbolicate::SymbolicateOptions options;
                options.applySourceContext = false;
                const auto report = engine->run(eventOf({0}), options, {});
                named += report ? namedFrames(**report) : 0;
            });
    }
    const auto made = [&](const char* kind) {
        return store.server().countBelow("PUT", concat("/bucket/caches/", kind, "/"));
    };
    QTRY_COMPARE(made("symcaches"), 1);
    engine.reset(); // All uploads have ended.
    QCOMPARE(named.load(), std::size_t{20});
    QCOMPARE(server.hits(targetOf(0)), 1);
    for (const auto* kind : {"objects", "object_meta", "symcaches"})
        QCOMPARE(made(kind), 1);
}

void TestCacheLoad::noRequestWaitsForAModuleItDoesNotNeed()
{
    constexpr unsigned kRequests = 1000;
    constexpr int kClients = 32;
    Hosts hosts;
    auto settings = config();
    settings.sources = hosts.sources();
    engine::Engine engine(std::move(settings), silentLog(), nullptr);
    std::atomic<unsigned> done = 0;
    std::atomic<unsigned> doneFailing = 0;
    std::atomic<unsigned> wrong = 0;
    const auto ask = [&](unsigned request) {
        const auto modules = modulesOf(request);
        const auto failing = static_cast<std::size_t>(std::ranges::count_if(
            modules, [](unsigned module) { return hostOf(module) == kFailingHost; }));
        symbolicate::SymbolicateOptions options;
        options.applySourceContext = false;
        const auto report = engine.run(eventOf(modules), options, {});
        wrong += !report || namedFrames(**report) != modules.size() - failing ? 1 : 0;
        ++(failing > 0 ? doneFailing : done);
    };
    std::vector<std::jthread> waiting; // One thread each: they are held.
    const std::shared_ptr<void> releasing(nullptr, [&](void*) { hosts.release(); });
    std::atomic<unsigned> next = 0;
    const auto work = [&] {
        for (auto request = next++; request < kRequests; request = next++) {
            if (!needsFailingHost(modulesOf(request)))
                ask(request);
        }
    };
    for (unsigned request = 0; request < kRequests; ++request) {
        if (needsFailingHost(modulesOf(request)))
            waiting.emplace_back([&ask, request] { ask(request); });
    }
    QVERIFY(waiting.size() > 100);
    {
        std::vector<std::jthread> clients;
        for (int client = 0; client < kClients; ++client)
            clients.emplace_back(work);
    }
    QCOMPARE(done.load(), kRequests - static_cast<unsigned>(waiting.size()));
    QTRY_VERIFY(hosts.failing().totalHits() > 0);
    QCOMPARE(doneFailing.load(), 0u);
    hosts.release();
    waiting.clear();
    QCOMPARE(done + doneFailing, kRequests);
    QCOMPARE(wrong.load(), 0u);
    for (unsigned module = 0; module < kModules; ++module)
        QVERIFY(hosts.hits(module) <= 1);
}

QTEST_GUILESS_MAIN(TestCacheLoad)
#include "tst_cache_load.moc"
