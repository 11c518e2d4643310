// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/open/open_object.h"
#include "core/formats/debug/symbfile/symbfile_reader.h"
#include "core/symbolfiles/symcache_file.h"
#include "core/tools/code_text.h"
#include "core/tools/gsym_dump.h"
#include "core/tools/symbfile_dump.h"
#include "core/tools/symbol_push.h"
#include "tests/support/dwarf_builder.h"
#include "tests/support/elf_builder.h"
#include "tests/support/loopback_server.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::app;
using namespace faultline::test;

namespace {

constexpr std::uint64_t kLoadAddress = 0x1000;

/// A program that cannot be moved: `outer` from 0x1000 to 0x1040, with a call at 0x1014 in the
/// inlined `inner` and a system call at 0x1022.
std::vector<std::byte> deployedProgram(std::uint16_t machine = 62)
{
    std::vector<std::byte> code(0x40, std::byte{0x90});
    code[0x14] = std::byte{0xe8};
    for (std::size_t i = 0x15; i < 0x19; ++i)
        code[i] = std::byte{0};
    code[0x22] = std::byte{0x0f};
    code[0x23] = std::byte{0x05};
    ElfBuilder elf;
    elf.type(2).machine(machine);
    elf.add({.name = ".text", .flags = 6, .address = kLoadAddress, .content = std::move(code)});
    elf.add(ElfBuilder::Segment{.address = kLoadAddress, .section = 0});
    elf.add({.name = ".note.gnu.build-id",
             .type = 7,
             .content = elf.note("GNU", 3, "0123456789abcdefghij")});
    for (const auto& [name, content] : DwarfBuilder({}).build())
        elf.add({.name = "." + name, .content = content});
    return elf.build();
}

QString describe(const symbfile::Record& record)
{
    if (const auto* range = std::get_if<symbfile::Range>(&record)) {
        auto text = QStringLiteral("%1 %2 depth %3 %4+%5")
                        .arg(QString::fromStdString(std::string(range->function)),
                             QString::fromStdString(std::string(range->file.value_or("?"))))
                        .arg(range->depth)
                        .arg(range->address, 0, 16)
                        .arg(range->sizeBytes, 0, 16);
        if (range->depth > 0)
            text += QStringLiteral(" from line %1").arg(range->callLine);
        for (const auto& row : range->lines)
            text += QStringLiteral(" %1:%2").arg(row.offset, 0, 16).arg(row.line);
        return text;
    }
    const auto& pad = std::get<symbfile::ReturnPad>(record);
    auto text = QString::number(pad.address, 16);
    for (const auto& frame : pad.frames)
        text += QStringLiteral(" %1:%2")
                    .arg(QString::fromStdString(std::string(frame.function)))
                    .arg(frame.line);
    return text;
}

} // namespace

class TestSymbfileTools : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void names_data();
    void names();
    void rangesOfDebugInfo();
    void returnPadsOfCalls();
    void returnPadsNeedAKnownCpu();
    void manyPartsAreFilesOfTheirOwn();
    void readableByLlvm();
    void textForPeople();
    void onlyDeployedFilesArePushed();
    void anUnknownCpuHasRangesOnly();
    void partsArriveInOrder();
    void retries_data();
    void retries();

private:
    std::filesystem::path write(const std::vector<std::byte>& bytes) const
    {
        const auto path = m_folder->filePath("app");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no file");
        const auto text = asText(bytes);
        file.write(text.data(), static_cast<qsizetype>(text.size()));
        return path.toStdString();
    }

    symcache::SymCache symbols() const
    {
        auto made = symbolfiles::openSymCache(write(deployedProgram()));
        if (!made)
            qFatal("no symcache");
        return *std::move(made);
    }

    static object::ObjectPtr image(std::uint16_t machine = 62)
    {
        return *object::openObject(ByteView::fromVector(deployedProgram(machine)), {});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSymbfileTools::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestSymbfileTools::names_data()
{
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<QString>("name");
    QTest::newRow("c") << "blah" << "blah";
    QTest::newRow("cold part") << "blah.cold" << "blah";
    QTest::newRow("two suffixes") << "blah.constprop.0.cold" << "blah";
    QTest::newRow("c++ clone")
        << "_ZN2js8HeapSlot4postEPNS_12NativeObjectENS0_4KindEjRKN2JS5ValueE.isra.0.cold"
        << "js::HeapSlot::post(js::NativeObject*, js::HeapSlot::Kind, unsigned int, JS::Value "
           "const&)";
    QTest::newRow("template arguments")
        << "_ZN7mozilla3dom17Selection_BindingL8get_typeEP9JSContextN2JS6HandleIP8JSObjectEEPv19"
           "JSJitGetterCallArgs"
        << "mozilla::dom::Selection_Binding::get_type(JSContext*, JS::Handle, void*, "
           "JSJitGetterCallArgs)";
    QTest::newRow("operator") << "_ZltIiEbRKT_S2_" << "operator<(int const&, int const&)";
    QTest::newRow("shift") << "_ZlsRSoRK3Foo"
                           << "operator<<(std::basic_ostream&, Foo const&)";
    QTest::newRow("arrow of a template") << "_ZNK3PtrIiEptEv" << "Ptr::operator->() const";
    QTest::newRow("conversion") << "_ZNK3FoocvbEv"
                                << "Foo::operator bool() const";
    QTest::newRow("rust") << "_ZN50_$LT$$RF$mut$u20$W$u20$as$u20$core..fmt..Write$GT$10write_char"
                             "17h40d2a72f9527ade5E.llvm.5999636307758439825"
                          << "<&mut W as core::fmt::Write>::write_char";
    QTest::newRow("go") << "runtime.(*mheap).grow" << "runtime.(*mheap).grow";
    QTest::newRow("go with a type") << "libpf.Max[go.shape.uint32_0]"
                                    << "libpf.Max[go.shape.uint32_0]";
    QTest::newRow("only a suffix") << ".part.0" << ".part.0";
}

void TestSymbfileTools::names()
{
    QFETCH(QString, recorded);
    QFETCH(QString, name);
    QCOMPARE(QString::fromStdString(codeName(recorded.toStdString(), Language::Unknown)), name);
}

void TestSymbfileTools::rangesOfDebugInfo()
{
    QStringList ranges;
    QVERIFY(writeRanges(symbols(), kLoadAddress, [&](const symbfile::Record& record) {
        ranges += describe(record);
        return Result<void>();
    }));
    QCOMPARE(ranges, (QStringList{"outer /src/inc/a.c depth 0 1000+40 0:5 20:8",
                                  "inner /src/inc/a.c depth 1 1010+10 from line 7 0:20"}));
}

/// The address is the last byte of the call, because agents subtract one from a return address.
void TestSymbfileTools::returnPadsOfCalls()
{
    QStringList pads;
    QVERIFY(writeReturnPads(symbols(), *image(), [&](const symbfile::Record& record) {
        pads += describe(record);
        return Result<void>();
    }));
    QCOMPARE(pads, (QStringList{"1018 outer:7 inner:20", "1023 outer:8"}));
}

void TestSymbfileTools::returnPadsNeedAKnownCpu()
{
    const auto made = writeReturnPads(symbols(), *image(8),
                                      [](const symbfile::Record&) { return Result<void>(); });
    QVERIFY(!made && made.error().kind == ErrorKind::Unsupported);
}

void TestSymbfileTools::manyPartsAreFilesOfTheirOwn()
{
    SymbfileParts parts(m_folder->path().toStdString(), 200);
    const std::vector<std::string> names{"first", "second", "third", "fourth", "fifth"};
    for (std::size_t i = 0; i < 50; ++i) {
        const symbfile::Range range{.address = i * 16,
                                    .sizeBytes = 4,
                                    .function = names[i % names.size()],
                                    .file = std::nullopt,
                                    .callFile = std::nullopt,
                                    .callLine = 0,
                                    .depth = 0,
                                    .lines = {}};
        QVERIFY(parts.add(range));
    }
    const auto files = parts.finish();
    QVERIFY(files && files->size() > 3);
    std::size_t records = 0;
    for (const auto& file : *files) {
        auto reader = symbfile::SymbfileReader::open(file.span());
        QVERIFY(reader);
        while (const auto record = *reader->next())
            QCOMPARE(std::get<symbfile::Range>(*record).address, std::uint64_t{records++ * 16});
    }
    QCOMPARE(records, std::size_t{50});
}

void TestSymbfileTools::readableByLlvm()
{
    const auto program = QStandardPaths::findExecutable("llvm-gsymutil-19");
    if (program.isEmpty())
        QSKIP("llvm-gsymutil-19 is not installed");
    const auto gsym = makeGsym(symbols(), *image());
    QVERIFY(gsym);
    QFile file(m_folder->filePath("app.gsym"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(*gsym));
    file.close();
    const auto ask = [&](const QStringList& arguments) {
        QProcess process;
        process.start(program, arguments + QStringList{file.fileName()});
        process.waitForFinished(-1);
        return process.readAllStandardOutput() + process.readAllStandardError();
    };
    const auto all = ask({});
    QVERIFY2(all.contains("303132333435363738396162636465666768696a"), all.constData());
    const auto inlined = ask({"--address=0x1014"});
    QVERIFY2(inlined.contains("inner") && inlined.contains("a.c:20") && inlined.contains("outer") &&
                 inlined.contains("a.c:7"),
             inlined.constData());
    const auto plain = ask({"--address=0x1024"});
    QVERIFY2(plain.contains("outer + 36 @ /src/inc/a.c:8"), plain.constData());
}

void TestSymbfileTools::textForPeople()
{
    std::string text;
    QVERIFY(writeCodeText(symbols(), kLoadAddress, [&](std::string_view piece) { text += piece; }));
    QCOMPARE(QString::fromStdString(text),
             QString("1000-1040 outer in /src/inc/a.c\n"
                     "  1000 line 5\n"
                     "  1020 line 8\n"
                     "  1010-1020 inner in /src/inc/a.c, called from /src/inc/a.c:7\n"
                     "    1010 line 20\n"));
}

void TestSymbfileTools::onlyDeployedFilesArePushed()
{
    const auto pushed = readPushedSymbols(write(deployedProgram()));
    QVERIFY2(pushed, pushed ? "" : pushed.error().detail.c_str());
    QCOMPARE(pushed->buildId, std::string("303132333435363738396162636465666768696a"));
    QCOMPARE(pushed->loadAddress, kLoadAddress);
    QCOMPARE(pushed->ranges.size(), std::size_t{1});
    QCOMPARE(pushed->returnPads.size(), std::size_t{1});
    ElfBuilder debugOnly;
    for (const auto& [name, content] : DwarfBuilder({}).build())
        debugOnly.add({.name = "." + name, .content = content});
    const auto refused = readPushedSymbols(write(debugOnly.build()));
    QVERIFY(!refused && refused.error().kind == ErrorKind::Unsupported);
}

/// The calls of 32-bit code are not known.
void TestSymbfileTools::anUnknownCpuHasRangesOnly()
{
    const auto pushed = readPushedSymbols(write(deployedProgram(8)));
    QVERIFY2(pushed, pushed ? "" : pushed.error().detail.c_str());
    QCOMPARE(pushed->ranges.size(), std::size_t{1});
    QVERIFY(pushed->returnPads.empty());
}

void TestSymbfileTools::partsArriveInOrder()
{
    LoopbackServer server;
    QStringList arrived;
    std::mutex mutex;
    server.handleOthers([&](const LoopbackServer::Request& request) -> LoopbackServer::Reply {
        const std::lock_guard lock(mutex);
        arrived += QStringLiteral("%1 %2 of %3: %4")
                       .arg(QString::fromStdString(request.target),
                            QString::fromStdString(request.headers.at("filepart")),
                            QString::fromStdString(request.headers.at("fileparts")),
                            QString::fromStdString(request.body));
        const bool isRight = request.headers.at("authorization") == "APIKey secret" &&
                             request.headers.at("x-build-id") == "abcd" &&
                             request.headers.at("x-load-address") == "400000" &&
                             request.headers.at("fileid").size() == 22;
        return {.status = isRight ? 200 : 400};
    });
    PushedSymbols symbols{.id = symbfile::FileId::ofContent({}),
                          .buildId = "abcd",
                          .loadAddress = 0x400000,
                          .ranges = {ByteView::fromString("a"), ByteView::fromString("b")},
                          .returnPads = {ByteView::fromString("c")}};
    const auto transport = net::makeCurlTransport();
    QStringList progress;
    const auto pushed = pushSymbols(
        *transport, symbols,
        {.server = server.url() + "/", .apiKey = "secret", .onPart = [&](auto part, auto parts) {
             progress += QStringLiteral("%1/%2").arg(part).arg(parts);
         }});
    QVERIFY2(pushed, pushed ? "" : pushed.error().detail.c_str());
    QCOMPARE(arrived, (QStringList{"/api/symbols-ranges 0 of 2: a", "/api/symbols-ranges 1 of 2: b",
                                   "/api/symbols-returnpads 0 of 1: c"}));
    QCOMPARE(progress, (QStringList{"1/3", "2/3", "3/3"}));
}

void TestSymbfileTools::retries_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("failures");
    QTest::addColumn<int>("hits");
    QTest::addColumn<QString>("error");
    const QString key = "the server answered 401: a valid API key is needed";
    QTest::newRow("too busy once") << 503 << 1 << 2 << "";
    QTest::newRow("too many requests, five times") << 429 << 5 << 6 << "";
    QTest::newRow("timeout of the server") << 408 << 1 << 2 << "";
    QTest::newRow("always broken")
        << 500 << 99 << 6 << "the server answered 500: a valid API key is needed";
    QTest::newRow("wrong key") << 401 << 99 << 1 << key;
    QTest::newRow("bad file") << 400 << 99 << 1
                              << "the server answered 400: a valid API key is needed";
    QTest::newRow("connection cut") << 0 << 2 << 3 << "";
}

void TestSymbfileTools::retries()
{
    QFETCH(int, status);
    QFETCH(int, failures);
    QFETCH(int, hits);
    QFETCH(QString, error);
    LoopbackServer server;
    std::atomic<int> asked = 0;
    server.handleOthers([&](const LoopbackServer::Request&) -> LoopbackServer::Reply {
        if (++asked > failures)
            return {};
        const std::string body =
            R"({"success":false,"error":{"Code":"x","Text":"a valid API key is needed"}})";
        return {.status = status == 0 ? 200 : status, .body = body, .cut = status == 0};
    });
    const PushedSymbols symbols{.id = symbfile::FileId::ofContent({}),
                                .buildId = {},
                                .loadAddress = 0,
                                .ranges = {ByteView::fromString("a")},
                                .returnPads = {}};
    const auto transport = net::makeCurlTransport();
    const auto pushed = pushSymbols(
        *transport, symbols,
        {.server = server.url(), .apiKey = "k", .firstDelay = std::chrono::milliseconds(1)});
    QCOMPARE(asked.load(), hits);
    QCOMPARE(pushed ? QString() : QString::fromStdString(pushed.error().detail), error);
}

QTEST_GUILESS_MAIN(TestSymbfileTools)
#include "tst_symbfile_tools.moc"
