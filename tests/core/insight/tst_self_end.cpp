// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/cause.h"
#include "core/insight/frame_names.h"
#include "core/insight/key_frame.h"
#include "core/insight/self_end.h"
#include "tests/core/insight/named_report.h"

#include <QTest>

using namespace faultline;
using insight::CauseCode;
using test::named;
using test::reportOf;

Q_DECLARE_METATYPE(faultline::insight::CauseCode)

class TestSelfEnd : public QObject
{
    Q_OBJECT

private slots:
    void programsThatEndThemselves_data();
    void programsThatEndThemselves();
    void handlerIsNotTheCrash_data();
    void handlerIsNotTheCrash();
    void textsTellWhatASignalInterrupted();
    void placesOfLanguagesHaveNoAddress();
    void guessedRowsBelowHandlersStay();
    void keyFrameLiesBelowWhatEndedTheProcess();
    void whatPrintsATextIsNotTheCrash_data();
    void whatPrintsATextIsNotTheCrash();
    void framesOfATextNeedNoModule();
    void keyFrameOfATextNeedsNoSource();
    void keyFrameOfAStandstillIsTheHandler_data();
    void keyFrameOfAStandstillIsTheHandler();
    void keyFrameOfAnOverflowRepeats();
    void inlinedCallsOfAKernelHaveItsFile();
    void wordsOfAPanicTellWhereItBegan();
    void localFunctionsOfLibcAreMisnamed_data();
    void localFunctionsOfLibcAreMisnamed();
};

void TestSelfEnd::programsThatEndThemselves_data()
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
    QTest::newRow("double free")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"__libc_message",   "malloc_printerr",        "_int_free",
                                  "__GI___libc_free", "operator delete(void*)", "app::drop()"}
        << CauseCode::Abort << "app::drop()";
    QTest::newRow("overflow that a checked function finds")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"__fortify_fail", "__chk_fail", "__memcpy_chk", "app::copy()"}
        << CauseCode::Abort << "app::copy()";
    QTest::newRow("pure virtual call")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"std::terminate()", "__cxa_pure_virtual", "app::Base::call()"}
        << CauseCode::Abort << "app::Base::call()";
    QTest::newRow("function of the standard library in the program")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"std::terminate()", "__cxa_throw",
                                  "std::__throw_out_of_range_fmt(char const*, ...)",
                                  "std::vector<int>::at(unsigned long)", "app::pick(int)"}
        << CauseCode::UncaughtException << "app::pick()";
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
    QTest::newRow("exception of Objective-C")
        << "Uncaught NSException"
        << QStringList{"__exceptionPreprocess", "objc_exception_throw",
                       "+[NSException raise:format:]", "-[Canvas stroke:]"}
        << CauseCode::UncaughtException << "-[Canvas stroke:]";
    QTest::newRow("panic of Rust")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"std::sys::pal::unix::abort_internal",
                                  "std::process::abort",
                                  "__rustc::__rust_abort",
                                  "__rustc::__rust_start_panic",
                                  "__rustc::rust_panic",
                                  "std::panicking::panic_with_hook",
                                  "std::panicking::panic_handler::{closure#0}",
                                  "std::sys::backtrace::__rust_end_short_backtrace::<std::panicking"
                                  "::panic_handler::{closure#0}, !>",
                                  "__rustc::rust_begin_unwind",
                                  "core::panicking::panic_fmt",
                                  "core::panicking::panic_bounds_check",
                                  "app::pick"}
        << CauseCode::RustPanic << "app::pick()";
    const QStringList goThrow{"runtime.fatalthrow", "runtime.throw"};
    QTest::newRow("library of Rust above the panic's place")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"std::process::abort",
                                  "core::panicking::panic_bounds_check",
                                  "<usize as core::slice::index::SliceIndex<[T]>>::index",
                                  "core::slice::index::<impl core::ops::index::Index<I> for "
                                  "[T]>::index",
                                  "<alloc::vec::Vec<T,A> as core::ops::index::Index<I>>::index",
                                  "<r::V<T> as core::ops::index::Index<I>>::index",
                                  "r::main"}
        << CauseCode::RustPanic << "<r::V<T> as core::ops::index::Index<I>>::index()";
    QTest::newRow("a text of Rust with the functions that print it")
        << "panic"
        << QStringList{"std::backtrace_rs::backtrace::libunwind::trace",
                       "<std::sys::backtrace::BacktraceLock>::print",
                       "std::panicking::default_hook",
                       "app::hook::{closure#0}",
                       "std::panicking::panic_with_hook",
                       "__rustc::rust_begin_unwind",
                       "core::panicking::panic_fmt",
                       "<usize as core::slice::index::SliceIndex<[T]>>::index",
                       "r::main",
                       "core::ops::function::FnOnce::call_once"}
        << CauseCode::RustPanic << "r::main()";
    QTest::newRow("Go's maps") << "SIGABRT / SI_TKILL"
                               << QStringList{"runtime.raise.abi0"} + goThrow +
                                      QStringList{"runtime.mapassign_fast64", "main.put",
                                                  "runtime.goexit.abi0"}
                               << CauseCode::GoFatalError << "main.put()";
    QTest::newRow("Go's runtime alone")
        << "SIGABRT / SI_TKILL"
        << QStringList{"runtime.raise.abi0"} + goThrow +
               QStringList{"runtime.findRunnable", "runtime.goexit.abi0"}
        << CauseCode::GoFatalError << "runtime.findRunnable()";
    QStringList deep{"runtime.newstack", "runtime.morestack.abi0"};
    for (int i = 0; i < 600; ++i)
        deep.push_back("main.walk");
    QTest::newRow("stack overflow of Go")
        << "SIGABRT / SI_TKILL" << goThrow + deep << CauseCode::StackOverflow << "main.walk()";
    QTest::newRow("abort of a 32-bit program")
        << "SIGABRT / SI_TKILL"
        << QStringList{"__kernel_vsyscall", "gsignal", "abort", "app::stop()"} << CauseCode::Abort
        << "app::stop()";
    QTest::newRow("a signal from outside while the kernel waits")
        << "SIGABRT / SI_USER" << QStringList{"__kernel_vsyscall", "app::wait()"}
        << CauseCode::Reason << "__kernel_vsyscall()";
    QTest::newRow("exception of a static program")
        << "SIGABRT / SI_TKILL" << aborting + QStringList{"__cxa_call_terminate",
                                                          "__gxx_personality_v0",
                                                          "_Unwind_RaiseException_Phase2",
                                                          "_Unwind_RaiseException",
                                                          "__cxa_throw",
                                                          "thrower(int)"}
        << CauseCode::UncaughtException << "thrower()";
    QTest::newRow("abort of Rust")
        << "SIGABRT"
        << aborting + QStringList{"std::sys::unix::abort_internal", "std::process::abort", "app::f"}
        << CauseCode::Abort << "app::f()";
    QTest::newRow("abort below what catches Rust's panics")
        << "SIGABRT"
        << aborting + QStringList{"std::panicking::try::do_call", "std::panicking::catch_unwind",
                                  "app::main"}
        << CauseCode::Abort << "app::main()";
    const QStringList goSignal{
        "runtime.raise.abi0", "runtime.dieFromSignal", "runtime.sigfwdgo",
        "runtime.sigtrampgo", "runtime.sigtramp.abi0", "runtime.sigreturn__sigaction.abi0",
        "runtime.raise.abi0", "runtime.dieFromSignal", "runtime.crash"};
    QTest::newRow("panic of Go") << "SIGABRT / SI_TKILL"
                                 << goSignal + QStringList{"runtime.fatalpanic", "runtime.gopanic",
                                                           "runtime.panicmem",   "runtime.sigpanic",
                                                           "main.run",           "main.main"}
                                 << CauseCode::GoPanic << "main.run()";
    QTest::newRow("error of Go's runtime")
        << "SIGABRT / SI_TKILL"
        << goSignal + QStringList{"runtime.fatalthrow.func1", "runtime.systemstack.abi0",
                                  "runtime.fatalthrow", "runtime.throw", "main.spin"}
        << CauseCode::GoFatalError << "main.spin()";
    QTest::newRow("a fault within such a function")
        << "SIGSEGV / SEGV_MAPERR" << QStringList{"abort", "app::f()"} << CauseCode::NearNull
        << "abort()";
    QTest::newRow("the program's own name")
        << "SIGABRT" << QStringList{"app::abort()", "main"} << CauseCode::Reason << "app::abort()";
    QTest::newRow("nothing below")
        << "SIGABRT" << QStringList{"raise", "abort"} << CauseCode::Reason << "raise()";
}

void TestSelfEnd::programsThatEndThemselves()
{
    QFETCH(QString, reason);
    QFETCH(QStringList, functions);
    QFETCH(CauseCode, code);
    QFETCH(QString, function);
    const auto cause = insight::causeOf(reportOf(reason.toStdString(), functions));
    QCOMPARE(cause.code, code);
    QCOMPARE(QString::fromStdString(cause.function), function);
}

void TestSelfEnd::handlerIsNotTheCrash_data()
{
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QStringList>("functions");
    QTest::addColumn<CauseCode>("code");
    QTest::addColumn<QString>("function");
    QTest::addColumn<int>("first");
    const QStringList aborting{"__pthread_kill_implementation", "__GI_raise", "__GI_abort"};
    const QStringList raising{"__pthread_kill_implementation", "__GI_raise"};
    QTest::newRow("sanitizer")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"__sanitizer::Abort()",
                                  "__sanitizer::Die()",
                                  "__asan::ReportDeadlySignal(__sanitizer::SignalContext const&)",
                                  "__asan::AsanOnDeadlySignal(int, void*, void*)",
                                  "__restore_rt",
                                  "divide(int, int)",
                                  "main"}
        << CauseCode::Abort << "divide()" << 8;
    QTest::newRow("sanitizer without a signal")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"__sanitizer::Abort()",
                                  "__sanitizer::Die()",
                                  "__asan::ScopedInErrorReport::~ScopedInErrorReport()",
                                  "__interceptor_strcpy.part.0",
                                  "smash(char const*)",
                                  "main"}
        << CauseCode::Abort << "smash()" << 0;
    QTest::newRow("stack overflow of Rust")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"std::sys::pal::unix::abort_internal",
                                  "std::process::abort",
                                  "std::sys::pal::unix::stack_overflow::imp::signal_handler",
                                  "__restore_rt",
                                  "r::main::f",
                                  "r::main::f"}
        << CauseCode::StackOverflow << "r::main::f()" << 7;
    QTest::newRow("a handler that raises the signal again")
        << "SIGSEGV / SI_TKILL"
        << raising + QStringList{"faulthandler_fatal_error", "__restore_rt", "strlen", "string_at"}
        << CauseCode::Reason << "strlen()" << 4;
    QTest::newRow("an abort whose handler raises it again")
        << "SIGABRT / SI_TKILL"
        << raising + QStringList{"__restore_rt"} + aborting + QStringList{"os_abort", "main"}
        << CauseCode::Abort << "os_abort()" << 3;
    QTest::newRow("a handler of the virtual machine")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"os::abort(bool, void*, void const*) [clone .cold]",
                                  "VMError::report_and_die(Thread*, unsigned int)",
                                  "JVM_handle_linux_signal", "__restore_rt", "Unsafe_PutInt"}
        << CauseCode::Abort << "Unsafe_PutInt()" << 7;
    QTest::newRow("handlers of handlers")
        << "SIGABRT / SI_TKILL"
        << raising + QStringList{"onAbort", "__restore_rt"} + aborting +
               QStringList{"onFault", "__restore_rt", "app::f()"}
        << CauseCode::Abort << "app::f()" << 9;
    QTest::newRow("a fault in the handler")
        << "SIGSEGV / SEGV_MAPERR" << QStringList{"onSignal", "__restore_rt", "main"}
        << CauseCode::NearNull << "onSignal()" << 0;
    QTest::newRow("an assertion in the handler")
        << "SIGABRT / SI_TKILL"
        << aborting + QStringList{"__assert_fail", "onSignal", "__restore_rt", "main"}
        << CauseCode::FailedAssertion << "onSignal()" << 0;
    QTest::newRow("a raised fault without a handler")
        << "SIGSEGV / SI_TKILL" << raising + QStringList{"th(void*)", "start_thread"}
        << CauseCode::Reason << "th()" << 0;
}

void TestSelfEnd::handlerIsNotTheCrash()
{
    QFETCH(QString, reason);
    QFETCH(QStringList, functions);
    QFETCH(CauseCode, code);
    QFETCH(QString, function);
    QFETCH(int, first);
    const auto report = reportOf(reason.toStdString(), functions);
    const auto cause = insight::causeOf(report);
    QCOMPARE(cause.code, code);
    QCOMPARE(QString::fromStdString(cause.function), function);
    QCOMPARE(static_cast<int>(insight::crashPlace(report).first), first);
}

/// A program that prints its own stack in a handler of signals tells what the signal interrupted.
void TestSelfEnd::textsTellWhatASignalInterrupted()
{
    auto report = reportOf("SIGSEGV", {"my_print_stacktrace", "handle_fatal_signal", "", "f(int)"});
    auto event = std::make_shared<Event>(*report.event);
    event->kind = EventKind::NativeText;
    report.event = event;
    QCOMPARE(insight::crashPlace(report).first, std::size_t{0});
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    stack->frames.back().trust = FrameTrust::Context;
    report.stacks.front() = stack;
    QCOMPARE(insight::crashPlace(report).first, std::size_t{3});
    QCOMPARE(insight::causeOf(report).function, std::string("f()"));
}

void TestSelfEnd::placesOfLanguagesHaveNoAddress()
{
    auto report = reportOf("SyntaxError", {"f"});
    Frame frame;
    frame.makeNative();
    QVERIFY(!insight::isWithoutAddress(frame)); // A call to null.
    QVERIFY(!insight::frameFunction(report, frame).empty());
    frame.position.file = "broken.py";
    QVERIFY(insight::isWithoutAddress(frame));
    QCOMPARE(insight::frameFunction(report, frame), std::string());
}

void TestSelfEnd::guessedRowsBelowHandlersStay()
{
    auto report = reportOf("SIGABRT", {"raise", "abort", "onFault", "__restore_rt", "app::f()"});
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    stack->frames.back().trust = FrameTrust::Scan;
    report.stacks.front() = stack;
    QCOMPARE(insight::crashPlace(report).first, std::size_t{0});
    QCOMPARE(insight::causeOf(report).function, std::string("onFault()"));
}

void TestSelfEnd::keyFrameLiesBelowWhatEndedTheProcess()
{
    auto report = reportOf("SIGABRT", {"runtime.raise.abi0", "runtime.fatalthrow", "runtime.throw",
                                       "runtime.mapassign_fast64", "main.main.func4"});
    auto event = std::make_shared<Event>(*report.event);
    event->modules.front().codeFile = "/home/user/app";
    report.event = event;
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    for (auto& frame : stack->frames)
        frame.position.file = "a.go";
    report.stacks.front() = stack;
    QCOMPARE(insight::keyFrame(report, *stack), std::size_t{4});
    QCOMPARE(insight::causeOf(report).function, std::string("main.main.func4()"));
}

void TestSelfEnd::whatPrintsATextIsNotTheCrash_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("functions");
    QTest::addColumn<QString>("function");
    QTest::newRow("KASAN") << "vmlinux"
                           << QStringList{"dump_stack_lvl",    "print_report",
                                          "kasan_report",      "__asan_report_load8_noabort",
                                          "__lock_acquire",    "lock_acquire",
                                          "_raw_spin_lock_bh", "foo_close"}
                           << "foo_close()";
    QTest::newRow("a warning, which is a trap")
        << "vmlinux" << QStringList{"dump_stack",         "panic",      "__warn",
                                    "report_bug",         "handle_bug", "exc_invalid_op",
                                    "asm_exc_invalid_op", "foo_open",   "vfs_open"}
        << "foo_open()";
    QTest::newRow("a processor that stands still")
        << "vmlinux"
        << QStringList{"sched_show_task",          "rcu_check_callbacks",  "update_process_times",
                       "tick_sched_timer",         "__hrtimer_run_queues", "hrtimer_interrupt",
                       "smp_apic_timer_interrupt", "apic_timer_interrupt", "foo_spin"}
        << "foo_spin()";
    QTest::newRow("a task that waits")
        << "vmlinux"
        << QStringList{"__schedule", "schedule", "rwsem_down_write_slowpath", "down_write",
                       "foo_sync"}
        << "foo_sync()";
    QTest::newRow("a function of a module with such a name")
        << "foo" << QStringList{"panic", "foo_init"} << "panic()";
    QTest::newRow("a panic of a BSD")
        << "kernel"
        << QStringList{"kdb_backtrace", "vpanic", "panic", "trap_fatal", "calltrap", "foo_load"}
        << "foo_load()";
    QTest::newRow("libFuzzer below a signal") << "/app"
                                              << QStringList{"__sanitizer_print_stack_trace",
                                                             "fuzzer::PrintStackTrace()",
                                                             "fuzzer::Fuzzer::CrashCallback()",
                                                             "",
                                                             "gsignal",
                                                             "abort",
                                                             "parse(int)"}
                                              << "parse()";
    QTest::newRow("a failed check of Swift")
        << "/app"
        << QStringList{"__interceptor_free", "_swift_stdlib_reportFatalErrorInFile",
                       "closure #1 (Swift.Int) -> () in Swift._assertionFailure(_: Swift.Int)",
                       "Swift._assertionFailure(_: Swift.Int) -> Swift.Never",
                       "Tree.layout() -> ()"}
        << "Tree.layout()";
    QTest::newRow("a library's functions between those of a failed check")
        << "/app"
        << QStringList{"raise",
                       "logging::LogMessage::Flush()",
                       "absl::cleanup_internal::Storage<F>::InvokeCallback()",
                       "std::unique_ptr<Message>::reset(Message*)",
                       "logging::CheckError::~CheckError()",
                       "tree::Node::layout()"}
        << "tree::Node::layout()";
    QTest::newRow("a task that waits for work of its own")
        << "vmlinux" << QStringList{"__flush_work", "__cancel_work_timer", "foo_stop"}
        << "foo_stop()";
    QTest::newRow("a function whose name begins like one of the scheduler")
        << "vmlinux" << QStringList{"schedule_tail", "ret_from_fork"} << "schedule_tail()";
    QTest::newRow("a failed check of Chromium")
        << "/app" << QStringList{"", "logging::LogMessage::~LogMessage()", "tree::Node::layout()"}
        << "tree::Node::layout()";
    QTest::newRow("an inlined call of a log")
        << "/app" << QStringList{"~LogMessage", "tree::Node::layout()"} << "tree::Node::layout()";
    QTest::newRow("a function whose name begins like one of a log")
        << "/app" << QStringList{"~LogMessageQueue()", "app::stop()"} << "~LogMessageQueue()";
    QTest::newRow("a function whose name begins like one of GLib")
        << "/app" << QStringList{"g_logger_start", "app::start()"} << "g_logger_start()";
    QTest::newRow("a function whose name begins like one of a sanitizer")
        << "/app" << QStringList{"_asan_mode(int)", "app::start()"} << "_asan_mode()";
    QTest::newRow("nothing but what prints")
        << "vmlinux" << QStringList{"dump_stack", "panic"} << "dump_stack()";
}

void TestSelfEnd::whatPrintsATextIsNotTheCrash()
{
    QFETCH(const QString, file);
    QFETCH(const QStringList, functions);
    QFETCH(const QString, function);
    auto report = reportOf("some reason", functions);
    auto event = std::make_shared<Event>(*report.event);
    event->kind = EventKind::NativeText;
    event->modules.front().codeFile = file.toStdString();
    report.event = event;
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    for (auto& frame : stack->frames) {
        frame.makeNative();
        if (frame.position.function->empty())
            frame.position.function.reset();
    }
    report.stacks.front() = stack;
    QCOMPARE(QString::fromStdString(insight::causeOf(report).function), function);
}

/// A text gives a frame its source or its module.
void TestSelfEnd::framesOfATextNeedNoModule()
{
    auto report = reportOf("some reason", {"boom", "main", "_start"});
    auto event = std::make_shared<Event>(*report.event);
    event->kind = EventKind::NativeText;
    event->modules.front().codeFile = "/home/user/app";
    report.event = event;
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    for (std::size_t i = 0; i < 2; ++i) {
        stack->frames[i].module.reset();
        stack->frames[i].position.file = "boom.cc";
    }
    report.stacks.front() = stack;
    QCOMPARE(insight::keyFrame(report, *stack), std::size_t{0});
    stack = std::make_shared<ThreadStack>(*stack);
    stack->frames[0].position.absPath = "/build/glibc-2.36/string/memcpy.c";
    report.stacks.front() = stack;
    QCOMPARE(insight::keyFrame(report, *stack), std::size_t{1});
}

namespace {

/// A text whose frames have a name and perhaps a package or a source, but no module.
Report textOf(const std::string& reason, const std::vector<Frame>& frames)
{
    auto report = reportOf(reason, {});
    auto event = std::make_shared<Event>(*report.event);
    event->kind = EventKind::NativeText;
    event->modules.clear();
    report.event = event;
    auto stack = std::make_shared<ThreadStack>();
    stack->frames = frames;
    report.stacks.front() = stack;
    return report;
}

Frame textFrame(const std::string& function, const std::string& package, const std::string& source)
{
    Frame frame;
    frame.position.function = function;
    auto& native = frame.makeNative();
    if (!package.empty())
        native.package = package;
    if (!source.empty())
        frame.position.file = frame.position.absPath = source;
    return frame;
}

} // namespace

void TestSelfEnd::keyFrameOfATextNeedsNoSource()
{
    const auto keyOf = [](const Report& report) {
        return insight::keyFrame(report, *report.stacks.front());
    };
    QCOMPARE(keyOf(textOf("SEGV", {textFrame("parse", "", ""), textFrame("main", "", "/src/a.c")})),
             std::size_t{0});
    QCOMPARE(keyOf(textOf("SEGV", {textFrame("memcpy", "/lib/libc.so.6", ""),
                                   textFrame("parse", "/opt/app/libparse.so", ""),
                                   textFrame("main", "", "/src/a.c")})),
             std::size_t{1});
    QCOMPARE(keyOf(textOf("SEGV", {textFrame("strlen", "", ""), textFrame("__strlen_chk", "", ""),
                                   textFrame("parse", "", "/src/a.c")})),
             std::size_t{2});
    QCOMPARE(keyOf(textOf("SEGV", {textFrame("at", "", "gen/libc++/src/include/vector"),
                                   textFrame("std::vector<int>::at(int)", "", ""),
                                   textFrame("parse", "", "")})),
             std::size_t{2});
}

void TestSelfEnd::inlinedCallsOfAKernelHaveItsFile()
{
    const auto report = textOf("WARNING", {textFrame("__dump_stack", "", "lib/dump_stack.c"),
                                           textFrame("dump_stack", "vmlinux", ""),
                                           textFrame("foo_open", "vmlinux", "")});
    QCOMPARE(insight::crashPlace(report).first, std::size_t{2});
}

void TestSelfEnd::wordsOfAPanicTellWhereItBegan()
{
    auto report = textOf("deadly signal", {textFrame("std::backtrace_rs::trace::h1", "", ""),
                                           textFrame("core::fmt::write::h2", "", ""),
                                           textFrame("std::panicking::begin_panic::h3", "", ""),
                                           textFrame("viewer::parse::h4", "", "")});
    auto event = std::make_shared<Event>(*report.event);
    event->crash.assertion = "thread 'main' panicked at 'no node', src/lib.rs:22:17";
    report.event = event;
    QCOMPARE(insight::crashPlace(report).blamed, std::size_t{3});
}

void TestSelfEnd::localFunctionsOfLibcAreMisnamed_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("hasLines");
    QTest::addColumn<QString>("function");
    QTest::newRow("exported symbols alone") << "/lib/libc.so.6" << false << "app::copy()";
    QTest::newRow("debug info") << "/lib/libc.so.6" << true << "__fsetlocking()";
    QTest::newRow("a static program") << "/home/user/app" << false << "__fsetlocking()";
}

/// __libc_message of a stripped libc is named after the exported function before it.
void TestSelfEnd::localFunctionsOfLibcAreMisnamed()
{
    QFETCH(QString, path);
    QFETCH(bool, hasLines);
    QFETCH(QString, function);
    auto report = reportOf("SIGABRT", {"gsignal", "abort", "__fsetlocking", "__fortify_fail",
                                       "__chk_fail", "app::copy()", "main"});
    auto event = std::make_shared<Event>(*report.event);
    event->modules.front().codeFile = path.toStdString();
    event->modules.emplace_back().codeFile = "/home/user/app";
    report.event = event;
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    stack->frames[2].position.line = hasLines ? std::optional(7u) : std::nullopt;
    for (std::size_t i = 5; i < stack->frames.size(); ++i)
        stack->frames[i].module = 1;
    report.stacks.front() = stack;
    const auto cause = insight::causeOf(report);
    QCOMPARE(cause.code, CauseCode::Abort);
    QCOMPARE(QString::fromStdString(cause.function), function);
}

void TestSelfEnd::keyFrameOfAStandstillIsTheHandler_data()
{
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QStringList>("functions");
    QTest::addColumn<QString>("function");
    const QString stall = "rcu: INFO: rcu_preempt self-detected stall on CPU";
    QTest::newRow("a system call") << stall
                                   << QStringList{"foo_step", "foo_walk", "__x64_sys_foo",
                                                  "do_syscall_64", "entry_SYSCALL_64_after_hwframe"}
                                   << "__x64_sys_foo";
    QTest::newRow("the control of a device")
        << stall
        << QStringList{"foo_step", "foo_ioctl", "foo_compat_ioctl", "compat_sys_ioctl",
                       "do_fast_syscall_32"}
        << "foo_ioctl";
    QTest::newRow("a timer that interrupted a system call")
        << "watchdog: BUG: soft lockup - CPU#1 stuck for 22s!"
        << QStringList{"foo_step",     "foo_timeout",   "call_timer_fn", "run_timer_softirq",
                       "__do_softirq", "__x64_sys_bar", "do_syscall_64"}
        << "foo_timeout";
    QTest::newRow("a receiver of packets")
        << stall << QStringList{"foo_step", "foo_rcv.isra.0", "__netif_receive_skb_core", "kthread"}
        << "foo_rcv.isra.0";
    QTest::newRow("a stack that is full")
        << "Kernel panic - not syncing: corrupted stack end"
        << QStringList{"bar", "foo_work", "process_one_work"} << "foo_work";
    QTest::newRow("who waits for other processors")
        << stall << QStringList{"smp_call_function_many_cond", "foo", "do_syscall_64"}
        << "smp_call_function_many_cond";
    QTest::newRow("an entry that is not in the text")
        << stall << QStringList{"foo_step", "foo"} << "foo_step";
    QTest::newRow("another report")
        << "BUG: unable to handle page fault"
        << QStringList{"foo_step", "__x64_sys_foo", "do_syscall_64"} << "foo_step";
}

/// Which function of a handler that loops the kernel stands in is chance.
void TestSelfEnd::keyFrameOfAStandstillIsTheHandler()
{
    QFETCH(const QString, reason);
    QFETCH(const QStringList, functions);
    QFETCH(const QString, function);
    std::vector<Frame> frames;
    for (const auto& name : functions)
        frames.push_back(textFrame(name.toStdString(), "vmlinux", ""));
    const auto report = textOf(reason.toStdString(), frames);
    const auto& stack = *report.stacks.front();
    const auto& key = stack.frames[insight::keyFrame(report, stack)];
    QCOMPARE(QString::fromStdString(*key.position.function), function);
}

/// The functions that the recursion last called are chance.
void TestSelfEnd::keyFrameOfAnOverflowRepeats()
{
    std::vector<Frame> frames{textFrame("hash", "", "a.c"), textFrame("look", "", "a.c")};
    for (int i = 0; i < 4; ++i) {
        frames.push_back(textFrame("visit", "", "a.c"));
        frames.push_back(textFrame("visitChild", "", "a.c"));
    }
    frames.push_back(textFrame("main", "", "a.c"));
    const auto keyOf = [](const Report& report) {
        return insight::keyFrame(report, *report.stacks.front());
    };
    QCOMPARE(keyOf(textOf("stack-overflow", frames)), std::size_t{2});
    QCOMPARE(keyOf(textOf("heap-buffer-overflow", frames)), std::size_t{0});
    frames.resize(6); // The calls come twice alone.
    QCOMPARE(keyOf(textOf("stack-overflow", frames)), std::size_t{0});
}

QTEST_GUILESS_MAIN(TestSelfEnd)
#include "tst_self_end.moc"
