// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/code_listing.h"
#include "tests/support/memory_object.h"

#include <QTest>

using namespace faultline;
using namespace faultline::server::mozilla;
using namespace faultline::test;

namespace {

constexpr std::uint64_t kLoadAddress = 0x400000;
constexpr std::uint32_t kStart = 0x1000;

std::vector<std::byte> bytesOf(const QByteArray& hex)
{
    const auto raw = QByteArray::fromHex(hex);
    const auto bytes = std::as_bytes(std::span(raw.data(), static_cast<std::size_t>(raw.size())));
    return {bytes.begin(), bytes.end()};
}

LibraryCode codeOf(Arch arch, const QByteArray& hex)
{
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, arch);
    object->setLoadAddress(kLoadAddress);
    object->addSection(".text", kLoadAddress + kStart, bytesOf(hex), true);
    return {.file = object, .symbols = nullptr};
}

QStringList linesOf(const CodeListing& listing)
{
    QStringList lines;
    for (const auto& line : listing.instructions)
        lines.append(
            QStringLiteral("%1 %2").arg(line.offset).arg(QString::fromStdString(line.text)));
    return lines;
}

} // namespace

class TestCodeListing : public QObject
{
    Q_OBJECT

private slots:
    void lists_data();
    void lists();
    void endsWhereTheFileEnds();
    void refuses_data();
    void refuses();
    void everyPrefixOfCode();
    void stops();
};

void TestCodeListing::lists_data()
{
    QTest::addColumn<Arch>("arch");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<unsigned>("start");
    QTest::addColumn<unsigned>("size");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("syntax");
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<unsigned>("listed");
    // push rbp; mov rbp, rsp; call +0; ret, as the manual of the CPU encodes them.
    QTest::newRow("x86-64") << Arch::Amd64 << QByteArray("554889e5e800000000c3") << 0x1000u << 10u
                            << "x86_64" << "Intel"
                            << QStringList{"0 push rbp", "1 mov rbp, rsp", "4 call 0x1009", "9 ret"}
                            << 10u;
    QTest::newRow("x86-64, within the function")
        << Arch::Amd64 << QByteArray("554889e5e800000000c3") << 0x1004u << 1u << "x86_64" << "Intel"
        << QStringList{"0 call 0x1009"} << 5u;
    QTest::newRow("x86") << Arch::X86 << QByteArray("5589e5c3") << 0x1000u << 4u << "i686"
                         << "Intel" << QStringList{"0 push ebp", "1 mov ebp, esp", "3 ret"} << 4u;
    QTest::newRow("not an instruction")
        << Arch::Amd64 << QByteArray("06c3") << 0x1000u << 2u << "x86_64" << "Intel"
        << QStringList{"0 .byte 0x06 # Invalid instruction 06", "1 ret"} << 2u;
    // stp x29, x30, [sp, #-16]!; bl +8; ret.
    QTest::newRow("arm64") << Arch::Arm64 << QByteArray("fd7bbfa902000094c0035fd6") << 0x1000u
                           << 12u << "aarch64" << "ARM"
                           << QStringList{"0 stp x29, x30, [sp, #-0x10]!", "4 bl 0x100c", "8 ret"}
                           << 12u;
    QTest::newRow("arm64, start not aligned")
        << Arch::Arm64 << QByteArray("c0035fd6") << 0x1003u << 1u << "aarch64" << "ARM"
        << QStringList{"0 ret"} << 4u;
    QTest::newRow("thumb") << Arch::ArmV7 << QByteArray("80b57047") << 0x1001u << 4u << "arm"
                           << "ARM" << QStringList{"0 push {r7, lr}", "2 bx lr"} << 4u;
}

void TestCodeListing::lists()
{
    QFETCH(Arch, arch);
    QFETCH(QByteArray, code);
    QFETCH(unsigned, start);
    QFETCH(unsigned, size);
    QFETCH(QString, name);
    QFETCH(QString, syntax);
    QFETCH(QStringList, lines);
    QFETCH(unsigned, listed);
    const auto listing =
        listCode(codeOf(arch, code), {.startAddress = start, .sizeBytes = size}, {});
    QVERIFY2(listing, listing ? "" : listing.error().detail.c_str());
    QCOMPARE(linesOf(*listing), lines);
    QCOMPARE(listing->sizeBytes, listed);
    QCOMPARE(QString::fromUtf8(listing->arch.data(), qsizetype(listing->arch.size())), name);
    QCOMPARE(QString::fromUtf8(listing->syntax.data(), qsizetype(listing->syntax.size())), syntax);
}

void TestCodeListing::endsWhereTheFileEnds()
{
    const auto listing = listCode(codeOf(Arch::Amd64, "5555"),
                                  {.startAddress = kStart, .sizeBytes = kMaxCodeBytes}, {});
    QVERIFY(listing);
    QCOMPARE(linesOf(*listing), (QStringList{"0 push rbp", "1 push rbp"}));
    QCOMPARE(listing->sizeBytes, 2u);
}

void TestCodeListing::refuses_data()
{
    QTest::addColumn<Arch>("arch");
    QTest::addColumn<unsigned>("start");
    QTest::addColumn<ErrorKind>("kind");
    QTest::newRow("before the code") << Arch::Amd64 << 0u << ErrorKind::NotFound;
    QTest::newRow("after the code") << Arch::Amd64 << 0x2000u << ErrorKind::NotFound;
    QTest::newRow("at the end of the addresses") << Arch::Amd64 << ~0u << ErrorKind::NotFound;
    QTest::newRow("another CPU") << Arch::Ppc << 0x1000u << ErrorKind::Unsupported;
}

void TestCodeListing::refuses()
{
    QFETCH(Arch, arch);
    QFETCH(unsigned, start);
    const auto listing = listCode(codeOf(arch, "c3"), {.startAddress = start, .sizeBytes = 16}, {});
    QVERIFY(!listing);
    QTEST(listing.error().kind, "kind");
}

/// Truncated code gives the whole instructions, and bytes for the rest.
void TestCodeListing::everyPrefixOfCode()
{
    const QByteArray whole = "554889e5e800000000c3";
    for (qsizetype size = 2; size <= whole.size(); size += 2) {
        const auto listing = listCode(codeOf(Arch::Amd64, whole.first(size)),
                                      {.startAddress = kStart, .sizeBytes = 64}, {});
        QVERIFY(listing);
        QCOMPARE(listing->sizeBytes, static_cast<std::uint32_t>(size / 2));
        QCOMPARE(linesOf(*listing).first(), QString("0 push rbp"));
    }
}

void TestCodeListing::stops()
{
    std::stop_source stopper;
    stopper.request_stop();
    const auto listing = listCode(codeOf(Arch::Amd64, "c3"),
                                  {.startAddress = kStart, .sizeBytes = 1}, stopper.get_token());
    QVERIFY(!listing && listing.error().kind == ErrorKind::Cancelled);
}

QTEST_GUILESS_MAIN(TestCodeListing)
#include "tst_code_listing.moc"
