// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_object.h"
#include "core/unwind/walk/stack_walker.h"
#include "tests/support/crashed_process.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

/// Programs of ours that crash with a known stack, walked with their own unwind data.
class TestLiveStacks : public QObject
{
    Q_OBJECT

private slots:
    void stackIsFound_data();
    void stackIsFound();
};

namespace {

constexpr auto kProgram = R"(
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#define KEEP __attribute__((noinline, noclone, noipa))
volatile int sink;
int (*volatile nowhere)(void);
KEEP int third(int a) { char* room = __builtin_alloca(a * 16); memset(room, a, a * 16); sink = room[3]; if (nowhere) abort(); return nowhere() + room[1]; }
KEEP int second(int a, int b) { int x[50]; for (int i = 0; i < 50; ++i) x[i] = a + i; sink = x[b]; return third(a) * x[b] + b; }
KEEP int first(int a) { return second(a, a + 1) * 3 + a; }
KEEP void handler(int number) { sink = number; first(5); sink = 0; }
KEEP int interrupted(int* p) { int x = *p + 1; sink = x; return x; }
int main(int argc, char** argv)
{
    (void)argv;
    if (argc == 1)
        return first(4);
    char* stack = malloc(1 << 16);
    stack_t alternate = {.ss_sp = stack, .ss_size = 1 << 16};
    struct sigaction action = {.sa_handler = handler, .sa_flags = argc == 2 ? 0 : SA_ONSTACK};
    sigaltstack(&alternate, 0);
    sigaction(SIGBUS, &action, 0);
    sigaction(SIGSEGV, &action, 0);
    return interrupted((int*)(long)(argc - 2)) + 1;
}
)";

bool compile(const QStringList& options, const QString& source, const QString& program)
{
    QProcess compiler;
    compiler.start("gcc", options + QStringList{"-w", "-o", program, source});
    return compiler.waitForFinished(60000) && compiler.exitStatus() == QProcess::NormalExit &&
           compiler.exitCode() == 0;
}

Event eventOf(const CrashedProcess& process)
{
    Event event;
    const bool isX86 = process.cpu == CrashedProcess::Cpu::X86;
    event.system.arch = isX86                                       ? Arch::X86
                        : process.cpu == CrashedProcess::Cpu::Arm64 ? Arch::Arm64
                                                                    : Arch::Amd64;
    event.system.os = OsFamily::Linux;
    event.crash.address = process.signalAddress;
    std::vector<MemoryRange> ranges;
    for (const auto& source : process.threads) {
        EventThread thread;
        RegisterSet registers(cpuFamily(event.system.arch));
        for (const auto& [name, value] : source.registers) {
            if (const auto index = registerIndex(registers.family(), name))
                registers.set(*index, value);
        }
        thread.id = source.id;
        thread.registers = registers;
        thread.stackBegin = source.stackBegin;
        thread.stackEnd = source.stackBegin + source.stack.size();
        ranges.push_back({source.stackBegin, ByteView::fromVector(source.stack), false});
        event.threads.push_back(std::move(thread));
    }
    for (const auto& region : process.codeAroundPcs)
        ranges.push_back({region.address, ByteView::fromVector(region.bytes), false});
    for (const auto& source : process.modules) {
        EventModule module;
        module.address = source.base;
        module.sizeBytes = source.sizeBytes;
        module.codeFile = source.path;
        event.modules.push_back(std::move(module));
    }
    event.makeNative().memory =
        std::make_shared<const MemoryImage>(std::move(ranges), std::endian::little);
    return event;
}

/// Opens modules from their files.
class FileModules final : public unwind::WalkModuleProvider
{
public:
    explicit FileModules(const Event& event) : m_event(event) {}

    unwind::WalkModule module(std::uint32_t index) override
    {
        unwind::WalkModule module;
        module.state = unwind::WalkModule::State::Unavailable;
        if (const auto object = open(index)) {
            module.state = unwind::WalkModule::State::Ready;
            module.code = object;
            module.unwind = unwind::makeUnwindTable(object, ParseLimits{}).value_or(nullptr);
        }
        return module;
    }

    QString functionAt(std::uint32_t index, std::uint64_t relativeAddress)
    {
        const auto object = open(index);
        for (const auto& symbol : object ? object->symbols() : std::vector<object::Symbol>{}) {
            if (relativeAddress - symbol.address < symbol.sizeBytes)
                return QString::fromUtf8(symbol.name.data(),
                                         static_cast<qsizetype>(symbol.name.size()));
        }
        return {};
    }

private:
    object::ObjectPtr open(std::uint32_t index) const
    {
        QFile file(QString::fromStdString(m_event.modules[index].codeFile.value_or("")));
        if (!file.open(QIODevice::ReadOnly))
            return nullptr;
        return elf::openElf(ByteView::fromString(file.readAll().toStdString()), ParseLimits{})
            .value_or(nullptr);
    }

    const Event& m_event;
};

struct Found
{
    QStringList functions; ///< Functions of the program itself, callee first.
    QStringList frames;    ///< For people.
    StackEnd end = StackEnd::NotReached;
};

Found walkProgram(const Event& event, std::uint32_t thread)
{
    FileModules provider(event);
    const unwind::ModuleMap modules(event);
    unwind::StackWalker walker(event, modules, thread, provider, ParseLimits{});
    Found found;
    for (auto step = walker.next(); !std::holds_alternative<unwind::StackWalker::NeedsModule>(step);
         step = walker.next()) {
        if (const auto* end = std::get_if<unwind::StackWalker::Finished>(&step)) {
            found.end = end->reason;
            return found;
        }
        const auto& frame = std::get<unwind::WalkedFrame>(step);
        const auto relative =
            frame.module ? frame.lookupAddress - event.modules[*frame.module].address : 0;
        const auto name = frame.module ? provider.functionAt(*frame.module, relative) : QString();
        const auto method = unwindMethodName(frame.method);
        found.frames << QString("%1 %2 [%3] %4")
                            .arg(frame.pc, 0, 16)
                            .arg(name, method.data(), frame.note.c_str());
        if (frame.module == 0u)
            found.functions << name;
    }
    return found;
}

} // namespace

void TestLiveStacks::stackIsFound_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("functions");
    QTest::addColumn<StackEnd>("end");
    const QStringList plain{"third", "second", "first", "main", "_start"};
    const QStringList handled{"third",       "second", "first", "handler",
                              "interrupted", "main",   "_start"};
    const QStringList optimised{"-O2", "-fomit-frame-pointer", "-fno-optimize-sibling-calls"};
    const QStringList framed{"-O2", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls"};
    QTest::newRow("call to null, no frame pointers")
        << optimised << QStringList{} << plain << StackEnd::UnwindData;
    QTest::newRow("call to null, frame pointers")
        << framed << QStringList{} << plain << StackEnd::UnwindData;
    QTest::newRow("call to null, not optimised")
        << QStringList{"-O0"} << QStringList{} << plain << StackEnd::UnwindData;
    QTest::newRow("in a signal handler")
        << optimised << QStringList{"x"} << handled << StackEnd::UnwindData;
    // Only the handler's stack is captured, so the interrupted frame is the last one that can be
    // found.
    QTest::newRow("in a signal handler on its own stack")
        << optimised << QStringList{"x", "y"} << handled.mid(0, 5) << StackEnd::NotFound;
    QTest::newRow("call to null, 32 bits")
        << (QStringList{"-m32"} + optimised) << QStringList{} << plain << StackEnd::UnwindData;
}

void TestLiveStacks::stackIsFound()
{
    QFETCH(QStringList, options);
    QFETCH(QStringList, arguments);
    QTemporaryDir folder;
    QFile source(folder.filePath("program.c"));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write(kProgram);
    source.close();
    const auto program = folder.filePath("program");
    if (!compile(options, source.fileName(), program))
        QSKIP("this compiler or target is not installed");
    std::vector<std::string> texts;
    for (const auto& argument : arguments)
        texts.push_back(argument.toStdString());
    std::string why;
    const auto process = runUntilCrash(program.toStdString(), texts, why);
    if (!process)
        QSKIP(why.c_str());
    const auto crashed =
        std::ranges::find(process->threads, process->crashedThread, &CrashedProcess::Thread::id);
    const auto found = walkProgram(eventOf(*process),
                                   static_cast<std::uint32_t>(crashed - process->threads.begin()));
    qInfo().noquote() << found.frames.join("\n") << "\nend:" << stackEndName(found.end).data();
    QTEST(found.functions, "functions");
    QTEST(found.end, "end");
}

QTEST_GUILESS_MAIN(TestLiveStacks)
#include "tst_live_stacks.moc"
