// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/out_of_memory.h"

#include <QTest>

#include <new>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace faultline::app;

class TestOutOfMemory : public QObject
{
    Q_OBJECT

private slots:
    void anyThreadEndsTheProcessInOrder();
};

void TestOutOfMemory::anyThreadEndsTheProcessInOrder()
{
    int ends[2] = {};
    QCOMPARE(::pipe(ends), 0);
    const auto child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDERR_FILENO);
        endWhenOutOfMemory();
        std::thread([] { throw std::bad_alloc(); }).join();
        ::_exit(0);
    }
    ::close(ends[1]);
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    char said[200] = {};
    QVERIFY(::read(ends[0], said, sizeof said - 1) > 0);
    ::close(ends[0]);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 1);
    QCOMPARE(QByteArray(said), QByteArray("faultline: out of memory\n"));
}

QTEST_GUILESS_MAIN(TestOutOfMemory)
#include "tst_out_of_memory.moc"
