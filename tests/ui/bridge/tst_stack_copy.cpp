// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/stack_copy.h"
#include "ui/bridge/stack_html.h"

#include <QTest>

using namespace faultline::ui;

class TestStackCopy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void longStacksAreCut_data();
    void longStacksAreCut();
    void foldedFramesAreCopied();
    void formattedCopiesKeepTexts();
};

void TestStackCopy::longStacksAreCut_data()
{
    QTest::addColumn<int>("frames");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("note");
    QTest::newRow("whole") << 2000 << 2000 << "";
    QTest::newRow("cut") << 100'000 << 2001 << "98000 more row(s) are left out";
}

void TestStackCopy::longStacksAreCut()
{
    QFETCH(int, frames);
    QFETCH(int, rows);
    QFETCH(QString, note);
    FrameRows all;
    for (int i = 0; i < frames; ++i) {
        auto row = std::make_shared<FrameRow>();
        row->frameKey = {quint32(i), 0};
        row->function = QString::number(i);
        row->isInApp = true;
        all.append(std::move(row));
    }
    StackModel stack;
    stack.setFrames(all);
    const auto shown = shownStack(stack, 0);
    QCOMPARE(int(shown.rows.size()), rows);
    QCOMPARE(QString::fromStdString(shown.rows.back().note), note);
    QCOMPARE(shown.rows.back().frame.has_value(), note.isEmpty());
}

/// The window folds system frames and inlined helpers; a bug report needs them.
void TestStackCopy::foldedFramesAreCopied()
{
    FrameRows all;
    for (int i = 0; i < 8; ++i) {
        auto row = std::make_shared<FrameRow>();
        row->frameKey = {quint32(i), 0};
        row->function = QString::number(i);
        row->isInApp = i == 0 || i == 7;
        all.append(std::move(row));
    }
    StackModel stack;
    stack.setFrames(all);
    QVERIFY(stack.rowCount() < 8);
    const auto shown = shownStack(stack, 0);
    QCOMPARE(shown.rows.size(), std::size_t(8));
    for (std::size_t i = 0; i < 8; ++i)
        QVERIFY(shown.rows[i].frame == i);
}

void TestStackCopy::formattedCopiesKeepTexts()
{
    ReportHeader header;
    header.cause = QStringLiteral("Read near null <+0x10>");
    header.signature = QStringLiteral("f<b>");
    const QString html = stackHtml(header, QStringLiteral("0  a!f<b>&g\n"));
    QVERIFY(html.contains(QStringLiteral("Read near null &lt;+0x10&gt;")));
    QVERIFY(html.contains(QStringLiteral("<pre>0  a!f&lt;b&gt;&amp;g\n</pre>")));
    QVERIFY(!html.contains(QStringLiteral("f<b>")));
}

QTEST_GUILESS_MAIN(TestStackCopy)
#include "tst_stack_copy.moc"
