// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/read_event.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/crash_scene.h"
#include "tests/support/elf_builder.h"
#include "tests/support/loopback_server.h"
#include "tests/support/minidump_builder.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <future>

using namespace faultline;
using namespace faultline::test;

/// Checks what a window shows of the crashing thread while files with names are still on their way.
class TestThreadAhead : public QObject
{
    Q_OBJECT

private slots:
    void stackComesBeforeItsNames();
    void namesComeOneByOne();
    void withoutUnwindDataTheWalkWaitsForSymbols();
};

namespace {

constexpr std::uint64_t kBytes = 0x4000;
constexpr std::array<std::uint64_t, 2> kBases{0x400000, 0x800000};

/// The second has another first byte.
std::string buildId(std::size_t module)
{
    return std::string(1, static_cast<char>(0x11 * (module + 1))) + std::string(19, '\x5a');
}

std::string hexId(std::size_t module)
{
    std::string text = module == 0 ? "11" : "22";
    for (int i = 0; i < 19; ++i)
        text += "5a";
    return text;
}

std::string asBody(const std::vector<std::byte>& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

enum class CodeFile { WithUnwindData, WithoutUnwindData };

/// One function whose frame is its return address alone. The last call before 0x1121 returns there.
std::string codeFile(std::size_t module, CodeFile kind)
{
    std::vector<std::byte> code(0x200, std::byte{0x90});
    code[0x11c] = std::byte{0xe8};
    for (std::size_t i = 0x11d; i < 0x121; ++i)
        code[i] = std::byte{0};
    ElfBuilder elf;
    elf.add(ElfBuilder::Section{.name = ".text", .flags = 6, .address = 0x1000, .content = code});
    elf.add(ElfBuilder::Section{.name = ".note.gnu.build-id",
                                .type = 7,
                                .flags = 2,
                                .address = 0x2000,
                                .content = elf.note("GNU", 3, buildId(module))});
    CfiBuilder cfi(0x3000);
    const auto common = cfi.common("R", 16, {0x0c, 7, 8, 0x90, 1});
    cfi.frame(common, 0x1000, 0x200, {});
    cfi.terminator();
    if (kind == CodeFile::WithUnwindData)
        elf.add(ElfBuilder::Section{
            .name = ".eh_frame", .flags = 2, .address = 0x3000, .content = cfi.finish()});
    return asBody(elf.build());
}

std::string debugFile(std::size_t module)
{
    ElfBuilder elf;
    elf.add(ElfBuilder::Section{
        .name = ".text", .type = 8, .flags = 6, .address = 0x1000, .sizeBytes = 0x200});
    elf.add(ElfBuilder::Section{.name = ".note.gnu.build-id",
                                .type = 7,
                                .flags = 2,
                                .address = 0x2000,
                                .content = elf.note("GNU", 3, buildId(module))});
    elf.addSymbols(
        ".symtab", 2,
        {{.name = module == 0 ? "crash" : "caller", .value = 0x1000, .sizeBytes = 0x200}});
    return asBody(elf.build());
}

/// Has crashed in the first module, called from the second, which began the thread.
ByteView dump()
{
    constexpr std::uint64_t kStack = 0x7000;
    MinidumpBuilder dump;
    dump.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kLinux});
    for (std::size_t i = 0; i < kBases.size(); ++i) {
        std::vector<std::uint8_t> id;
        for (const char c : buildId(i))
            id.push_back(static_cast<std::uint8_t>(c));
        dump.addModule({.name = i == 0 ? "/gone/first.so" : "/gone/second.so",
                        .base = kBases[i],
                        .sizeBytes = kBytes,
                        .codeView = buildIdRecord(id)});
    }
    dump.addThread({.id = 7,
                    .cpu = Cpu::Amd64,
                    .registers = {{"rip", kBases[0] + 0x1010}, {"rsp", kStack}},
                    .stackAddress = kStack,
                    .stack = words64({kBases[1] + 0x1121, 0, 0})});
    dump.setException({.threadId = 7, .code = 11, .flags = 1, .address = 0x45});
    return dump.build();
}

/// A server of the two modules whose debug files are held back until they are released.
struct Store
{
    explicit Store(CodeFile kind = CodeFile::WithUnwindData)
    {
        for (std::size_t i = 0; i < kBases.size(); ++i) {
            const auto place = concat("/buildid/", hexId(i));
            server.reply(place + "/executable", {.body = codeFile(i, kind)});
            server.handle(place + "/debuginfo",
                          [i, gate = gates[i].get_future().share()](
                              const LoopbackServer::Request&) -> LoopbackServer::Reply {
                              gate.wait();
                              return {.body = debugFile(i)};
                          });
        }
    }

    ~Store()
    {
        for (std::size_t i = 0; i < kBases.size(); ++i)
            release(i);
    }

    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    void release(std::size_t module)
    {
        if (!std::exchange(isOpen[module], true))
            gates[module].set_value();
    }

    engine::EngineConfig config() const
    {
        auto source = scene::http("s", server.url() + "/buildid/");
        source.layout.type = sources::LayoutType::Debuginfod;
        source.filters = {};
        engine::EngineConfig config;
        config.sources = {std::move(source)};
        return config;
    }

    std::array<std::promise<void>, 2> gates;
    std::array<bool, 2> isOpen{};
    LoopbackServer server;
};

std::vector<std::uint64_t> addresses(const std::vector<Frame>& frames)
{
    std::vector<std::uint64_t> found;
    for (const auto& frame : frames)
        found.push_back(frame.asNative()->instructionAddress);
    return found;
}

std::vector<std::string> names(const std::vector<Frame>& frames)
{
    std::vector<std::string> found;
    for (const auto& frame : frames)
        found.push_back(frame.position.function.value_or(""));
    return found;
}

/// A stack whose caller was found by unwind data.
bool isUnwound(const engine::Notice& notice)
{
    const auto* stack = std::get_if<engine::StackSnapshot>(&notice);
    return stack != nullptr && stack->value->frames.size() == 2 &&
           stack->value->frames[1].trust == FrameTrust::Cfi;
}

auto isNamed(std::vector<std::string> wanted)
{
    return [wanted = std::move(wanted)](const engine::Notice& notice) {
        const auto* stack = std::get_if<engine::StackSnapshot>(&notice);
        return isUnwound(notice) && names(stack->value->frames) == wanted;
    };
}

/// The same crash without anybody who watches.
ReportPtr unwatched(Store& store)
{
    for (std::size_t i = 0; i < kBases.size(); ++i)
        store.release(i);
    engine::Engine engine(store.config(), silentLog(), [](const engine::Notice&) {});
    const auto report = engine.run(*intake::readEvent(dump(), {}), {}, {});
    return report ? *report : nullptr;
}

} // namespace

void TestThreadAhead::stackComesBeforeItsNames()
{
    Store store;
    NoticeLog log;
    engine::Engine engine(store.config(), silentLog(), log.callback());
    const auto job = engine.openEvent(dump(), "dump");
    QVERIFY(log.waitFor(isUnwound)); // No debug file has come.
    QVERIFY(noticesOf<engine::ReportSnapshot>(log).empty());
    const auto expected = unwatched(store);
    QVERIFY(expected != nullptr);
    QVERIFY(log.waitForFinish(job));
    const auto report = noticesOf<engine::ReportSnapshot>(log).back().value;
    QCOMPARE(addresses(report->stacks[0]->frames), addresses(expected->stacks[0]->frames));
    QCOMPARE(names(report->stacks[0]->frames), (std::vector<std::string>{"crash", "caller"}));
    QCOMPARE(names(expected->stacks[0]->frames), (std::vector<std::string>{"crash", "caller"}));
    for (std::size_t i = 0; i < kBases.size(); ++i)
        QCOMPARE(report->modules[i]->candidates.size(), expected->modules[i]->candidates.size());
}

void TestThreadAhead::namesComeOneByOne()
{
    Store store;
    NoticeLog log;
    engine::Engine engine(store.config(), silentLog(), log.callback());
    const auto job = engine.openEvent(dump(), "dump");
    QVERIFY(log.waitFor(isUnwound));
    store.release(1);
    QVERIFY(log.waitFor(isNamed({"", "caller"})));
    store.release(0);
    QVERIFY(log.waitForFinish(job));
}

/// What symbols could change is not shown before they are there.
void TestThreadAhead::withoutUnwindDataTheWalkWaitsForSymbols()
{
    Store store(CodeFile::WithoutUnwindData);
    NoticeLog log;
    engine::Engine engine(store.config(), silentLog(), log.callback());
    const auto job = engine.openEvent(dump(), "dump");
    QVERIFY(log.waitFor([](const engine::Notice& notice) {
        return std::holds_alternative<engine::StackSnapshot>(notice);
    }));
    store.release(0);
    store.release(1);
    QVERIFY(log.waitForFinish(job));
    const auto all = log.all();
    QVERIFY(std::ranges::none_of(all, isUnwound));
    const auto expected = unwatched(store);
    const auto report = noticesOf<engine::ReportSnapshot>(log).back().value;
    QCOMPARE(addresses(report->stacks[0]->frames), addresses(expected->stacks[0]->frames));
}

QTEST_GUILESS_MAIN(TestThreadAhead)
#include "tst_thread_ahead.moc"
