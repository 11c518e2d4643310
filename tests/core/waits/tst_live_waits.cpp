// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/insight/cause.h"
#include "core/intake/read_event.h"
#include "core/model/report.h"
#include "core/symbolicate/options/options.h"
#include "tests/support/crash_dump.h"
#include "tests/support/crashed_process.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

namespace {

enum class Names { Known, Unknown };
enum class Form { Core, DataMinidump, StackMinidump };

struct Library
{
    const char* name;
    const char* compiler;
    QStringList options;
};

const std::vector<Library>& libraries()
{
    static const std::vector<Library> kAll{
        {"glibc", "gcc", {"-pthread"}},
        {"static glibc", "gcc", {"-pthread", "-static"}},
        {"32 bits", "gcc", {"-pthread", "-m32"}},
        {"musl", "musl-gcc", {}},
        {"static musl", "musl-gcc", {"-static", "-Wl,--build-id"}},
    };
    return kAll;
}

/// A way to hang, and who waits for what: "main: waiting mutex of a" and so on, then the findings.
/// Threads are numbered by their ids: main, the watcher, a, b, c.
struct Hang
{
    const char* how;
    const char* mutexes;
    const char* glibc;
    const char* musl; ///< Null: the same.
};

const std::vector<Hang>& hangs()
{
    static const std::vector<Hang> kAll{
        {"two", "normal", "main: waiting mutex of a; a: waiting mutex of main; deadlock main a",
         "main: waiting mutex (not_recorded); a: waiting mutex (not_recorded)"},
        {"three", "normal",
         "main: waiting mutex of a; a: waiting mutex of b; b: waiting mutex of main; "
         "deadlock main a b",
         "main: waiting mutex (not_recorded); a: waiting mutex (not_recorded); "
         "b: waiting mutex (not_recorded)"},
        {"two", "recursive",
         "main: waiting recursive_mutex of a; a: waiting recursive_mutex of main; "
         "deadlock main a",
         nullptr},
        {"three", "checking",
         "main: waiting mutex of a; a: waiting mutex of b; b: waiting mutex of main; "
         "deadlock main a b",
         nullptr},
        {"two", "robust", "main: waiting mutex of a; a: waiting mutex of main; deadlock main a",
         nullptr},
        // The kernel refuses to wait in a ring of these, and the thread then waits for nothing.
        {"join", "inheriting",
         "main: waiting thread_end of a; a: waiting mutex of main; deadlock main a", nullptr},
        {"self", "normal", "main: waiting mutex of main; self_deadlock main",
         "main: waiting mutex (not_recorded)"},
        {"join", "normal",
         "main: waiting thread_end of a; a: waiting mutex of main; deadlock main a",
         "main: waiting thread_end of a; a: waiting mutex (not_recorded)"},
        {"stream", "normal",
         "main: waiting mutex of a; a: waiting recursive_mutex of main; deadlock main a",
         "main: waiting mutex (not_recorded); a: waiting recursive_mutex of main; "
         "holder_waits_outside a main"},
        {"writer", "checking",
         "main: waiting mutex of a; a: waiting reader_writer_lock of main; deadlock main a",
         "main: waiting mutex of a; a: waiting reader_writer_lock (not_recorded); "
         "holder_waits_outside main a"},
        {"timed", "normal", "main: waiting* mutex of a; a: waiting* mutex of main",
         "main: waiting* mutex (not_recorded); a: waiting* mutex (not_recorded)"},
        {"try", "normal", "main: waiting mutex of a; a: sleeping; holder_waits_outside main a",
         "main: waiting mutex (not_recorded); a: sleeping"},
        {"finished", "normal", "main: sleeping; a: sleeping", nullptr},
        {"convoy", "normal",
         "main: sleeping; a: waiting mutex of main; b: waiting mutex of main; "
         "c: waiting mutex of main; convoy a b c; holder_waits_outside a b c main",
         "main: sleeping; a: waiting mutex (not_recorded); b: waiting mutex (not_recorded); "
         "c: waiting mutex (not_recorded); convoy a b c"},
        {"gone", "normal", "main: waiting mutex (gone_thread); held_by_gone_thread main",
         "main: waiting mutex (not_recorded)"},
        {"robust-gone", "robust", "main: sleeping", nullptr},
        {"condition", "normal", "main: sleeping; a: waiting condition (not_recorded)", nullptr},
        {"reader", "normal", "main: sleeping; a: waiting reader_writer_lock (not_recorded)",
         nullptr},
        {"barrier", "normal",
         "main: waiting barrier (not_recorded); a: waiting barrier (not_recorded)", nullptr},
        {"semaphore", "normal", "main: sleeping; a: waiting semaphore (not_recorded)", nullptr},
        {"pool", "normal",
         "main: in_input; a: waiting condition (not_recorded); "
         "b: waiting condition (not_recorded); c: sleeping",
         nullptr},
    };
    return kAll;
}

ReportPtr run(const std::vector<std::byte>& file, Names names)
{
    const auto event =
        intake::readEvent(ByteView::fromVector(std::vector<std::byte>(file)), ParseLimits{});
    if (!event)
        return nullptr;
    engine::EngineConfig config;
    config.offline = true;
    engine::Engine engine(config, silentLog(), [](const engine::Notice&) {});
    symbolicate::SymbolicateOptions options;
    options.useLocalFiles = names == Names::Known;
    const auto report = engine.run(*event, options, {});
    return report ? *report : nullptr;
}

/// The graph in words. Names of threads follow their ids.
class Words
{
public:
    explicit Words(const Report& report) : m_report(report)
    {
        for (std::uint32_t i = 0; i < report.event->threads.size(); ++i)
            m_order.push_back(i);
        std::ranges::sort(m_order, {}, [&](auto i) { return report.event->threads[i].id; });
    }

    QString text() const
    {
        QStringList parts;
        for (const auto thread : m_order) {
            const auto& waits = m_report.waits->threads;
            const auto wait = std::ranges::find(waits, thread, &ThreadWait::thread);
            if (wait != waits.end() && nameOf(thread) != "watcher")
                parts << nameOf(thread) + ": " + wordsOf(*wait);
        }
        for (const auto& finding : m_report.waits->findings) {
            // A guess depends on what a compiler leaves on the stack.
            if (finding.kind != WaitFindingKind::PossibleDeadlock)
                parts << wordsOf(finding);
        }
        return parts.join("; ");
    }

private:
    QString nameOf(std::uint32_t thread) const
    {
        static const QStringList kNames{"main", "watcher", "a", "b", "c"};
        const auto at = std::ranges::find(m_order, thread) - m_order.begin();
        return kNames.value(qsizetype(at), "?");
    }

    QString wordsOf(const ThreadWait& wait) const
    {
        QString words = waitStateName(wait.state).data();
        if (wait.hasTimeLimit)
            words += "*";
        if (!wait.object)
            return words;
        const auto& object = m_report.waits->objects[*wait.object];
        words += QString(" ") + waitObjectKindName(object.kind).data();
        return object.owner ? words + " of " + nameOf(*object.owner)
                            : words + " (" + ownerStateName(object.ownerState).data() + ")";
    }

    QString wordsOf(const WaitFinding& finding) const
    {
        QStringList names;
        for (const auto thread : finding.threads)
            names << nameOf(thread);
        // A cycle begins anywhere; the words begin with main.
        if (finding.kind == WaitFindingKind::Deadlock) {
            const auto first = std::max<qsizetype>(names.indexOf("main"), 0);
            names = names.mid(first) + names.mid(0, first);
        } else {
            std::ranges::sort(names);
            if (names.removeOne("main"))
                names << "main";
        }
        if (finding.kind == WaitFindingKind::HolderWaitsOutside && names.size() == 2 &&
            m_report.waits->objects[finding.objects[0]].owner == finding.threads[1] &&
            nameOf(finding.threads[1]) != "main")
            std::ranges::reverse(names);
        return QString(waitFindingKindName(finding.kind).data()) + " " + names.join(" ");
    }

    const Report& m_report;
    std::vector<std::uint32_t> m_order;
};

/// Without names the kind of what records no owner is unknown.
QString withoutNames(QString words)
{
    static const QRegularExpression kind("\\w+ \\(not_recorded\\)");
    return words.replace(kind, "futex (not_recorded)");
}

/// The innermost functions of each thread, for people.
QString framesOf(const Report& report)
{
    QStringList lines;
    for (const auto& stack : report.stacks) {
        QStringList names;
        for (const auto& frame : stack->frames)
            names << QString::fromStdString(
                frame.position.function.value_or(frame.asNative()->symbol.value_or("?")));
        lines << names.mid(0, 8).join(" < ");
    }
    return lines.join("\n");
}

bool hasMusl(const QString& library)
{
    return library.contains("musl");
}

} // namespace

/// Programs that hang, on this machine, seen through the files that would be written of them.
class TestLiveWaits : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void recordedOwnersAreExact_data();
    void recordedOwnersAreExact();
    void stacksAloneTellNoOwner_data();
    void stacksAloneTellNoOwner();
    void deadlockIsTheCause();

private:
    QString programOf(const QString& library) const;
    std::optional<CrashedProcess>
    hang(const QString& library, const QString& how, const QString& mutexes);

    QTemporaryDir m_folder;
    QString m_why;
};

void TestLiveWaits::initTestCase()
{
    for (const auto& library : libraries()) {
        QProcess compiler;
        compiler.start(library.compiler, QStringList{"-O2", FL_TEST_SOURCE_DIR "/hang.c", "-o",
                                                     programOf(library.name)} +
                                             library.options);
        compiler.waitForFinished(60000);
    }
}

QString TestLiveWaits::programOf(const QString& library) const
{
    return m_folder.filePath(QString(library).replace(' ', '-'));
}

std::optional<CrashedProcess>
TestLiveWaits::hang(const QString& library, const QString& how, const QString& mutexes)
{
    const auto program = programOf(library);
    if (!QFile::exists(program)) {
        m_why = "this compiler or target is not installed";
        return std::nullopt;
    }
    std::string why;
    auto process =
        runUntilCrash(program.toStdString(), {how.toStdString(), mutexes.toStdString()}, why);
    m_why = QString::fromStdString(why);
    return process;
}

void TestLiveWaits::recordedOwnersAreExact_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("mutexes");
    QTest::addColumn<QString>("words");
    for (const auto& library : libraries()) {
        for (const auto& hang : hangs()) {
            const bool isOther = hasMusl(library.name) && hang.musl != nullptr;
            QTest::addRow("%s, %s, %s", library.name, hang.how, hang.mutexes)
                << QString(library.name) << QString(hang.how) << QString(hang.mutexes)
                << QString(isOther ? hang.musl : hang.glibc);
        }
    }
}

void TestLiveWaits::recordedOwnersAreExact()
{
    QFETCH(QString, library);
    QFETCH(QString, how);
    QFETCH(QString, mutexes);
    QFETCH(QString, words);
    const auto process = hang(library, how, mutexes);
    if (!process)
        QSKIP(qPrintable(m_why));
    const auto named = run(writeDataCore(*process), Names::Known);
    QVERIFY(named && named->waits);
    qInfo().noquote() << framesOf(*named);
    // The local function of this libc that waits has no name, and replaces its caller's frame.
    const bool isNameless = library == "32 bits" && how == "semaphore";
    if (isNameless)
        words = withoutNames(words);
    QCOMPARE(Words(*named).text(), words);
    const auto unnamed = run(writeDataCore(*process), Names::Unknown);
    QVERIFY(unnamed && unnamed->waits);
    // Without names, the word of musl's stream and the number of an ended thread say nothing.
    const bool needsNames = how == "gone" || (how == "stream" && hasMusl(library));
    if (!needsNames)
        QCOMPARE(withoutNames(Words(*unnamed).text()), withoutNames(words));
    QVERIFY(std::ranges::none_of(unnamed->waits->findings, [](const WaitFinding& finding) {
        return finding.kind == WaitFindingKind::HeldByGoneThread;
    }));
}

void TestLiveWaits::stacksAloneTellNoOwner_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("mutexes");
    for (const auto& hang : hangs())
        QTest::addRow("%s, %s", hang.how, hang.mutexes)
            << QString(hang.how) << QString(hang.mutexes);
}

void TestLiveWaits::stacksAloneTellNoOwner()
{
    QFETCH(QString, how);
    QFETCH(QString, mutexes);
    const auto process = hang("glibc", how, mutexes);
    if (!process)
        QSKIP(qPrintable(m_why));
    for (const auto names : {Names::Known, Names::Unknown}) {
        const auto report = run(writeMinidump(*process), names);
        QVERIFY(report && report->waits);
        for (const auto& object : report->waits->objects) {
            // The descriptor of a thread lies on its stack, so joins are known.
            if (object.kind != WaitObjectKind::ThreadEnd)
                QVERIFY(!object.owner);
        }
        for (const auto& finding : report->waits->findings)
            QVERIFY(finding.kind != WaitFindingKind::Deadlock &&
                    finding.kind != WaitFindingKind::SelfDeadlock);
    }
}

void TestLiveWaits::deadlockIsTheCause()
{
    const auto process = hang("glibc", "two", "normal");
    if (!process)
        QSKIP(qPrintable(m_why));
    const auto minidump = run(writeDataMinidump(*process), Names::Known);
    QVERIFY(minidump && minidump->waits);
    QCOMPARE(Words(*minidump).text(),
             "main: waiting mutex of a; a: waiting mutex of main; deadlock main a");
    // The signal is the test's own; without it, the program only hangs.
    auto event = std::make_shared<Event>(*minidump->event);
    event->crash = {};
    auto hung = *minidump;
    hung.event = event;
    const auto cause = insight::causeOf(hung);
    QCOMPARE(cause.code, insight::CauseCode::Deadlock);
    QCOMPARE(cause.threads.size(), std::size_t{2});
}

QTEST_GUILESS_MAIN(TestLiveWaits)
#include "tst_live_waits.moc"
