// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/packed_rows.h"

#include <QTest>

#include <random>

using namespace faultline;

namespace {

std::vector<symcache::CompactRow> unpacked(const symcache::PackedRows& rows,
                                           std::uint64_t at,
                                           std::uint32_t begin,
                                           std::uint32_t count)
{
    std::vector<symcache::CompactRow> all;
    symcache::RowCursor cursor(rows, at, begin, count);
    while (true) {
        all.push_back(cursor.row());
        if (!cursor.hasNext())
            return all;
        const auto next = cursor.nextStart();
        cursor.advance();
        if (cursor.row().start != next)
            return {};
    }
}

void compare(const std::vector<symcache::CompactRow>& actual,
             const std::vector<symcache::CompactRow>& expected)
{
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        QCOMPARE(actual[i].start, expected[i].start);
        QVERIFY2(actual[i].hasPlaceOf(expected[i]), qPrintable(QString::number(i)));
    }
}

/// Makes values near the ends of the fields' ranges as often as small steps.
std::vector<symcache::CompactRow> randomRows(std::uint32_t begin, std::size_t count)
{
    std::mt19937 generator(static_cast<unsigned>(begin + count));
    const auto random = [&] { return static_cast<std::uint32_t>(generator()); };
    const auto value = [&](std::uint32_t before) -> std::uint32_t {
        switch (random() % 6) {
        case 0: return object::kNoIndex;
        case 1: return 0;
        case 2: return random();
        case 3: return before - random() % 200;
        case 4: return before + random() % 20;
        default: return before;
        }
    };
    std::vector<symcache::CompactRow> rows;
    symcache::CompactRow last{.start = begin};
    while (rows.size() < count) {
        symcache::CompactRow row{
            .start =
                last.start + (rows.empty() ? 0 : 1 + random() % (random() % 8 == 0 ? 5000 : 20)),
            .scope = value(last.scope),
            .file = value(last.file),
            .line = value(last.line),
            .column = static_cast<std::uint16_t>(value(last.column))};
        if (!rows.empty() && row.hasPlaceOf(last))
            continue;
        rows.push_back(row);
        last = row;
    }
    return rows;
}

} // namespace

class TestPackedRows : public QObject
{
    Q_OBJECT

private slots:

    void rowsOfSeveralFunctionsComeBack()
    {
        symcache::PackedRows rows;

        struct Function
        {
            std::vector<symcache::CompactRow> rows;
            std::uint64_t at;
        };

        std::vector<Function> functions;
        for (std::uint32_t i = 0; i < 200; ++i) {
            const std::uint32_t begin = i * 0x1400000;
            auto& function = functions.emplace_back(randomRows(begin, 1 + i * 3), 0);
            function.at = rows.beginFunction(begin);
            for (const symcache::CompactRow& row : function.rows)
                rows.add(row);
            QCOMPARE(rows.rowCount(), function.rows.size());
        }
        rows.shrinkToFit();
        for (const Function& function : functions)
            compare(unpacked(rows, function.at, function.rows.front().start,
                             static_cast<std::uint32_t>(function.rows.size())),
                    function.rows);
    }

    void theSamePlaceIsTheSameRow()
    {
        symcache::PackedRows rows;
        const symcache::CompactRow first{
            .start = 0x10, .scope = object::kNoIndex, .file = 3, .line = 7, .column = 1};
        symcache::CompactRow again = first;
        again.start = 0x14;
        symcache::CompactRow other = again;
        other.line = 8;
        const auto at = rows.beginFunction(0x10);
        for (const symcache::CompactRow& row : {first, again, other})
            rows.add(row);
        QCOMPARE(rows.rowCount(), 2u);
        compare(unpacked(rows, at, 0x10, 2), {first, other});

        // The first row of another function is always stored.
        other.start = 0x20;
        const auto second = rows.beginFunction(0x20);
        rows.add(other);
        QCOMPARE(rows.rowCount(), 1u);
        compare(unpacked(rows, second, 0x20, 1), {other});
    }
};

QTEST_APPLESS_MAIN(TestPackedRows)
#include "tst_packed_rows.moc"
