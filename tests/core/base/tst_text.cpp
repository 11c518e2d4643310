#include "core/base/text.h"

#include <QTest>

using namespace faultline;

class TestText : public QObject
{
    Q_OBJECT

private slots:
    void escapesControls_data();
    void escapesControls();
};

void TestText::escapesControls_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("plain") << QByteArray("caf\xc3\xa9\tau lait")
                           << QByteArray("caf\xc3\xa9\tau lait");
    QTest::newRow("escape sequence") << QByteArray("\x1b[31m") << QByteArray("\\x1b[31m");
    QTest::newRow("line break and delete") << QByteArray("a\nb\x7f") << QByteArray("a\\x0ab\\x7f");
    QTest::newRow("C1 control") << QByteArray("\xc2\x9b"
                                              "31m")
                                << QByteArray("\\x9b"
                                              "31m");
    QTest::newRow("behind the C1 controls") << QByteArray("\xc2\xa0") << QByteArray("\xc2\xa0");
    QTest::newRow("no UTF-8") << QByteArray("a\xff"
                                            "b")
                              << QByteArray("a\xef\xbf\xbd"
                                            "b");
    QTest::newRow("cut off") << QByteArray("a\xc2") << QByteArray("a\xef\xbf\xbd");
}

void TestText::escapesControls()
{
    QFETCH(QByteArray, text);
    QTEST(QByteArray::fromStdString(escapeControls(text.toStdString())), "shown");
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
