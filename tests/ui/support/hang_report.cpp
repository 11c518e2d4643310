// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/fake_report.h"

#include <algorithm>

namespace faultline::ui::test {

namespace {

constexpr std::uint64_t kHeap = 0x7f39e8012ff8;

enum Thread : std::uint32_t { kMain, kRing, kSignals, kRender, kWorker1, kWorker2, kWorker3 };

constexpr std::uint32_t kAudio = 10;
constexpr std::uint32_t kWatchdog = 11;

std::uint32_t addObject(WaitGraph& graph, WaitObjectKind kind, const char* name)
{
    WaitObject object;
    object.kind = kind;
    object.address = kHeap + graph.objects.size() * 0x40;
    object.name = name;
    graph.objects.push_back(object);
    return static_cast<std::uint32_t>(graph.objects.size() - 1);
}

std::uint32_t addHeldMutex(WaitGraph& graph, const Event& event, const char* name, Thread owner)
{
    const auto index = addObject(graph, WaitObjectKind::Mutex, name);
    WaitObject& object = graph.objects[index];
    object.ownerState = OwnerState::Thread;
    object.owner = owner;
    object.ownerId = event.threads[owner].id;
    object.evidence = {{*object.address, 2, 4, "__lock"},
                       {*object.address + 8, *object.ownerId, 4, "__owner"}};
    return index;
}

void addWait(WaitGraph& graph,
             std::uint32_t thread,
             WaitState state,
             const char* call,
             std::optional<std::uint32_t> object = {})
{
    ThreadWait wait;
    wait.thread = thread;
    wait.state = state;
    wait.call = call;
    wait.object = object;
    graph.threads.push_back(wait);
}

std::shared_ptr<const WaitGraph> makeWaits(const Event& event)
{
    auto graph = std::make_shared<WaitGraph>();
    const auto scene = addHeldMutex(*graph, event, "Scene::m_lock", kMain);
    const auto cache = addHeldMutex(*graph, event, "TileCache::m_mutex", kWorker3);
    const auto ready = addObject(*graph, WaitObjectKind::Condition, "TaskQueue::m_ready");
    const auto slots = addObject(*graph, WaitObjectKind::Semaphore, "");
    graph->objects[slots].guessedOwner = kWorker1;
    addWait(*graph, kMain, WaitState::Waiting, "futex", cache);
    addWait(*graph, kRing, WaitState::InInput, "io_uring_enter");
    addWait(*graph, kSignals, WaitState::InSystem, "rt_sigtimedwait");
    addWait(*graph, kRender, WaitState::Waiting, "futex", scene);
    addWait(*graph, kWorker1, WaitState::Waiting, "futex", scene);
    addWait(*graph, kWorker2, WaitState::Running, "");
    addWait(*graph, kWorker3, WaitState::Waiting, "futex", scene);
    for (const std::uint32_t worker : {7u, 8u, 9u})
        addWait(*graph, worker, WaitState::Waiting, "futex", ready);
    addWait(*graph, kAudio, WaitState::Waiting, "futex", slots);
    addWait(*graph, kWatchdog, WaitState::Sleeping, "clock_nanosleep");
    graph->findings = {{.kind = WaitFindingKind::Deadlock,
                        .threads = {kMain, kWorker3},
                        .objects = {cache, scene}},
                       {.kind = WaitFindingKind::Convoy,
                        .threads = {kRender, kWorker1, kWorker3},
                        .objects = {scene}}};
    return graph;
}

} // namespace

FakeReport hangOfTheViewer(const std::filesystem::path& path, engine::EventId event)
{
    FakeReport fake = symbolicatedCrash(path, event);
    auto value = std::make_shared<Event>(*fake.event.value);
    value->crash = {};
    value->requestingThread = kMain;
    fake.event.value = value;
    auto report = std::make_shared<Report>(*fake.report.value);
    report->event = value;
    report->analysis = nullptr;
    report->waits = makeWaits(*value);
    fake.report.value = report;
    return fake;
}

} // namespace faultline::ui::test
