#include "core/insight/cause.h"
#include "core/insight/self_end.h"
#include "core/insight/signature.h"

#include <QTest>

using namespace faultline;
using insight::CauseCode;

Q_DECLARE_METATYPE(faultline::insight::CauseCode)

namespace {

Frame named(const std::string& function)
{
    Frame frame;
    frame.module = 0;
    frame.position.function = function;
    return frame;
}

Report reportOf(const std::string& reason, const QStringList& functions)
{
    auto event = std::make_shared<Event>();
    event->crash.present = true;
    event->crash.reason = reason;
    event->modules.emplace_back();
    event->threads.emplace_back();
    auto stack = std::make_shared<ThreadStack>();
    for (const QString& function : functions)
        stack->frames.push_back(named(function.toStdString()));
    Report report;
    report.event = event;
    report.stacks.push_back(stack);
    return report;
}

} // namespace

class TestCause : public QObject
{
    Q_OBJECT

private slots:
    void programsThatEndThemselves_data();
    void programsThatEndThemselves();
    void overflowLiesBesideTheStackPointer_data();
    void overflowLiesBesideTheStackPointer();
    void onlyFaultsAreSuspicious_data();
    void onlyFaultsAreSuspicious();
    void namesOfTheReportName();
};

void TestCause::programsThatEndThemselves_data()
{
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QStringList>("functions");
    QTest::addColumn<CauseCode>("code");
    QTest::addColumn<QString>("function");
    const QStringList aborting{"__pthread_kill_implementation.constprop.0", "raise", "abort"};
    QTest::newRow("abort") << "SIGABRT / SI_TKILL" << aborting + QStringList{"app::stop(int)"}
                           << CauseCode::Abort << "app::stop()";
    QTest::newRow("assertion of glibc")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"__assert_fail_base.cold", "__assert_fail", "app::check()"}
        << CauseCode::FailedAssertion << "app::check()";
    QTest::newRow("exception of libstdc++")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"__gnu_cxx::__verbose_terminate_handler() [clone .cold]",
                                  "__cxxabiv1::__terminate(void (*)())", "std::terminate()",
                                  "__cxa_throw", "app::parse(char const*)"}
        << CauseCode::UncaughtException << "app::parse()";
    QTest::newRow("exception of libc++") << "EXC_CRASH (SIGABRT)"
                                         << QStringList{"__pthread_kill",
                                                        "pthread_kill",
                                                        "abort",
                                                        "abort_message",
                                                        "demangling_terminate_handler()",
                                                        "_objc_terminate()",
                                                        "std::__terminate(void (*)())",
                                                        "__cxa_throw",
                                                        "-[Canvas stroke:]"}
                                         << CauseCode::UncaughtException << "-[Canvas stroke:]";
    QTest::newRow("terminate without an exception")
        << "SIGABRT" << aborting + QStringList{"std::terminate()", "app::f()"} << CauseCode::Abort
        << "app::f()";
    QTest::newRow("a fault within such a function")
        << "SIGSEGV / SEGV_MAPERR" << QStringList{"abort", "app::f()"} << CauseCode::NearNull
        << "abort()";
    QTest::newRow("the program's own name")
        << "SIGABRT" << QStringList{"app::abort()", "main"} << CauseCode::Reason << "app::abort()";
    QTest::newRow("nothing below")
        << "SIGABRT" << QStringList{"raise", "abort"} << CauseCode::Reason << "raise()";
}

void TestCause::programsThatEndThemselves()
{
    QFETCH(QString, reason);
    QFETCH(QStringList, functions);
    QFETCH(CauseCode, code);
    QFETCH(QString, function);
    const auto cause = insight::causeOf(reportOf(reason.toStdString(), functions));
    QCOMPARE(cause.code, code);
    QCOMPARE(QString::fromStdString(cause.function), function);
}

void TestCause::overflowLiesBesideTheStackPointer_data()
{
    QTest::addColumn<quint64>("distance");
    QTest::addColumn<bool>("inGuard");
    QTest::addColumn<CauseCode>("code");
    QTest::newRow("in its own frame") << quint64{0x75} << true << CauseCode::StackOverflow;
    QTest::newRow("far from it") << quint64{0x100000} << true << CauseCode::GuardPage;
    QTest::newRow("no guard page") << quint64{0x75} << false << CauseCode::ReasonAddress;
}

void TestCause::overflowLiesBesideTheStackPointer()
{
    QFETCH(quint64, distance);
    QFETCH(bool, inGuard);
    QFETCH(CauseCode, code);
    auto report = reportOf("SIGSEGV / SEGV_ACCERR", {"app::depth(int)"});
    constexpr std::uint64_t kStackPointer = 0x7fc000390000;
    auto event = std::make_shared<Event>(*report.event);
    event->crash.address = kStackPointer + distance;
    MemoryRegion region;
    region.address = event->crash.address & ~std::uint64_t{0xfff};
    region.sizeBytes = 0x1000;
    region.guard = inGuard;
    event->native().memoryMap.push_back(region);
    report.event = event;
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    stack->frames.front().native().sp = kStackPointer;
    report.stacks.front() = stack;
    QCOMPARE(insight::causeOf(report).code, code);
}

void TestCause::onlyFaultsAreSuspicious_data()
{
    QTest::addColumn<QString>("reason");
    QTest::addColumn<bool>("hasAccess");
    QTest::addColumn<bool>("isSuspicious");
    QTest::newRow("memory fault") << "SIGSEGV / SEGV_MAPERR" << true << true;
    QTest::newRow("memory fault of Windows") << "EXCEPTION_ACCESS_VIOLATION_READ" << true << true;
    QTest::newRow("stack overflow") << "EXCEPTION_STACK_OVERFLOW" << true << false;
    QTest::newRow("signal sent by another program") << "SIGSEGV / SI_USER" << false << false;
    QTest::newRow("abort") << "SIGABRT / SI_TKILL" << false << false;
    QTest::newRow("unknown instruction") << "SIGILL / ILL_ILLOPN" << false << false;
    QTest::newRow("unknown instruction on a Mac") << "EXC_BAD_INSTRUCTION / 1" << false << false;
    QTest::newRow("trap") << "SIGTRAP" << false << false;
    QTest::newRow("no reason") << QString() << true << true;
}

void TestCause::onlyFaultsAreSuspicious()
{
    QFETCH(QString, reason);
    const auto report = reportOf(reason.toStdString(), {"app::work(int)"});
    QTEST(insight::hasFaultingAccess(report), "hasAccess");
    QTEST(insight::isSuspicious(report), "isSuspicious");
}

void TestCause::namesOfTheReportName()
{
    auto report = reportOf("EXC_BAD_ACCESS (SIGSEGV)", {""});
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    auto& frame = stack->frames.front();
    frame.position.function.reset();
    frame.native().reported.resize(1);
    frame.native().reported.front().function = "-[Canvas(Draw) stroke:]";
    report.stacks.front() = stack;
    QCOMPARE(insight::crashedFunction(report), std::string("-[Canvas(Draw) stroke:]"));
    QCOMPARE(insight::crashSignature(report), std::string("-[Canvas(Draw) stroke:]"));
}

QTEST_GUILESS_MAIN(TestCause)
#include "tst_cause.moc"
