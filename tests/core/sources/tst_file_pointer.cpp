// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/file_pointer.h"

#include <QTest>

using namespace faultline;

class TestFilePointer : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void follows_data();
    void follows();
    void otherSourcesHaveNone();
};

void TestFilePointer::reads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("result");
    QTest::newRow("path") << QByteArray("/syms/a.pdb") << "/syms/a.pdb";
    QTest::newRow("line end") << QByteArray("/syms/a.pdb\r\n") << "/syms/a.pdb";
    QTest::newRow("over http") << QByteArray("PATH:\\\\server\\a.pdb") << "\\\\server\\a.pdb";
    QTest::newRow("message") << QByteArray("MSG: gone\x01")
                             << QString::fromStdString("not found: the store says: gone\\x01");
    QTest::newRow("empty") << QByteArray("") << "malformed: file.ptr: 0 bytes that are no path";
    QTest::newRow("prefix only") << QByteArray("PATH:")
                                 << "malformed: file.ptr: 0 bytes that are no path";
    QTest::newRow("several lines")
        << QByteArray("/a\n/b") << "malformed: file.ptr: 5 bytes that are no path";
    QTest::newRow("NUL") << QByteArray("/a\0b", 4)
                         << "malformed: file.ptr: 4 bytes that are no path";
    QTest::newRow("too long") << QByteArray(4097, 'x')
                              << "malformed: file.ptr: 4097 bytes that are no path";
}

void TestFilePointer::reads()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, result);
    const auto path = sources::parseFilePointer(text.toStdString());
    if (path) {
        QCOMPARE(QString::fromStdString(*path), result);
        return;
    }
    const auto kind = path.error().kind == ErrorKind::NotFound ? "not found: " : "malformed: ";
    QCOMPARE(QString(kind) + QString::fromStdString(path.error().detail), result);
}

void TestFilePointer::follows_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("target");
    const auto outside = [](const char* path) {
        return QString("file.ptr leads outside the allowed folders: ") + path;
    };
    QTest::newRow("below the store") << "disk" << "/store/b/a.pdb" << "/store/b/a.pdb";
    QTest::newRow("relative") << "disk" << "b/a.pdb" << "/store/b/a.pdb";
    QTest::newRow("backslashes") << "disk" << "b\\a.pdb" << "/store/b/a.pdb";
    QTest::newRow("allowed folder") << "disk" << "/allowed/a.pdb" << "/allowed/a.pdb";
    QTest::newRow("elsewhere") << "disk" << "/etc/shadow" << outside("/etc/shadow");
    QTest::newRow("similar name") << "disk" << "/storefront/a" << outside("/storefront/a");
    QTest::newRow("the store itself is no file below") << "disk" << "/" << outside("/");
    QTest::newRow("upwards") << "disk" << "/store/../etc/shadow" << outside("/store/../etc/shadow");
    QTest::newRow("upwards within") << "disk" << "b/../a" << outside("b/../a");
    QTest::newRow("share") << "disk" << "\\\\server\\a.pdb" << outside("//server/a.pdb");
    QTest::newRow("server: relative") << "http" << "b/a.pdb" << "https://h/root/b/a.pdb";
    QTest::newRow("server: same server") << "http" << "https://h/root/a.pdb"
                                         << "https://h/root/a.pdb";
    QTest::newRow("server: other folder")
        << "http" << "https://h/other/a.pdb" << outside("https://h/other/a.pdb");
    QTest::newRow("server: other host")
        << "http" << "https://h.evil/root/a" << outside("https://h.evil/root/a");
    QTest::newRow("server: host in disguise")
        << "http" << "https://h/rooted/a" << outside("https://h/rooted/a");
    QTest::newRow("server: upwards")
        << "http" << "https://h/root/../a" << outside("https://h/root/../a");
    QTest::newRow("server: allowed folder of ours") << "http" << "/allowed/a" << "/allowed/a";
    QTest::newRow("server: other folder of ours")
        << "http" << "/etc/shadow" << outside("/etc/shadow");
    QTest::newRow("server: file scheme")
        << "http" << "file:///etc/shadow" << outside("file:///etc/shadow");
}

void TestFilePointer::follows()
{
    QFETCH(QString, source);
    QFETCH(QString, path);
    QFETCH(QString, target);
    sources::SourceConfig config;
    config.filePtrRoots = {"/allowed"};
    if (source == "disk")
        config.where = sources::FilesystemSource{"/store"};
    else
        config.where = sources::HttpSource{"https://h/root", {}, false};
    const auto found = sources::followFilePointer(config, path.toStdString());
    if (!found) {
        QCOMPARE(found.error().kind, ErrorKind::PermissionDenied);
        QCOMPARE(QString::fromStdString(found.error().detail), target);
        return;
    }
    const auto* file = std::get_if<std::filesystem::path>(&*found);
    QCOMPARE(QString::fromStdString(file ? file->string() : std::get<std::string>(*found)), target);
}

void TestFilePointer::otherSourcesHaveNone()
{
    sources::SourceConfig config;
    config.where = sources::S3Source{};
    QCOMPARE(sources::followFilePointer(config, "a").error().kind, ErrorKind::Unsupported);
}

QTEST_GUILESS_MAIN(TestFilePointer)
#include "tst_file_pointer.moc"
