// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/thread_stack.h"
#include "core/report/stack_role_text.h"

#include <QTest>

using namespace faultline;

/// What stands above the stacks of a report.
class TestStackRoleText : public QObject
{
    Q_OBJECT

private slots:
    void titles_data();
    void titles();
    void errors_data();
    void errors();
    void restoredErrorsAreTaken();
};

void TestStackRoleText::titles_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("role");
    QTest::addColumn<int>("id"); // -1: unknown.
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("title");
    const auto row = [](const char* name, EventKind kind, StackRole role, int id,
                        const char* thread, const char* title) {
        QTest::newRow(name) << int(kind) << int(role) << id << QString(thread) << QString(title);
    };
    using enum StackRole;
    const auto text = EventKind::NativeText;
    row("a thread", text, Thread, 12, "main", "Thread 12 \"main\"");
    row("a thread without a number", text, Thread, -1, "", "Thread #0");
    row("an error", text, Error, 7, "", "Thread 7");
    row("a cause", text, Cause, -1, "", "Caused by");
    row("a cause in a thread", text, Cause, 12, "", "Caused by, thread 12");
    row("words of the text", text, FreedBy, 1, "freed by thread T1 here",
        "Freed by thread T1 here");
    row("words with controls", text, FreedBy, 1, "freed\x1b[1m", "Freed\\x1b[1m");
    row("an allocation", text, AllocatedBy, -1, "", "Allocated by");
    row("the name of a thread elsewhere", EventKind::Minidump, CreatedBy, 3, "w",
        "Created by, thread 3 \"w\"");
}

void TestStackRoleText::titles()
{
    QFETCH(const int, kind);
    QFETCH(const int, role);
    QFETCH(const int, id);
    QFETCH(const QString, name);
    Event event;
    event.kind = static_cast<EventKind>(kind);
    auto& thread = event.threads.emplace_back();
    thread.role = static_cast<StackRole>(role);
    if (id >= 0)
        thread.id = static_cast<std::uint64_t>(id);
    if (!name.isEmpty())
        thread.name = name.toStdString();
    QTEST(QString::fromStdString(report::stackTitle(event, 0)), "title");
}

void TestStackRoleText::errors_data()
{
    QTest::addColumn<QString>("package");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("text");
    QTest::newRow("all") << "a.b" << "Error" << "no" << "a.b.Error: no";
    QTest::newRow("without a package") << "" << "KeyError" << "1" << "KeyError: 1";
    QTest::newRow("without a message") << "a" << "Error" << "" << "a.Error";
    QTest::newRow("a message alone") << "" << "" << "no" << "no";
}

void TestStackRoleText::errors()
{
    QFETCH(const QString, package);
    QFETCH(const QString, type);
    QFETCH(const QString, message);
    Event event;
    event.threads.emplace_back().error = StackError{.type = type.toStdString(),
                                                    .package = package.toStdString(),
                                                    .message = message.toStdString()};
    Report report;
    report.event = std::make_shared<const Event>(event);
    QTEST(QString::fromStdString(report::stackErrorText(report, 0)), "text");
}

void TestStackRoleText::restoredErrorsAreTaken()
{
    Event event;
    event.threads.emplace_back().error = StackError{.type = "a", .package = {}, .message = {}};
    Report report;
    report.event = std::make_shared<const Event>(event);
    ThreadStack stack;
    stack.error = StackError{.type = "Restored", .package = {}, .message = {}};
    report.stacks.push_back(std::make_shared<const ThreadStack>(stack));
    QCOMPARE(report::stackErrorText(report, 0), std::string("Restored"));
    Event silent;
    silent.threads.emplace_back();
    report = {};
    report.event = std::make_shared<const Event>(silent);
    QVERIFY(report::stackErrorText(report, 0).empty());
}

QTEST_GUILESS_MAIN(TestStackRoleText)
#include "tst_stack_role_text.moc"
