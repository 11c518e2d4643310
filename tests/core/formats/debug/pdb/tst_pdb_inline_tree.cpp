// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_inline_tree.h"

#include <QRegularExpression>
#include <QTest>

using namespace faultline;

class TestPdbInlineTree : public QObject
{
    Q_OBJECT

private slots:
    void trees_data();
    void trees();
};

namespace {

/// "begin-end:line …" in hexadecimal and decimal.
std::vector<pdb::CodeRow> rowsOf(const QString& text)
{
    std::vector<pdb::CodeRow> rows;
    for (const auto& part : text.split(' ', Qt::SkipEmptyParts)) {
        const auto fields = part.split(QRegularExpression("[-:]"));
        rows.push_back({fields[0].toUInt(nullptr, 16), fields[1].toUInt(nullptr, 16), 1,
                        fields[2].toUInt(), 0});
    }
    return rows;
}

/// Sites as "name<parent: rows; …"; the parent is an index or empty.
std::vector<pdb::InlineSite> sitesOf(const QString& text, std::vector<std::string>& names)
{
    std::vector<pdb::InlineSite> sites;
    const auto parts = text.split(';', Qt::SkipEmptyParts);
    names.reserve(static_cast<std::size_t>(parts.size()));
    for (const auto& part : parts) {
        const auto head = part.section('|', 0, 0).trimmed();
        const auto parent = head.section('<', 1);
        names.push_back(head.section('<', 0, 0).toStdString());
        sites.push_back({parent.isEmpty() ? pdb::kDirectlyInFunction : parent.toUInt(),
                         names.back(), rowsOf(part.section('|', 1))});
    }
    return sites;
}

QString describe(const pdb::InlineTree& tree)
{
    QStringList parts;
    for (const auto& run : tree.runs) {
        const auto parent =
            run.parent == pdb::kDirectlyInFunction ? QString() : QString("<%1").arg(run.parent);
        parts +=
            QString("%1%2 %3-%4@%5")
                .arg(QString::fromUtf8(run.name.data(), static_cast<qsizetype>(run.name.size())),
                     parent)
                .arg(run.begin, 0, 16)
                .arg(run.end, 0, 16)
                .arg(run.callLine);
    }
    QStringList rows;
    for (const auto& row : tree.rows)
        rows += QString("%1-%2:%3").arg(row.begin, 0, 16).arg(row.end, 0, 16).arg(row.line);
    return parts.join(", ") + " / " + rows.join(' ');
}

} // namespace

void TestPdbInlineTree::trees_data()
{
    QTest::addColumn<QString>("rows");
    QTest::addColumn<QString>("sites");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no inlined calls") << "0-8:10 8-10:11" << "" << " / 0-8:10 8-10:11";
    QTest::newRow("call in the middle of a line")
        << "0-10:10" << "a|4-8:50" << "a 4-8@10 / 0-4:10 4-8:50 8-10:10";
    QTest::newRow("call across two caller lines")
        << "0-6:10 6-10:11" << "a|4-6:50 6-8:51"
        << "a 4-6@10, a 6-8@11 / 0-4:10 4-6:50 6-8:51 8-10:11";
    QTest::newRow("contiguous rows make one run")
        << "0-10:10" << "a|4-6:50 6-8:51" << "a 4-8@10 / 0-4:10 4-6:50 6-8:51 8-10:10";
    QTest::newRow("call in two pieces")
        << "0-10:10" << "a|2-4:50 6-8:51"
        << "a 2-4@10, a 6-8@10 / 0-2:10 2-4:50 4-6:10 6-8:51 8-10:10";
    QTest::newRow("nested call") << "0-10:10" << "a|4-c:50; b<0|6-8:70"
                                 << "a 4-c@10, b<0 6-8@50 / 0-4:10 4-6:50 6-8:70 8-c:50 c-10:10";
    QTest::newRow("nested call outside its caller's rows")
        << "0-10:10" << "a|4-6:50; b<0|6-8:70"
        << "a 4-8@10, b<0 6-8@50 / 0-4:10 4-6:50 6-8:70 8-10:10";
    QTest::newRow("siblings that overlap") << "0-10:10" << "a|2-8:50; b|4-a:60"
                                           << "a 2-8@10, b 8-a@10 / 0-2:10 2-8:50 8-a:60 a-10:10";
    QTest::newRow("site without rows takes its children along")
        << "0-10:10" << "a|; b<0|6-8:70" << " / 0-10:10";
    QTest::newRow("function without rows") << "" << "a|4-8:50" << "a 4-8@0 / 4-8:50 8-10:0";
    QTest::newRow("nested call in a function without rows")
        << "" << "a|4-8:50; b<0|6-8:70" << "a 4-8@0, b<0 6-8@50 / 4-6:50 6-8:70 8-10:0";
    QTest::newRow("no lines between a call and the first row")
        << "8-10:10" << "a|0-4:50" << "a 0-4@10 / 0-4:50 4-8:0 8-10:10";
    QTest::newRow("call before the first row")
        << "4-10:10" << "a|0-4:50" << "a 0-4@10 / 0-4:50 4-10:10";
    QTest::newRow("call beyond the end")
        << "0-10:10" << "a|e-20:50" << "a e-10@10 / 0-e:10 e-10:50";
    QTest::newRow("parents before children in address order")
        << "0-10:10" << "a|0-2:50 8-a:51; b<0|0-1:70; c<0|8-9:71"
        << "a 0-2@10, b<0 0-1@50, a 8-a@10, c<2 8-9@51 / 0-1:70 1-2:50 "
           "2-8:10 8-9:71 9-a:51 a-10:10";
}

void TestPdbInlineTree::trees()
{
    QFETCH(QString, rows);
    QFETCH(QString, sites);
    std::vector<std::string> names;
    const auto parsed = sitesOf(sites, names);
    QTEST(describe(pdb::buildInlineTree(0x10, rowsOf(rows), parsed)), "expected");
}

QTEST_GUILESS_MAIN(TestPdbInlineTree)
#include "tst_pdb_inline_tree.moc"
