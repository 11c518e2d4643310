// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selfdump/process_capture.h"
#include "core/selfdump/secret_parts.h"
#include "core/selfdump/secret_values.h"
#include "core/selfdump/secret_variables.h"

#include <QFile>
#include <QTest>

#include <bit>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace faultline;

namespace {

/// The lines of /proc/self/smaps on the mapping that has the address.
QByteArray mappingOf(const void* address)
{
    QFile file(QStringLiteral("/proc/self/smaps"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArray mapping;
    bool isWanted = false;
    for (const auto lines = file.readAll().split('\n'); const auto& line : lines) {
        const auto bounds = line.split(' ').front().split('-');
        if (bounds.size() == 2) {
            const auto place = std::bit_cast<std::uintptr_t>(address);
            isWanted = bounds[0].toULongLong(nullptr, 16) <= place &&
                       place < bounds[1].toULongLong(nullptr, 16);
        }
        if (isWanted)
            mapping += line + '\n';
    }
    return mapping;
}

/// The head of a page of secrets, and its first value.
struct Page
{
    std::uint64_t sizeBytes = 64 << 10;
    std::uint64_t next = 0;
    std::uint64_t usedBytes = 3 * sizeof(std::uint64_t) + 4 + 5;
    std::uint32_t valueBytes = 5;
    std::array<char, 8> value{"token"};
};

std::uint64_t addressOf(const Page& page)
{
    return std::bit_cast<std::uintptr_t>(&page);
}

/// What a second process reads from the first of these pages.
selfdump::SecretPages pagesReadFrom(const Page& first)
{
    const auto child = ::fork();
    if (child == 0) {
        for (;;)
            ::pause();
    }
    selfdump::SecretPages pages;
    if (const auto capture = selfdump::ProcessCapture::stop(static_cast<std::uint32_t>(child)))
        pages = selfdump::readSecretPages(*capture, addressOf(first));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    return pages;
}

} // namespace

class TestKeptSecrets : public QObject
{
    Q_OBJECT

private slots:
    void equalValuesAreKeptOnce();
    void coreDumpsLeaveThemOut();
    void aLargeValueHasAPageOfItsOwn();
    void allPagesAreBounded();
    void damagedPagesEndTheList_data();
    void damagedPagesEndTheList();
    void pagesInACircleEnd();
    void aVariableIsTakenOnce();
    void everyCopyOfAVariableIsWiped();
    void anUnknownVariableIsAbsent();
    void partsAreOverwritten_data();
    void partsAreOverwritten();
};

void TestKeptSecrets::equalValuesAreKeptOnce()
{
    const auto first = selfdump::keepSecret("a token of somebody");
    const auto second = selfdump::keepSecret(std::string("a token of ") + "somebody");
    const auto other = selfdump::keepSecret("a token of somebody else");
    QVERIFY(first && second && other);
    QCOMPARE(std::string(*first), std::string("a token of somebody"));
    QCOMPARE(static_cast<const void*>(first->data()), static_cast<const void*>(second->data()));
    QCOMPARE(std::string(*other), std::string("a token of somebody else"));
}

void TestKeptSecrets::coreDumpsLeaveThemOut()
{
    const auto kept = selfdump::keepSecret("a token for smaps");
    QVERIFY(kept);
    const auto mapping = mappingOf(kept->data());
    const auto flags = mapping.mid(mapping.indexOf("VmFlags:"));
    QVERIFY2(flags.contains(" dd "), mapping.constData()); // proc_pid_smaps(5): do not dump.
}

void TestKeptSecrets::aLargeValueHasAPageOfItsOwn()
{
    const auto before = selfdump::secretPagesAddress();
    const std::string large(100'000, 'k');
    const auto kept = selfdump::keepSecret(large);
    QVERIFY(kept && *kept == large);
    QVERIFY(selfdump::secretPagesAddress() != before);
    QVERIFY(mappingOf(kept->data() + kept->size() - 1).contains(" dd "));
    QVERIFY(!selfdump::keepSecret(std::string(17 << 20, 'x')));
}

void TestKeptSecrets::allPagesAreBounded()
{
    std::size_t kept = 0;
    for (char fill = 'a'; fill <= 'z'; ++fill)
        kept += selfdump::keepSecret(std::string(1 << 20, fill)) ? 1 : 0;
    QVERIFY2(kept >= 10 && kept < 16, QByteArray::number(qulonglong(kept)).constData());
    QVERIFY(selfdump::keepSecret("a short one after that"));
}

void TestKeptSecrets::damagedPagesEndTheList_data()
{
    QTest::addColumn<quint64>("sizeBytes");
    QTest::addColumn<quint64>("usedBytes");
    QTest::addColumn<quint32>("valueBytes");
    QTest::addColumn<int>("pages");
    QTest::addColumn<int>("values");
    QTest::newRow("whole") << quint64(64 << 10) << quint64(33) << quint32(5) << 2 << 2;
    QTest::newRow("too large") << quint64(17 << 20) << quint64(33) << quint32(5) << 1 << 1;
    QTest::newRow("too small") << quint64(33) << quint64(33) << quint32(5) << 1 << 1;
    QTest::newRow("more used than there is")
        << quint64(64 << 10) << quint64((64 << 10) + 1) << quint32(5) << 1 << 1;
    QTest::newRow("less used than its head")
        << quint64(64 << 10) << quint64(23) << quint32(5) << 1 << 1;
    QTest::newRow("value goes past the end")
        << quint64(64 << 10) << quint64(33) << quint32(6) << 2 << 1;
}

void TestKeptSecrets::damagedPagesEndTheList()
{
    QFETCH(quint64, sizeBytes);
    QFETCH(quint64, usedBytes);
    QFETCH(quint32, valueBytes);
    const Page second{.sizeBytes = sizeBytes, .usedBytes = usedBytes, .valueBytes = valueBytes};
    const Page first{.next = addressOf(second)};
    const auto read = pagesReadFrom(first);
    QTEST(int(read.ranges.size()), "pages");
    QTEST(int(read.values.size()), "values");
    QCOMPARE(read.ranges[0].address, addressOf(first));
    QCOMPARE(read.values[0], std::string("token"));
}

void TestKeptSecrets::pagesInACircleEnd()
{
    Page page;
    page.next = addressOf(page);
    const auto read = pagesReadFrom(page);
    QCOMPARE(read.ranges.size(), std::size_t{256}); // 16 MiB.
    Page large;
    large.sizeBytes = 16 << 20;
    large.next = addressOf(large);
    QCOMPARE(pagesReadFrom(large).ranges.size(), std::size_t{1});
}

void TestKeptSecrets::aVariableIsTakenOnce()
{
    ::setenv("FL_TEST_TOKEN", "the value of it", 1);
    const char* place = std::getenv("FL_TEST_TOKEN");
    QCOMPARE(selfdump::readVariable("FL_TEST_TOKEN"),
             std::optional<std::string>("the value of it"));
    QCOMPARE(selfdump::takeVariable("FL_TEST_TOKEN"),
             std::optional<std::string>("the value of it"));
    QVERIFY(std::string_view(place, 16).find_first_not_of('\0') == std::string_view::npos);
    QCOMPARE(selfdump::takeVariable("FL_TEST_TOKEN"),
             std::optional<std::string>("the value of it"));
    QCOMPARE(selfdump::readVariable("FL_TEST_TOKEN"),
             std::optional<std::string>("the value of it"));
}

void TestKeptSecrets::everyCopyOfAVariableIsWiped()
{
    std::string first = "FL_TWICE=the first value";
    std::string second = "FL_TWICE=the second value";
    std::string longer = "FL_TWICE_AS_LONG=another value";
    std::vector<char*> variables{first.data(), longer.data(), second.data(), nullptr};
    char** const own = environ;
    environ = variables.data();
    const auto value = selfdump::takeVariable("FL_TWICE");
    environ = own;
    QCOMPARE(value, std::optional<std::string>("the first value"));
    QCOMPARE(first, "FL_TWICE=" + std::string(15, '\0'));
    QCOMPARE(second, "FL_TWICE=" + std::string(16, '\0'));
    QCOMPARE(longer, std::string("FL_TWICE_AS_LONG=another value"));
}

void TestKeptSecrets::anUnknownVariableIsAbsent()
{
    QVERIFY(!selfdump::takeVariable("FL_TEST_NOT_SET"));
    QVERIFY(!selfdump::readVariable("FL_TEST_NOT_SET"));
}

void TestKeptSecrets::partsAreOverwritten_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("left");
    QTest::newRow("whole") << QByteArray("a=hunter2-token;") << QByteArray("a=*************;");
    QTest::newRow("beginning") << QByteArray("hunter2-t") << QByteArray("*********");
    QTest::newRow("end") << QByteArray("..r2-token") << QByteArray("..********");
    QTest::newRow("two") << QByteArray("hunter2-hunter2-token") << QByteArray(21, '*');
    QTest::newRow("overlapping") << QByteArray("ababababab-") << QByteArray("**********-");
    QTest::newRow("too short to tell") << QByteArray("hunter2") << QByteArray("hunter2");
    QTest::newRow("nothing") << QByteArray("") << QByteArray("");
}

void TestKeptSecrets::partsAreOverwritten()
{
    QFETCH(QByteArray, text);
    auto left = text.toStdString();
    selfdump::SecretParts({"hunter2-token", "ababababab", "short"}).overwriteIn(left);
    QTEST(QByteArray::fromStdString(left), "left");
}

QTEST_GUILESS_MAIN(TestKeptSecrets)
#include "tst_kept_secrets.moc"
