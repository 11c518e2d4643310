// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random_id.h"
#include "core/server/fleet/fleet_ids.h"

#include <QTest>

#include <set>

using namespace faultline;
using namespace faultline::server;

namespace {

const FleetKey kKey("a token of this fleet");
constexpr InstanceId kOwner{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

} // namespace

class TestFleetIds : public QObject
{
    Q_OBJECT

private slots:
    void tellWhoseTheyAre();
    void areUuidsToOthers();
    void refusesWhatTheFleetDidNotMake();
};

void TestFleetIds::tellWhoseTheyAre()
{
    const FleetIds ids(kKey, kOwner);
    const FleetIds others(kKey, {});
    const auto id = ids.mint();
    QVERIFY(others.ownerOf(id) == tagOf(kOwner));
    QVERIFY(others.ownerOf(*JobKey::parse(id.text())) == tagOf(kOwner));
}

void TestFleetIds::areUuidsToOthers()
{
    const FleetIds ids(kKey, kOwner);
    std::set<JobKey> made;
    for (int i = 0; i < 1000; ++i) {
        const auto id = ids.mint();
        const auto text = id.text();
        QCOMPARE(text[14], '4');
        QVERIFY2(std::string_view("89ab").contains(text[19]), text.c_str());
        made.insert(id);
    }
    QCOMPARE(made.size(), 1000U);
}

void TestFleetIds::refusesWhatTheFleetDidNotMake()
{
    const FleetIds ids(kKey, kOwner);
    QVERIFY(!ids.ownerOf(JobKey::random()));
    QVERIFY(!ids.ownerOf(JobKey::ofBytes({})));
    QVERIFY(!FleetIds(FleetKey("another token"), kOwner).ownerOf(ids.mint()));
    const auto id = ids.mint();
    for (std::size_t i = 0; i < id.bytes().size(); ++i) {
        auto forged = id.bytes();
        forged[i] ^= 1;
        QVERIFY2(!ids.ownerOf(JobKey::ofBytes(forged)), std::to_string(i).c_str());
    }
}

QTEST_GUILESS_MAIN(TestFleetIds)
#include "tst_fleet_ids.moc"
