// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/frame_origin.h"

#include <QTest>

using namespace faultline;

class TestFrameOrigin : public QObject
{
    Q_OBJECT

private slots:
    void tellsObfuscatedFrames_data();
    void tellsObfuscatedFrames();
    void knowsThePlatform();
};

void TestFrameOrigin::tellsObfuscatedFrames_data()
{
    QTest::addColumn<QString>("className");
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("obfuscated");
    QTest::newRow("R8's file") << "com.x.MainActivity" << "SourceFile" << true;
    QTest::newRow("R8's map id") << "com.x.MainActivity" << "r8-map-id-12ab" << true;
    QTest::newRow("no file, with a name") << "com.x.MainActivity" << "" << false;
    QTest::newRow("no file, short name") << "a.b" << "" << true;
    QTest::newRow("original file") << "com.x.MainActivity" << "MainActivity.java" << false;
    QTest::newRow("short original name") << "com.x.Db" << "Db.java" << false;
    QTest::newRow("inner class") << "com.x.Main$1" << "Main.java" << false;
    QTest::newRow("Kotlin's file class") << "com.x.MainKt" << "Main.kt" << false;
    QTest::newRow("Kotlin file with several classes") << "com.x.Item" << "Models.kt" << false;
    QTest::newRow("renamed class, file kept") << "a.b.c" << "Models.kt" << true;
    QTest::newRow("platform") << "java.lang.Thread" << "Unknown Source" << false;
    QTest::newRow("proxy") << "com.x.$Proxy12" << "Unknown Source" << false;
    QTest::newRow("lambda") << "com.x.Main$$Lambda$14" << "Unknown Source" << false;
    QTest::newRow("native frame") << "" << "libjvm.so+0x12" << false;
}

void TestFrameOrigin::tellsObfuscatedFrames()
{
    QFETCH(QString, className);
    QFETCH(QString, file);
    QFETCH(bool, obfuscated);
    JvmStackFrame frame;
    frame.detail.module = className.toStdString();
    if (!file.isEmpty())
        frame.position.file = file.toStdString();
    QCOMPARE(jvm::looksObfuscated(frame), obfuscated);
}

void TestFrameOrigin::knowsThePlatform()
{
    QVERIFY(jvm::isPlatformClass("kotlin.coroutines.jvm.internal.BaseContinuationImpl"));
    QVERIFY(jvm::isPlatformClass("android.os.Handler"));
    QVERIFY(!jvm::isPlatformClass("javafan.Main"));
    QVERIFY(!jvm::isPlatformClass("com.example.java.Main"));
}

QTEST_GUILESS_MAIN(TestFrameOrigin)
#include "tst_frame_origin.moc"
