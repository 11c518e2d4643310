// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/hex_view.h"

#include <QSet>
#include <QTest>

using namespace faultline::ui;

namespace {

/// Byte n is n modulo 256. A page is available after it was requested and released.
class CountingBytes final : public ByteSource
{
public:
    explicit CountingBytes(qint64 sizeBytes) : m_sizeBytes(sizeBytes) {}

    qint64 sizeBytes() const override { return m_sizeBytes; }

    const QByteArray* page(qint64 index) override
    {
        asked.insert(index);
        if (!m_released)
            return nullptr;
        m_page.resize(qsizetype(std::min(kPageBytes, m_sizeBytes - index * kPageBytes)));
        for (qsizetype i = 0; i < m_page.size(); ++i)
            m_page[i] = char(i);
        return &m_page;
    }

    void release()
    {
        m_released = true;
        Q_EMIT pagesChanged();
    }

    QSet<qint64> asked;

private:
    qint64 m_sizeBytes;
    bool m_released = false;
    QByteArray m_page;
};

constexpr qint64 kHuge = 10'000'000'000;

} // namespace

class TestHexView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void missingPagesAreDots();
    void readsOnlyWhatIsInSight();
    void keysMoveTheCaret_data();
    void keysMoveTheCaret();
    void selectsByKeyboardAndMouse();
    void copiesAreBounded();
    void narrowViewsHaveShorterRows();
    void survivesItsSource();

private:
    static HexView* show(HexView& view, ByteSource& bytes)
    {
        view.resize(900, 300);
        view.setSource(&bytes);
        view.show();
        return &view;
    }
};

void TestHexView::missingPagesAreDots()
{
    Theme theme;
    HexView view(theme);
    CountingBytes bytes(20);
    show(view, bytes);
    QCOMPARE(view.visibleText().split(u'\n').size(), 2);
    QVERIFY(view.visibleText().startsWith(QStringLiteral("00000000  ·· ·· ")));
    bytes.release();
    QVERIFY2(view.visibleText().startsWith(QStringLiteral("00000000  00 01 02 ")),
             qPrintable(view.visibleText()));
    QVERIFY(view.visibleText().contains(QStringLiteral("\n00000010  10 11 12 13 ")));
    QVERIFY(view.accessibleDescription().startsWith(QStringLiteral("00000000  00 01 ")));
}

void TestHexView::readsOnlyWhatIsInSight()
{
    Theme theme;
    HexView view(theme);
    CountingBytes bytes(kHuge);
    bytes.release();
    show(view, bytes);
    view.grab();
    QCOMPARE(bytes.asked, QSet<qint64>{0});
    bytes.asked.clear();
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    view.grab();
    QCOMPARE(view.caret(), kHuge - 1);
    QCOMPARE(bytes.asked, QSet<qint64>{(kHuge - 1) / ByteSource::kPageBytes});
    QVERIFY2(view.visibleText().contains(QStringLiteral("0002540be3f0")),
             qPrintable(view.visibleText()));
}

void TestHexView::keysMoveTheCaret_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<int>("caret"); ///< Position of the caret, which begins at byte 20 of 100.
    QTest::newRow("left") << int(Qt::Key_Left) << 0 << 19;
    QTest::newRow("right") << int(Qt::Key_Right) << 0 << 21;
    QTest::newRow("up") << int(Qt::Key_Up) << 0 << 4;
    QTest::newRow("down") << int(Qt::Key_Down) << 0 << 36;
    QTest::newRow("row's begin") << int(Qt::Key_Home) << 0 << 16;
    QTest::newRow("row's end") << int(Qt::Key_End) << 0 << 31;
    QTest::newRow("begin") << int(Qt::Key_Home) << int(Qt::ControlModifier) << 0;
    QTest::newRow("end") << int(Qt::Key_End) << int(Qt::ControlModifier) << 99;
    QTest::newRow("page up") << int(Qt::Key_PageUp) << 0 << 4;
    QTest::newRow("page down") << int(Qt::Key_PageDown) << 0 << 99;
    QTest::newRow("other") << int(Qt::Key_A) << 0 << 20;
}

void TestHexView::keysMoveTheCaret()
{
    QFETCH(int, key);
    QFETCH(int, modifiers);
    Theme theme;
    HexView view(theme);
    CountingBytes bytes(100);
    bytes.release();
    show(view, bytes);
    QTest::keyClick(&view, Qt::Key_Down);
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key(key), Qt::KeyboardModifiers(modifiers));
    QTEST(int(view.caret()), "caret");
}

void TestHexView::selectsByKeyboardAndMouse()
{
    Theme theme;
    HexView view(theme);
    CountingBytes bytes(100);
    bytes.release();
    show(view, bytes);
    QVERIFY2(view.selectedText().startsWith(QStringLiteral("00000000  00 ")),
             qPrintable(view.selectedText()));
    QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(view.selectedText().split(u'\n').size(), 2);
    QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(view.selectedText().split(u'\n').size(), 7);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {1, 1});
    QCOMPARE(view.caret(), 0);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::ShiftModifier,
                      {1, view.viewport()->height() - 2});
    QVERIFY(view.caret() > 0);
}

void TestHexView::copiesAreBounded()
{
    Theme theme;
    HexView view(theme);
    CountingBytes bytes(kHuge);
    bytes.release();
    show(view, bytes);
    QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(view.selectedText().split(u'\n').size(), 4096);
}

void TestHexView::narrowViewsHaveShorterRows()
{
    Theme theme;
    HexView view(theme);
    CountingBytes bytes(100);
    bytes.release();
    show(view, bytes);
    QTest::keyClick(&view, Qt::Key_End);
    QCOMPARE(view.caret(), 15);
    view.resize(200, 300);
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.caret(), 8);
}

void TestHexView::survivesItsSource()
{
    Theme theme;
    HexView view(theme);
    {
        CountingBytes bytes(100);
        show(view, bytes);
    }
    view.grab();
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.caret(), 0);
    QCOMPARE(view.selectedText(), QString());
}

QTEST_MAIN(TestHexView)
#include "tst_hex_view.moc"
