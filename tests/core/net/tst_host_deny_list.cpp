// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/host_deny_list.h"

#include <QTest>

using namespace faultline;
using std::chrono::milliseconds;

namespace {

const Error kBroken{ErrorKind::DownloadFailed, "500 Internal Server Error"};

net::DenyListPolicy policy()
{
    return {.enabled = true,
            .timeWindow = milliseconds(1000),
            .bucketSize = milliseconds(100),
            .threshold = 2,
            .blockTime = milliseconds(2000),
            .neverBlockHosts = {"spared"}};
}

net::HostDenyList::Clock::time_point at(int ms)
{
    return net::HostDenyList::Clock::time_point(milliseconds(1'000'000 + ms));
}

} // namespace

class TestHostDenyList : public QObject
{
    Q_OBJECT

private slots:
    void blocksAtTheThreshold();
    void failuresSpreadOverTimeDoNotBlock();
    void theBlockEnds();
    void waysAreCountedApart();
    void canBeSeenAndEnded();
    void onlyFailuresOfTheHostCount_data();
    void onlyFailuresOfTheHostCount();
    void hostsMayBeSpared();
    void canBeSwitchedOff();
};

void TestHostDenyList::blocksAtTheThreshold()
{
    net::HostDenyList list(policy());
    list.recordFailure({"host"}, kBroken, at(0));
    QVERIFY(!list.refusal({"host"}, at(1)));
    list.recordFailure({"host"}, kBroken, at(500));
    const auto refusal = list.refusal({"host"}, at(501));
    QVERIFY(refusal);
    QCOMPARE(refusal->describe(),
             std::string("download failed: Host host is temporarily blocked because there were too "
                         "many download failures. It will remain blocked for a maximum of 2s. The "
                         "error that triggered the block was: `download failed: 500 Internal "
                         "Server Error`."));
    QVERIFY(refusal->momentary);
    QCOMPARE(list.blockedFor({"host"}, at(501)), std::chrono::milliseconds(1999));
    QVERIFY(!list.blockedFor({"other"}, at(501)));
    QVERIFY(!list.refusal({"other"}, at(501)));
}

void TestHostDenyList::failuresSpreadOverTimeDoNotBlock()
{
    net::HostDenyList list(policy());
    for (int time = 0; time < 20'000; time += 1200)
        list.recordFailure({"host"}, kBroken, at(time));
    QVERIFY(!list.refusal({"host"}, at(20'000)));
}

void TestHostDenyList::theBlockEnds()
{
    net::HostDenyList list(policy());
    list.recordFailure({"host"}, kBroken, at(0));
    list.recordFailure({"host"}, kBroken, at(0));
    list.recordFailure({"host"}, kBroken, at(1500)); // Not counted while blocked.
    QVERIFY(list.refusal({"host"}, at(1999)));
    QVERIFY(!list.refusal({"host"}, at(2000)));
    list.recordFailure({"host"}, kBroken, at(2001));
    QVERIFY(!list.refusal({"host"}, at(2002)));
}

/// A request that brings a closed port or an odd header must not switch the host off for others.
void TestHostDenyList::waysAreCountedApart()
{
    net::HostDenyList list(policy());
    const net::HostAsked own{.host = "host", .way = "own"};
    const net::HostAsked stranger{.host = "host", .way = "stranger"};
    for (int i = 0; i < 10; ++i)
        list.recordFailure(stranger, kBroken, at(i));
    list.recordFailure(own, kBroken, at(10));
    QVERIFY(list.refusal(stranger, at(11)));
    QVERIFY(!list.refusal(own, at(11)));
    list.recordFailure(own, kBroken, at(500));
    QVERIFY(list.refusal(own, at(501)));
    const auto blocked = list.blockedHosts(at(501));
    QCOMPARE(blocked.size(), std::size_t{1});
    QVERIFY(blocked[0].left == std::chrono::seconds(2)); // The longer of both.
    QVERIFY(list.unblock("host"));
    QVERIFY(!list.refusal(own, at(502)) && !list.refusal(stranger, at(502)));
}

void TestHostDenyList::canBeSeenAndEnded()
{
    net::HostDenyList list(policy());
    for (const auto* host : {"b", "a"})
        for (int i = 0; i < 2; ++i)
            list.recordFailure({host}, kBroken, at(0));
    const auto blocked = list.blockedHosts(at(500));
    QCOMPARE(blocked.size(), std::size_t{2});
    QCOMPARE(blocked[0].host, std::string("a"));
    QVERIFY(blocked[0].left == std::chrono::seconds(2)); // Rounded up.
    QCOMPARE(blocked[0].trigger, kBroken.describe());
    QVERIFY(list.unblock("a"));
    QVERIFY(!list.unblock("a"));
    QVERIFY(!list.refusal({"a"}, at(501)));
    list.recordFailure({"a"}, kBroken, at(502)); // Its earlier failures are forgotten, too.
    QVERIFY(!list.refusal({"a"}, at(503)));
    QCOMPARE(list.blockedHosts(at(503)).size(), std::size_t{1});
    QVERIFY(list.blockedHosts(at(2000)).empty());
}

void TestHostDenyList::onlyFailuresOfTheHostCount_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("momentary");
    QTest::addColumn<bool>("blocks");
    const auto row = [](const char* name, ErrorKind kind, bool momentary, bool blocks) {
        QTest::newRow(name) << static_cast<int>(kind) << momentary << blocks;
    };
    row("failed download", ErrorKind::DownloadFailed, false, true);
    row("timeout", ErrorKind::Timeout, false, true);
    row("absence", ErrorKind::NotFound, false, false);
    row("refusal", ErrorKind::PermissionDenied, false, false);
    row("damage", ErrorKind::Malformed, false, false);
    row("cancelling", ErrorKind::Cancelled, false, false);
    row("a block", ErrorKind::DownloadFailed, true, false);
}

void TestHostDenyList::onlyFailuresOfTheHostCount()
{
    QFETCH(int, kind);
    QFETCH(bool, momentary);
    QFETCH(bool, blocks);
    net::HostDenyList list(policy());
    for (int i = 0; i < 5; ++i)
        list.recordFailure({"host"}, {static_cast<ErrorKind>(kind), "x", momentary}, at(i));
    QCOMPARE(list.refusal({"host"}, at(10)).has_value(), blocks);
}

void TestHostDenyList::hostsMayBeSpared()
{
    net::HostDenyList list(policy());
    for (int i = 0; i < 5; ++i)
        list.recordFailure({"spared"}, kBroken, at(i));
    QVERIFY(!list.refusal({"spared"}, at(10)));
}

void TestHostDenyList::canBeSwitchedOff()
{
    auto off = policy();
    off.enabled = false;
    net::HostDenyList list(off);
    for (int i = 0; i < 5; ++i)
        list.recordFailure({"host"}, kBroken, at(i));
    QVERIFY(!list.refusal({"host"}, at(10)));
}

QTEST_GUILESS_MAIN(TestHostDenyList)
#include "tst_host_deny_list.moc"
