// SPDX-License-Identifier: GPL-3.0-or-later
/// Measures the GUI thread of the whole workbench over the real engine: its longest turns while
/// large reports open, symbols of many modules arrive, and the user cancels. "bench_ui memory
/// CYCLES" opens and closes a report instead and tells whether its memory comes back. "bench_ui
/// threads [FILE]" looks at the threads only: of the crash file, as tests/hangs/many.py --keep
/// writes it, or of a made-up one in which each thread has a stack of its own.

#include "tests/bench/turn_meter.h"
#include "tests/support/crash_scene.h"
#include "tests/ui/support/engine_window.h"
#include "tests/ui/support/large_event.h"
#include "ui/bridge/remains.h"
#include "ui/views/find_view.h"
#include "ui/views/flat_button.h"
#include "ui/views/graph_picture.h"
#include "ui/views/icicle_picture.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/workspace.h"

#include <QAbstractButton>
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

using namespace faultline;
using namespace faultline::ui;
using faultline::test::LoopbackServer;
using ui::test::EngineWindow;
using ui::test::TurnMeter;
namespace large = faultline::ui::test::large;
namespace scene = faultline::test::scene;

constexpr int kRestMs = 200;
constexpr int kSettledMs = 15'000; // By then the window has given memory back.

/// Every reply is like `how`.
void serveSymbols(LoopbackServer& server, const LoopbackServer::Reply& how)
{
    for (int i = 0; i < large::kModules; ++i) {
        LoopbackServer::Reply reply = how;
        reply.body = large::symbols(i);
        server.reply(large::symbolTarget(i), std::move(reply));
    }
}

/// Runs the event loop as the program does. The waiting functions of Qt Test sleep between turns.
void rest(int ms)
{
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

void wait(const std::function<bool()>& isDone)
{
    constexpr int kLookAfterMs = 20;
    constexpr int kGiveUpAfter = 120'000 / kLookAfterMs;
    for (int i = 0; !isDone(); ++i) {
        if (i == kGiveUpAfter)
            qFatal("the window did not come to rest");
        rest(kLookAfterMs);
    }
}

void waitForReport(ReportSession& session)
{
    wait([&] {
        return session.header().isComplete && !session.isBusy() && !session.isMakingRows();
    });
}

void print(const char* what, const TurnMeter& meter)
{
    const auto elapsed = meter.elapsed();
    const auto worked = meter.worked();
    std::printf(
        "  %-46s %6lld turns: 99 %% %6.1f ms, longest %6.1f ms; of which worked %6.1f, %6.1f\n",
        what, (long long)meter.count(), elapsed.p99, elapsed.longest, worked.p99, worked.longest);
    std::fflush(stdout);
}

/// Servers and a window that asks them.
struct Scene
{
    explicit Scene(const std::string& json, const LoopbackServer::Reply& how = {})
    {
        serveSymbols(server, how);
        file = workbench.write(QStringLiteral("event.json"), json);
        rest(500);
    }

    LoopbackServer server;
    EngineWindow workbench{{scene::http("symbols", server.url())}};
    QString file;
};

/// Measures the turns until a report is completely shown, and later ones.
void measureOpening(const char* title, const std::string& json)
{
    Scene scene(json);
    TurnMeter meter;
    ReportSession* session = scene.workbench.window.openFile(scene.file);
    waitForReport(*session);
    rest(kRestMs);
    print(title, meter);
    std::printf("    (%lld threads, %lld frames in the first, %d %% of them with symbols)\n",
                (long long)session->threads().threads().size(),
                (long long)session->stack().frames().size(), session->header().framePercent);
    meter.restart();
    session->place().stepThread(1);
    session->place().stepThread(-1);
    wait([&] { return !session->isMakingRows(); });
    rest(kRestMs);
    print("  another thread and back", meter);
    meter.restart();
    scene.workbench.window.actions().trigger(QStringLiteral("view.stack.full"));
    rest(kRestMs);
    print("  another mode", meter);
    meter.restart();
    scene.workbench.window.actions().trigger(QStringLiteral("file.close"));
    rest(kRestMs);
    print("  closing", meter);
}

/// The files arrive once the report is shown.
void measureModules(const std::string& json)
{
    Scene scene(json, {.delay = std::chrono::milliseconds(300)});
    ReportSession* session = scene.workbench.window.openFile(scene.file);
    wait([&] { return session->stack().rowCount() > 0 && !session->isMakingRows(); });
    rest(kRestMs);
    TurnMeter meter;
    waitForReport(*session);
    rest(kRestMs);
    print("200 modules arrive for a stack of 200 frames", meter);
}

void measureCancel(const std::string& json)
{
    Scene scene(json, {.stall = true});
    ReportSession* session = scene.workbench.window.openFile(scene.file);
    wait([&] { return session->stack().rowCount() > 0 && !session->isMakingRows(); });
    rest(1000);
    TurnMeter meter;
    scene.workbench.window.actions().trigger(QStringLiteral("symbols.cancel"));
    wait([&] { return !session->isBusy() && !session->isMakingRows(); });
    rest(kRestMs);
    print("cancel, 100 000 frames", meter);
}

/// Clicks and keys of a user in the perspective "Threads", each with the turns that it took.
class ThreadsTour
{
public:
    ThreadsTour(MainWindow& window, ReportSession& session) : m_window(window), m_session(session)
    {
    }

    void take()
    {
        auto* graph = find<GraphPicture>("parallel.graph");
        auto* icicle = find<IciclePicture>("parallel.icicle");
        step(
            "perspective Threads, until its graph is there",
            [&] { m_window.actions().trigger(QStringLiteral("view.perspective.threads")); },
            [&] { return graph->model()->rowCount() > 0 && !m_session.isMakingRows(); });
        std::printf("    (%d boxes, %d frames in the icicle)\n", graph->model()->rowCount(),
                    icicle->model()->rowCount());
        scroll("scroll through the graph", *graph);
        step("external code shown", [&] { find<FlatButton>("parallel.folds")->setChecked(false); });
        step("zoom to 200 %", [&] { graph->setZoom(200); });
        step("find function in the graph",
             [&] { find<QLineEdit>("parallel.find")->setText(QStringLiteral("part12")); });
        step("icicle", [&] { find<QAbstractButton>("parallel.form1")->click(); });
        scroll("scroll through the icicle", *icicle);
        lists();
    }

private:
    template <class Widget>
    Widget* find(const char* name) const
    {
        auto* found = m_window.findChild<Widget*>(QLatin1String(name));
        if (found == nullptr)
            qFatal("no %s", name);
        return found;
    }

    void lists()
    {
        auto* rows = find<RowView>("threads.rows");
        auto* groupings = find<FlatButton>("threads.grouping")->menu();
        for (QAction* grouping : groupings->actions())
            step(qPrintable(QStringLiteral("threads, ") + grouping->text().toLower()),
                 [&] { grouping->trigger(); });
        scroll("scroll through all threads", *rows);
        step("jump to the last thread", [&] {
            m_session.place().selectThread(int(m_session.threads().threads().size()) - 1);
        });
        scroll("scroll through the locks", *find<RowView>("locks.rows"));
        step("find in all stacks",
             [&] { m_window.reportPage().workspace().findInStacks(QStringLiteral("part12")); });
    }

    /// Does something, and waits for what comes of it.
    void step(
        const char* title,
        const std::function<void()>& act,
        const std::function<bool()>& isDone = [] { return true; })
    {
        m_meter.restart();
        QElapsedTimer clock;
        clock.start();
        act();
        const auto acted = double(clock.nsecsElapsed()) / 1e6;
        wait([&] { return isDone() && !m_session.isMakingRows(); });
        const auto seconds = double(clock.nsecsElapsed()) / 1e9;
        rest(kRestMs);
        print(title, m_meter);
        std::printf("    (the action itself %.1f ms, done after %.2f s)\n", acted, seconds);
    }

    /// From end to end, a page each turn.
    void scroll(const char* title, QAbstractItemView& view)
    {
        constexpr int kSteps = 200;
        m_meter.restart();
        for (QScrollBar* bar : {view.verticalScrollBar(), view.horizontalScrollBar()}) {
            for (int i = 0; i <= kSteps && bar->maximum() > 0; ++i) {
                bar->setValue(int(qint64(bar->maximum()) * i / kSteps));
                rest(0);
            }
        }
        rest(kRestMs);
        print(title, m_meter);
    }

    MainWindow& m_window;
    ReportSession& m_session;
    TurnMeter m_meter;
};

void measureThreads(const char* title, EngineWindow& workbench, const QString& file)
{
    TurnMeter meter;
    QElapsedTimer clock;
    clock.start();
    ReportSession* session = workbench.window.openFile(file);
    wait([&] { return session->stack().rowCount() > 0 && !session->isMakingRows(); });
    const auto opened = double(clock.nsecsElapsed()) / 1e9;
    waitForReport(*session);
    const auto complete = double(clock.nsecsElapsed()) / 1e9;
    rest(kRestMs);
    print(title, meter);
    std::printf("    (%lld threads; first stack after %.2f s, complete after %.2f s)\n",
                (long long)session->threads().threads().size(), opened, complete);
    ThreadsTour(workbench.window, *session).take();
}

void measureThreadsOf(const QString& file)
{
    if (file.isEmpty()) {
        Scene scene(large::event(10'000, 10));
        measureThreads("open 10 000 threads of 10 frames", scene.workbench, scene.file);
        return;
    }
    EngineWindow workbench;
    workbench.window.resize(1440, 900);
    rest(500);
    measureThreads("open the file", workbench, file);
}

double residentMiB()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const auto pages = file.readAll().split(' ').value(1).toLongLong();
    return double(pages) * double(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

/// What the program has allocated and not freed. The rest of what is resident is the program
/// itself, and what the allocator keeps.
double allocatedMiB()
{
#ifdef __GLIBC__
    const auto all = mallinfo2();
    return double(all.uordblks + all.hblkhd) / (1 << 20);
#else
    return 0;
#endif
}

/// Opens and closes the report again and again. Tells what is left after the first time, and then
/// ten times.
void measureMemory(const std::string& json, int cycles)
{
    Scene scene(json);
    double first = 0;
    for (int i = 1; i <= cycles + 1; ++i) {
        waitForReport(*scene.workbench.window.openFile(scene.file));
        const double open = residentMiB();
        scene.workbench.window.actions().trigger(QStringLiteral("file.close"));
        rest(kRestMs);
        if (i > 1 && (i - 1) % std::max(1, cycles / 10) != 0)
            continue;
        rest(kSettledMs);
        const double closed = residentMiB();
        if (i == 1)
            first = closed;
        std::printf(
            "  memory, %3d times: %4.0f MiB open, %4.0f closed (%+.1f %%), %.1f allocated\n", i,
            open, closed, (closed / first - 1) * 100, allocatedMiB());
        std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char** argv)
{
    keepOneHeap(); // As the program does.
    const QApplication app(argc, argv);
    const std::string deep = large::event(1, 100'000);
    if (argc > 2 && std::string_view(argv[1]) == "memory") {
        measureMemory(deep, std::atoi(argv[2]));
        return 0;
    }
    if (argc > 1 && std::string_view(argv[1]) == "threads") {
        measureThreadsOf(argc > 2 ? QString::fromLocal8Bit(argv[2]) : QString());
        return 0;
    }
    std::puts("turns of the GUI thread");
    measureOpening("open 100 000 frames, 200 modules arrive", deep);
    measureOpening("open 10 000 threads, 200 modules arrive", large::event(10'000, 20));
    measureThreadsOf({});
    measureOpening("open 200 frames, 200 modules arrive", large::event(1, 200));
    measureModules(large::event(1, 200));
    measureCancel(deep);
    return 0;
}
