// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/module_table.h"

#include <QTest>

using namespace faultline;

class TestModuleTable : public QObject
{
    Q_OBJECT

private slots:
    void backFillsSizesFromTheNextModule();
    void lastModuleWithoutSizeIsOpenEnded();
    void endAddressIsInclusive();
    void onlyTheNearestPrecedingModuleCounts();
    void overflowingEndBelongsToNothing();
    void moduleAtZeroHasNoAbsoluteAddresses();
    void relativeLookupChecksTheIndexOnly();
    void lastOfDuplicatesIsTaken();
};

namespace {

EventModule at(std::uint64_t address, std::uint64_t sizeBytes)
{
    EventModule module;
    module.address = address;
    module.sizeBytes = sizeBytes;
    return module;
}

} // namespace

void TestModuleTable::backFillsSizesFromTheNextModule()
{
    const symbolicate::ModuleTable table({at(0x2000, 4096), at(0x1000, 0), at(0x3000, 0)});
    QCOMPARE(table.modules()[0].sizeBytes, std::uint64_t{4096});
    QCOMPARE(table.modules()[1].sizeBytes, std::uint64_t{4096});
    QCOMPARE(table.modules()[2].sizeBytes, std::uint64_t{0});
    QCOMPARE(*table.lowest(), 1u);
}

void TestModuleTable::lastModuleWithoutSizeIsOpenEnded()
{
    const symbolicate::ModuleTable table({at(42, 0)});
    QCOMPARE(*table.findAbsolute(43)->relativeAddress, std::uint64_t{1});
    QVERIFY(table.findAbsolute(~0ull));
    QVERIFY(!table.findAbsolute(41));
}

void TestModuleTable::endAddressIsInclusive()
{
    const symbolicate::ModuleTable table({at(0x1000, 0x100)});
    QVERIFY(table.findAbsolute(0x1100));
    QVERIFY(!table.findAbsolute(0x1101));
}

void TestModuleTable::onlyTheNearestPrecedingModuleCounts()
{
    const symbolicate::ModuleTable table({at(0x1000, 0x10000), at(0x2000, 0x10)});
    QVERIFY(!table.findAbsolute(0x3000));
}

void TestModuleTable::overflowingEndBelongsToNothing()
{
    const symbolicate::ModuleTable table({at(~0ull - 15, 32)});
    QVERIFY(!table.findAbsolute(~0ull));
}

void TestModuleTable::moduleAtZeroHasNoAbsoluteAddresses()
{
    const symbolicate::ModuleTable table({at(0, 0)});
    const auto hit = table.findAbsolute(0x8c);
    QVERIFY(hit);
    QVERIFY(!hit->relativeAddress);
}

void TestModuleTable::relativeLookupChecksTheIndexOnly()
{
    const symbolicate::ModuleTable table({at(0, 16)});
    QCOMPARE(*table.findRelative(0, 0x1000)->relativeAddress, std::uint64_t{0x1000});
    QVERIFY(!table.findRelative(1, 0));
}

void TestModuleTable::lastOfDuplicatesIsTaken()
{
    const symbolicate::ModuleTable table({at(0x1000, 16), at(0x1000, 32)});
    QCOMPARE(table.findAbsolute(0x1018)->module, 1u);
}

QTEST_GUILESS_MAIN(TestModuleTable)
#include "tst_module_table.moc"
