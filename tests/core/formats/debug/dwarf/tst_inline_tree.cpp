// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/inline_tree.h"

#include <QTest>

using namespace faultline;
using namespace faultline::dwarf;

// Pieces are written as "begin-end:depth:call[<parent]", results as "begin-end call" with one
// indent per level.
class TestInlineTree : public QObject
{
    Q_OBJECT

private slots:
    void becomesAStrictTree_data();
    void becomesAStrictTree();
    void hostileOverlapsStayBounded();
};

namespace {

dwarf::InlinePiece piece(std::uint32_t begin,
                         std::uint32_t end,
                         std::uint32_t depth,
                         std::uint32_t call,
                         std::uint32_t parent = object::kNoIndex)
{
    return {{begin, end}, depth, call, parent};
}

std::vector<object::DebugInline>
treeOf(dwarf::CodeRange function, std::vector<dwarf::InlinePiece> pieces, std::uint32_t callCount)
{
    std::vector<object::DebugInline> calls(callCount);
    for (std::uint32_t i = 0; i < callCount; ++i)
        calls[i].callLine = i;
    std::vector<object::DebugInline> out;
    dwarf::sortPieces(pieces);
    dwarf::appendInlineTree(function, pieces, calls, out);
    return out;
}

QString describe(const std::vector<object::DebugInline>& tree)
{
    QStringList lines;
    for (const auto& node : tree) {
        int level = 0;
        for (auto parent = node.parent; parent != object::kNoIndex; parent = tree[parent].parent)
            ++level;
        lines += QString(level, QLatin1Char(' ')) +
                 QStringLiteral("%1-%2 %3").arg(node.begin).arg(node.end).arg(node.callLine);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

Q_DECLARE_METATYPE(std::vector<dwarf::InlinePiece>)

void TestInlineTree::becomesAStrictTree_data()
{
    QTest::addColumn<std::vector<dwarf::InlinePiece>>("pieces");
    QTest::addColumn<QString>("expected");
    using Pieces = std::vector<dwarf::InlinePiece>;
    QTest::newRow("nested") << Pieces{piece(110, 150, 0, 0), piece(120, 130, 1, 1, 0)}
                            << "110-150 0\n 120-130 1";
    QTest::newRow("out of order") << Pieces{piece(160, 170, 0, 1), piece(110, 120, 0, 0)}
                                  << "110-120 0\n160-170 1";
    QTest::newRow("several ranges")
        << Pieces{piece(110, 120, 0, 0), piece(140, 150, 0, 0), piece(145, 147, 1, 1, 0)}
        << "110-120 0\n140-150 0\n 145-147 1";
    QTest::newRow("cut at the parent's end")
        << Pieces{piece(110, 120, 0, 0), piece(115, 130, 1, 1, 0)} << "110-120 0\n 115-120 1";
    QTest::newRow("rest goes to the parent's next range")
        << Pieces{piece(110, 120, 0, 0), piece(120, 130, 0, 0), piece(115, 125, 1, 1, 0)}
        << "110-120 0\n 115-120 1\n120-130 0\n 120-125 1";
    QTest::newRow("rest never goes to another call")
        << Pieces{piece(110, 120, 0, 0), piece(120, 130, 0, 2), piece(115, 125, 1, 1, 0)}
        << "110-120 0\n 115-120 1\n120-130 2";
    QTest::newRow("without parent")
        << Pieces{piece(110, 120, 1, 1, 0), piece(130, 140, 0, 2)} << "130-140 2";
    QTest::newRow("overlapping siblings")
        << Pieces{piece(110, 130, 0, 0), piece(120, 140, 0, 1)} << "110-130 0\n130-140 1";
    QTest::newRow("identical siblings")
        << Pieces{piece(110, 130, 0, 0), piece(110, 130, 0, 1)} << "110-130 0";
    QTest::newRow("children wait with their parent")
        << Pieces{piece(110, 130, 0, 0), piece(110, 140, 0, 1), piece(112, 138, 1, 2, 1)}
        << "110-130 0\n130-140 1\n 130-138 2";
    QTest::newRow("cut at the function's end") << Pieces{piece(190, 220, 0, 0)} << "190-200 0";
    QTest::newRow("begins outside the function")
        << Pieces{piece(90, 120, 0, 0), piece(200, 210, 0, 1)} << "";
}

void TestInlineTree::becomesAStrictTree()
{
    QFETCH(std::vector<dwarf::InlinePiece>, pieces);
    QTEST(describe(treeOf({100, 200}, pieces, 4)), "expected");
}

void TestInlineTree::hostileOverlapsStayBounded()
{
    std::vector<dwarf::InlinePiece> pieces;
    for (std::uint32_t i = 0; i < 20000; ++i)
        pieces.push_back(
            piece(i, 1000000, i % 3, i % 7, i % 3 == 0 ? object::kNoIndex : (i - 1) % 7));
    QVERIFY(treeOf({0, 1000000}, pieces, 7).size() <= 5 * pieces.size() + 64);
}

QTEST_GUILESS_MAIN(TestInlineTree)
#include "tst_inline_tree.moc"
