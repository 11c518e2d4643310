// SPDX-License-Identifier: GPL-3.0-or-later
// Values out of PDBs: programs for Windows that clang compiles run here, without Windows, until
// they stop; their registers and memory become minidumps, and what Faultline reads out of these is
// compared with what the programs hold.
#include "core/base/byte_reader.h"
#include "core/base/file.h"
#include "core/formats/debug/object/object.h"
#include "core/formats/debug/pe/pe_image.h"
#include "core/formats/debug/pe/pe_object.h"
#include "tests/end_to_end/faultline_program.h"
#include "tests/support/minidump_builder.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <map>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

using namespace faultline;
using namespace faultline::test;

class TestWindowsValues : public QObject
{
    Q_OBJECT

private slots:
    void values_data();
    void values();
    void objectsOfMicrosoftsLibrary();
    void typesOfAPdb();
};

namespace {

#if defined(__x86_64__)

/// The program: nothing that it holds is known to the compiler, because all of it comes out of
/// `seed`. It stops at a breakpoint, in an inlined function.
constexpr const char* kSource = R"(
namespace ns {
struct Point { int x; int y; };
enum class Color : unsigned char { Red = 1, Green = 5, Blue = 9 };
union Either { int i; float f; };
struct Base { int b; virtual int get() const { return b; } };
struct Derived : Base {
    Point p;
    unsigned low : 3;
    unsigned high : 5;
    int list[3];
    Derived* next;
    Color color;
    const char* text;
};
}
extern "C" int _fltused = 0;
volatile int seed = 1;
int counter = 41;
static ns::Point hidden = {80, 81};
volatile const void* sink;
static inline __attribute__((always_inline)) int inner(int argument, const ns::Point& point)
{
    int twice = argument * 2 + point.x;
    sink = &twice;
    double scaled = (double)argument * 0.5;
    float part = (float)point.x * 0.25f;
    asm volatile("ud2" : : "x"(scaled), "x"(part));
    return twice + (int)scaled + (int)part;
}
__attribute__((noinline)) int stop(const char* text, ns::Derived* derived, long long large,
                                   double real, int fifth, short sixth)
{
    static int calls = 6;
    int local = fifth + seed;
    ns::Point point = {local, sixth};
    ns::Color color = derived->color;
    sink = &point;
    {
        unsigned char inBlock = (unsigned char)(199 + seed);
        sink = &inBlock;
        calls += seed;
        local += inner(local, point);
        calls += inBlock;
    }
    return local + point.x + (int)large + (int)real + text[0] + derived->b + calls + (int)color;
}
__attribute__((noinline)) int middle(int depth, ns::Derived& object, bool flag)
{
    long long kept = 1234567890123ll * seed;
    wchar_t letter = (wchar_t)(L'A' + seed);
    float ratio = 0.25f * (float)seed;
    unsigned int mask = 0xfffffff0u + (unsigned)seed;
    sink = &letter;
    int result = stop("seven", &object, kept, ratio * 10, depth * 10, (short)-depth);
    sink = &ratio;
    return result + (int)kept + letter + (int)mask + flag + object.list[depth - 3];
}
extern "C" int entry()
{
    ns::Derived derived;
    derived.b = 11 * seed;
    derived.p = {2, 3};
    derived.low = 5u * (unsigned)seed;
    derived.high = 17u * (unsigned)seed;
    derived.list[0] = 100; derived.list[1] = 200; derived.list[2] = 300 * seed;
    derived.next = &derived;
    derived.color = ns::Color::Blue;
    derived.text = "a text";
    ns::Either either;
    either.i = 1065353216 * seed;
    ns::Point& reference = hidden;
    sink = &either;
    int result = middle(3 * seed, derived, seed == 1);
    return result + either.i + reference.x + counter;
}
)";

/// What each variable holds: function, path, value.
const std::map<std::pair<std::string, std::string>, std::string>& expected()
{
    static const std::map<std::pair<std::string, std::string>, std::string> all{
        {{"inner", "argument"}, "31"},
        {{"inner", "point.x"}, "31"},
        {{"inner", "point.y"}, "-3"},
        {{"inner", "twice"}, "93"},
        {{"inner", "scaled"}, "15.5"},
        {{"inner", "part"}, "7.75"},
        {{"stop", "text"}, "seven"},
        {{"stop", "large"}, "1234567890123"},
        {{"stop", "real"}, "2.5"},
        {{"stop", "fifth"}, "30"},
        {{"stop", "sixth"}, "-3"},
        {{"stop", "local"}, "31"},
        {{"stop", "point.x"}, "31"},
        {{"stop", "point.y"}, "-3"},
        {{"stop", "color"}, "Blue"},
        {{"stop", "inBlock"}, "200"},
        {{"stop", "calls"}, "7"},
        {{"stop", "derived.b"}, "11"},
        {{"middle", "depth"}, "3"},
        {{"middle", "flag"}, "true"},
        {{"middle", "kept"}, "1234567890123"},
        {{"middle", "letter"}, "B"},
        {{"middle", "ratio"}, "0.25"},
        {{"middle", "mask"}, "4294967281"},
        {{"middle", "object.b"}, "11"},
        {{"middle", "object.p.x"}, "2"},
        {{"middle", "object.p.y"}, "3"},
        {{"middle", "object.low"}, "5"},
        {{"middle", "object.high"}, "17"},
        {{"middle", "object.list[0]"}, "100"},
        {{"middle", "object.list[1]"}, "200"},
        {{"middle", "object.list[2]"}, "300"},
        {{"middle", "object.color"}, "Blue"},
        {{"middle", "object.text"}, "a text"},
        {{"entry", "derived.b"}, "11"},
        {{"entry", "derived.p.x"}, "2"},
        {{"entry", "derived.p.y"}, "3"},
        {{"entry", "derived.low"}, "5"},
        {{"entry", "derived.high"}, "17"},
        {{"entry", "derived.list[2]"}, "300"},
        {{"entry", "derived.color"}, "Blue"},
        {{"entry", "derived.text"}, "a text"},
        {{"entry", "either.i"}, "1065353216"},
        {{"entry", "either.f"}, "1"},
        {{"entry", "reference.x"}, "80"},
        {{"entry", "reference.y"}, "81"},
    };
    return all;
}

constexpr std::uint64_t kImageBase = 0x140000000;
constexpr std::uint64_t kStackBase = 0x7e0000000;
constexpr std::size_t kStackBytes = 1 << 16;

/// What the stopped program leaves behind.
struct Stopped
{
    gregset_t registers = {};
    std::array<std::byte, 512> vectors = {}; ///< As FXSAVE writes them.
    bool isStopped = false;
};

Stopped* g_stopped = nullptr; // In memory that both processes share.

void atSignal(int /*signal*/, siginfo_t* /*info*/, void* context)
{
    const auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
    std::memcpy(g_stopped->registers, machine.gregs, sizeof(gregset_t));
    std::memcpy(g_stopped->vectors.data(), machine.fpregs, g_stopped->vectors.size());
    g_stopped->isStopped = true;
    _exit(0);
}

void* mapAt(std::uint64_t address, std::size_t size, int flags)
{
    void* wanted = reinterpret_cast<void*>(address); // NOLINT: the program's own address.
    return mmap(wanted, size, PROT_READ | PROT_WRITE | PROT_EXEC,
                flags | MAP_ANONYMOUS | (address == 0 ? 0 : MAP_FIXED_NOREPLACE), -1, 0);
}

/// Calls the entry of the loaded program on its own stack, with the calling convention of Windows.
[[noreturn]] void runLoaded(std::uint64_t entry)
{
    struct sigaction action = {};
    action.sa_sigaction = atSignal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    static std::array<char, 1 << 16> handlerStack;
    stack_t stack = {};
    stack.ss_sp = handlerStack.data();
    stack.ss_size = handlerStack.size();
    sigaltstack(&stack, nullptr);
    for (const int number : {SIGILL, SIGSEGV, SIGTRAP, SIGBUS})
        sigaction(number, &action, nullptr);
    const std::uint64_t top = kStackBase + kStackBytes - 0x1000;
    asm volatile("mov %0, %%rsp\n\tsub $32, %%rsp\n\tcall *%1\n\thlt" ::"r"(top), "r"(entry)
                 : "memory");
    _exit(1);
}

struct Loaded
{
    std::size_t imageBytes = 0;
    Stopped stopped;
    std::vector<std::byte> image; ///< As it was in memory when the program stopped.
    std::vector<std::byte> stack;
};

/// Runs the program in a process of its own.
std::optional<Loaded> runProgram(const ByteView& file)
{
    const auto image = pe::PeImage::open(file);
    if (!image || image->imageBase() != kImageBase)
        return std::nullopt;
    Loaded loaded;
    loaded.imageBytes = *image->sizeOfImage();
    void* code = mapAt(kImageBase, loaded.imageBytes, MAP_SHARED);
    void* stack = mapAt(kStackBase, kStackBytes, MAP_SHARED);
    void* shared = mapAt(0, sizeof(Stopped), MAP_SHARED);
    if (code == MAP_FAILED || stack == MAP_FAILED || shared == MAP_FAILED)
        return std::nullopt;
    g_stopped = new (shared) Stopped;
    for (const auto& section : image->sections()) {
        if (const auto bytes = image->sectionBytes(section))
            std::memcpy(static_cast<std::byte*>(code) + section.rva, bytes->span().data(),
                        std::min<std::size_t>(bytes->size(), section.memorySize()));
    }
    ByteReader header(file.span());
    header.seek(0x3c);
    header.seek(header.u32() + 0x28u); // AddressOfEntryPoint.
    const auto entry = kImageBase + header.u32();
    const auto child = fork();
    if (child == 0)
        runLoaded(entry);
    int status = 0;
    waitpid(child, &status, 0);
    const auto copy = [](void* from, std::size_t size) {
        const auto* first = static_cast<const std::byte*>(from);
        return std::vector<std::byte>(first, first + size);
    };
    loaded.stopped = *g_stopped;
    loaded.image = copy(code, loaded.imageBytes);
    loaded.stack = copy(stack, kStackBytes);
    munmap(code, loaded.imageBytes);
    munmap(stack, kStackBytes);
    munmap(shared, sizeof(Stopped));
    return loaded.stopped.isStopped ? std::optional(std::move(loaded)) : std::nullopt;
}

Registers registersOf(const gregset_t& from)
{
    const std::array<std::pair<const char*, int>, 17> kNames{{{"rax", REG_RAX},
                                                              {"rbx", REG_RBX},
                                                              {"rcx", REG_RCX},
                                                              {"rdx", REG_RDX},
                                                              {"rsi", REG_RSI},
                                                              {"rdi", REG_RDI},
                                                              {"rbp", REG_RBP},
                                                              {"rsp", REG_RSP},
                                                              {"r8", REG_R8},
                                                              {"r9", REG_R9},
                                                              {"r10", REG_R10},
                                                              {"r11", REG_R11},
                                                              {"r12", REG_R12},
                                                              {"r13", REG_R13},
                                                              {"r14", REG_R14},
                                                              {"r15", REG_R15},
                                                              {"rip", REG_RIP}}};
    Registers registers;
    for (const auto& [name, index] : kNames)
        registers[name] = static_cast<std::uint64_t>(from[index]);
    return registers;
}

QByteArray minidumpOf(const Loaded& loaded, const ByteView& file)
{
    const auto object = pe::openPe(file, {});
    const auto image = pe::PeImage::open(file);
    // The record that the image's debug directory leads to.
    const std::string text(asText(file.span()));
    const auto at = text.find("RSDS");
    std::array<std::uint8_t, 16> guid{};
    std::memcpy(guid.data(), text.data() + at + 4, guid.size());
    MinidumpBuilder dump;
    dump.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kWindows, .major = 10});
    dump.addModule({.name = "C:\\values.exe",
                    .base = kImageBase,
                    .sizeBytes = static_cast<std::uint32_t>(loaded.imageBytes),
                    .timestamp = image->timestamp(),
                    .codeView = rsdsRecord(guid, 1, "values.pdb")});
    const auto registers = registersOf(loaded.stopped.registers);
    const auto sp = registers.at("rsp") - kStackBase;
    auto context = contextBytes(Cpu::Amd64, registers);
    constexpr std::size_t kVectorsInContext = 256; // winnt.h, CONTEXT: FltSave.
    std::ranges::copy(loaded.stopped.vectors, context.begin() + kVectorsInContext);
    dump.addThread({.id = 1,
                    .stackAddress = kStackBase + sp,
                    .stack = Buffer(loaded.stack.begin() + static_cast<std::ptrdiff_t>(sp),
                                    loaded.stack.end()),
                    .rawContext = context});
    for (const auto& section : image->sections())
        dump.addMemory(kImageBase + section.rva,
                       Buffer(loaded.image.begin() + section.rva,
                              loaded.image.begin() + section.rva + section.memorySize()));
    dump.setException({.threadId = 1, .code = 0xc000001d, .address = registers.at("rip")});
    const auto bytes = dump.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
}

bool isInstalled(const char* tool)
{
    return !QStandardPaths::findExecutable(QString::fromLatin1(tool)).isEmpty();
}

/// Whose debug info the program has: Microsoft's in a PDB, or MinGW's, DWARF in the program.
enum class Toolchain : std::uint8_t { Microsoft, MinGw };

bool build(const QTemporaryDir& folder,
           const QString& level,
           const QByteArray& text = kSource,
           const QString& typeInformation = QStringLiteral("-fno-rtti"),
           Toolchain toolchain = Toolchain::Microsoft)
{
    const bool isMinGw = toolchain == Toolchain::MinGw;
    QFile source(folder.filePath(QStringLiteral("values.cpp")));
    if (!source.open(QIODevice::WriteOnly))
        return false;
    source.write(text);
    source.close();
    const auto run = [&](const QString& tool, const QStringList& arguments) {
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.start(tool, arguments);
        const bool isDone = process.waitForFinished() && process.exitCode() == 0;
        if (!isDone)
            qWarning("%s", process.readAllStandardError().constData());
        return isDone;
    };
    const QStringList debugInfo =
        isMinGw ? QStringList{"--target=x86_64-w64-windows-gnu", "-gdwarf-5"}
                : QStringList{"--target=x86_64-pc-windows-msvc", "-g", "-gcodeview"};
    const QStringList output = isMinGw ? QStringList{"/lldmingw", "/debug:dwarf", "/build-id"}
                                       : QStringList{"/debug", "/pdb:values.pdb"};
    return run("clang-19", debugInfo + QStringList{level, "-std=c++17", "-ffreestanding",
                                                   "-fno-stack-protector", typeInformation,
                                                   "-fno-threadsafe-statics", "-fno-exceptions",
                                                   "-fasynchronous-unwind-tables",
                                                   "-I" FL_TEST_SOURCE_DIR "/windows", "-c",
                                                   "values.cpp", "-o", "values.obj"}) &&
           run("lld-link-19",
               output + QStringList{"/entry:entry", "/subsystem:console", "/nodefaultlib", "/fixed",
                                    "/out:values.exe", "values.obj"});
}

/// Runs the program in a folder and writes its minidump beside it.
bool writeDump(const QTemporaryDir& folder)
{
    const auto file = mapForeignFile(folder.filePath(QStringLiteral("values.exe")).toStdString());
    const auto loaded = file ? runProgram(*file) : std::nullopt;
    QFile dump(folder.filePath(QStringLiteral("values.dmp")));
    return loaded && dump.open(QIODevice::WriteOnly) && dump.write(minidumpOf(*loaded, *file)) > 0;
}

/// The name of a function without scopes and parameters.
std::string plainName(const QString& function)
{
    const auto whole = function.section('(', 0, 0).section("::", -1);
    return whole.toStdString();
}

using Found = std::map<std::pair<std::string, std::string>, QJsonObject>;

std::string pathOf(const QJsonArray& variables, const QJsonObject& variable)
{
    const auto name = variable["name"].toString().toStdString();
    if (variable["parent"].isUndefined())
        return name;
    const auto before = pathOf(variables, variables.at(variable["parent"].toInt()).toObject());
    const auto role = variable["role"].toString();
    if (role == "base" || role == "pointee" || name.empty())
        return before;
    return before + (name.starts_with('[') ? name : "." + name);
}

Found foundIn(const QJsonObject& report)
{
    Found found;
    const auto frames = report["faultline"]["variables"]["frames"].toArray();
    for (const auto& each : frames) {
        const auto frame = each.toObject();
        const auto row = report["stacktraces"][frame["thread"].toInt()]["frames"]
                               [frame["row"].toInt()]["function"];
        const auto variables = frame["variables"].toArray();
        for (const auto& value : variables) {
            const auto variable = value.toObject();
            found.try_emplace({plainName(row.toString()), pathOf(variables, variable)}, variable);
        }
    }
    return found;
}

QString valueOf(const QJsonObject& variable)
{
    const auto text = variable["text"].toString();
    return text.isEmpty() ? variable["number"].toString() : text;
}

#endif

} // namespace

void TestWindowsValues::values_data()
{
    QTest::addColumn<QString>("level");
    QTest::addColumn<bool>("isMinGw");
    QTest::addColumn<int>("least");
    QTest::newRow("not optimized") << "-O0" << false << 44;
    QTest::newRow("-O1") << "-O1" << false << 38;
    QTest::newRow("-O2") << "-O2" << false << 24;
    QTest::newRow("MinGW, not optimized") << "-O0" << true << 44;
    QTest::newRow("MinGW, -O1") << "-O1" << true << 30;
    QTest::newRow("MinGW, -O2") << "-O2" << true << 24;
}

/// No value may be wrong. Without optimization all must be known, and always those in vector
/// registers.
void TestWindowsValues::values()
{
#if defined(__x86_64__)
    QFETCH(QString, level);
    QFETCH(bool, isMinGw);
    QFETCH(int, least);
    if (!isInstalled("clang-19") || !isInstalled("lld-link-19"))
        QSKIP("clang 19 or lld 19 is not installed");
    const QTemporaryDir folder;
    QVERIFY(build(folder, level, kSource, QStringLiteral("-fno-rtti"),
                  isMinGw ? Toolchain::MinGw : Toolchain::Microsoft));
    if (!writeDump(folder))
        QSKIP("the address of the program is taken");
    const auto run = runFaultline({"symbolicate", "--offline", "--symbols", ".", "--locals=16",
                                   "--format", "json", "values.dmp"},
                                  folder.path());
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    const auto found = foundIn(QJsonDocument::fromJson(run.output).object());
    int right = 0;
    for (const auto& [place, value] : expected()) {
        const auto name = place.first + " " + place.second;
        const auto variable = found.find(place);
        const bool isKnown = variable != found.end() && variable->second["state"] == "known" &&
                             variable->second["kind"] != "none";
        const bool isInVector = place.second == "scaled" || place.second == "part";
        if (!isKnown && level != "-O0" && !isInVector)
            continue;
        QVERIFY2(isKnown, (name + " is not known: " + run.output.toStdString()).c_str());
        QVERIFY2(valueOf(variable->second).toStdString() == value,
                 (name + ": " + valueOf(variable->second).toStdString()).c_str());
        ++right;
    }
    const auto inspected = runFaultline({"inspect", "--offline", "--symbols", ".", "--frame", "2",
                                         "values.dmp", "object.next->p.y + counter + hidden.x"},
                                        folder.path());
    if (level == "-O0")
        QCOMPARE(inspected.output,
                 QByteArray("object.next->p.y + counter + hidden.x: int = 124\n"));
    qInfo("%d of %d values are known", right, static_cast<int>(expected().size()));
    QVERIFY(right >= least);
#else
    QSKIP("the program runs on x86-64 only");
#endif
}

namespace {

#if defined(__x86_64__)

/// What the objects of windows/msvc_containers.cpp hold: function, path, value.
const std::map<std::pair<std::string, std::string>, std::string>& expectedObjects()
{
    static const std::map<std::pair<std::string, std::string>, std::string> all{
        {{"entry", "large"}, "a text of more than sixteen characters"},
        {{"entry", "limit"}, "fifteen letters"},
        {{"entry", "nothing"}, ""},
        {{"entry", "small"}, "short"},
        {{"entry", "view"}, "a view"},
        {{"entry", "wide"}, "sieben7"},
        {{"entry", "wideLarge"}, "acht und mehr"},
        {{"sequences", "vector"}, "{ size=3 }"},
        {{"sequences", "vector[0]"}, "1"},
        {{"sequences", "vector[1]"}, "2"},
        {{"sequences", "vector[2]"}, "3"},
        {{"sequences", "texts"}, "{ size=2 }"},
        {{"sequences", "texts[0]"}, "one"},
        {{"sequences", "texts[1]"}, "another one, longer"},
        {{"sequences", "bits"}, "{ size=34 }"},
        {{"sequences", "bits[0]"}, "true"},
        {{"sequences", "bits[1]"}, "false"},
        {{"sequences", "bits[2]"}, "true"},
        {{"sequences", "bits[32]"}, "false"},
        {{"sequences", "bits[33]"}, "true"},
        {{"sequences", "array"}, "{ size=2 }"},
        {{"sequences", "array[0]"}, "11"},
        {{"sequences", "array[1]"}, "12"},
        {{"sequences", "span"}, "{ size=2 }"},
        {{"sequences", "span[0]"}, "1"},
        {{"sequences", "span[1]"}, "2"},
        {{"sequences", "fixed"}, "{ size=3 }"},
        {{"sequences", "fixed[2]"}, "3"},
        {{"sequences", "list"}, "{ size=2 }"},
        {{"sequences", "list[0].x"}, "1"},
        {{"sequences", "list[0].y"}, "2"},
        {{"sequences", "list[1].x"}, "3"},
        {{"sequences", "list[1].y"}, "4"},
        {{"sequences", "forward"}, "{ first=5 }"},
        {{"sequences", "forward[0]"}, "5"},
        {{"sequences", "forward[1]"}, "6"},
        {{"sequences", "none"}, "{ empty }"},
        {{"sequences", "deque"}, "{ size=5 }"},
        {{"sequences", "deque[0]"}, "1000"},
        {{"sequences", "deque[1]"}, "1001"},
        {{"sequences", "deque[2]"}, "1002"},
        {{"sequences", "deque[3]"}, "1003"},
        {{"sequences", "deque[4]"}, "1004"},
        {{"sequences", "wide"}, "{ size=3 }"},
        {{"sequences", "wide[0].x"}, "0"},
        {{"sequences", "wide[1].x"}, "1"},
        {{"sequences", "wide[2].x"}, "2"},
        {{"associative", "map"}, "{ size=4 }"},
        {{"associative", "map[0]"}, "(10, {...})"},
        {{"associative", "map[1].first"}, "20"},
        {{"associative", "map[2].first"}, "30"},
        {{"associative", "map[3].first"}, "40"},
        {{"associative", "several"}, "{ size=2 }"},
        {{"associative", "several[0]"}, "(7, 1)"},
        {{"associative", "several[1]"}, "(7, 2)"},
        {{"associative", "empty"}, "{ size=0 }"},
        {{"associative", "set"}, "{ size=2 }"},
        {{"associative", "set[0]"}, "apple"},
        {{"associative", "set[1]"}, "a pear that is longer than its buffer"},
        {{"associative", "table"}, "{ size=2 }"},
        {{"associative", "table[0]"}, "(1, 100)"},
        {{"associative", "table[1]"}, "(2, 200)"},
        {{"associative", "numbers"}, "{ size=1 }"},
        {{"associative", "numbers[0]"}, "64"},
        {{"pointers", "empty"}, "null"},
        {{"pointers", "shared[strong]"}, "2"},
        {{"pointers", "shared[weak]"}, "2"},
        {{"pointers", "noShared"}, "null"},
        {{"pointers", "expired"}, "expired"},
        {{"pointers", "wrapped.x"}, "5"},
        {{"pointers", "wrapped.y"}, "6"},
        {{"pointers", "counter"}, "77"},
        {{"pointers", "counter[value]"}, "77"},
        {{"pointers", "some"}, "9"},
        {{"pointers", "some[value]"}, "9"},
        {{"pointers", "text[value]"}, "in an optional"},
        {{"pointers", "nothing"}, "nullopt"},
        {{"pointers", "number"}, "{ index=1, value=2.5 }"},
        {{"pointers", "number[index]"}, "1"},
        {{"pointers", "number[value]"}, "2.5"},
        {{"pointers", "words"}, "{ index=2, value=\"third\" }"},
        {{"pointers", "words[value]"}, "third"},
        {{"pointers", "valueless"}, "valueless"},
        {{"objects", "none"}, "empty"},
        {{"objects", "plain.color"}, "3"},
        {{"objects", "same.color"}, "3"},
        {{"objects", "base.id"}, "1"},
        {{"objects", "base.color"}, "2"},
        {{"objects", "base.side"}, "4"},
        {{"objects", "base.factor"}, "5"},
        {{"objects", "first.factor"}, "5"},
    };
    return all;
}

#endif

} // namespace

/// The program's objects are written by hand, after the layouts of the library's published headers.
void TestWindowsValues::objectsOfMicrosoftsLibrary()
{
#if defined(__x86_64__)
    if (!isInstalled("clang-19") || !isInstalled("lld-link-19"))
        QSKIP("clang 19 or lld 19 is not installed");
    QFile source(QStringLiteral(FL_TEST_SOURCE_DIR "/windows/msvc_containers.cpp"));
    QVERIFY(source.open(QIODevice::ReadOnly));
    const QTemporaryDir folder;
    QVERIFY(build(folder, QStringLiteral("-O0"), source.readAll(), QStringLiteral("-frtti")));
    if (!writeDump(folder))
        QSKIP("the address of the program is taken");
    const auto run = runFaultline({"symbolicate", "--offline", "--symbols", ".", "--locals=16",
                                   "--format", "json", "values.dmp"},
                                  folder.path());
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    const auto found = foundIn(QJsonDocument::fromJson(run.output).object());
    for (const auto& [place, value] : expectedObjects()) {
        const auto name = place.first + " " + place.second;
        const auto variable = found.find(place);
        QVERIFY2(variable != found.end(), (name + " is missing").c_str());
        QVERIFY2(valueOf(variable->second).toStdString() == value,
                 (name + ": " + valueOf(variable->second).toStdString()).c_str());
    }
    const auto inspect = [&](const char* frame, const char* expression) {
        return runFaultline({"inspect", "--offline", "--symbols", ".", "--frame", frame,
                             "values.dmp", expression},
                            folder.path())
            .output;
    };
    QCOMPARE(inspect("1", "unique->y * 10 + shared->x"),
             QByteArray("unique->y * 10 + shared->x: int = 65\n"));
    // The class of what is called is known by its type information alone.
    const auto called = inspect("0", "call");
    QVERIFY2(called.contains("std::_Func_impl_no_alloc<Adder,int,int>"), called.constData());
    QVERIFY2(called.contains("_Callee: Adder"), called.constData());
#endif
}

void TestWindowsValues::typesOfAPdb()
{
#if defined(__x86_64__)
    if (!isInstalled("clang-19") || !isInstalled("lld-link-19"))
        QSKIP("clang 19 or lld 19 is not installed");
    const QTemporaryDir folder;
    QVERIFY(build(folder, QStringLiteral("-O0")));
    const auto run = runFaultline({"symbols", "types", "values.pdb", "ns::Derived"}, folder.path());
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QCOMPARE(QString::fromUtf8(run.output), QString("struct ns::Derived  (64 bytes)\n"
                                                    "         0        16  base ns::Base\n"
                                                    "        16         8  p: ns::Point\n"
                                                    "      24:0    3 bits  low: unsigned int\n"
                                                    "      24:3    5 bits  high: unsigned int\n"
                                                    "        25         3  -- hole --\n"
                                                    "        28        12  list: int[3]\n"
                                                    "        40         8  next: ns::Derived*\n"
                                                    "        48         1  color: ns::Color\n"
                                                    "        49         7  -- hole --\n"
                                                    "        56         8  text: const char*\n"
                                                    "  2 holes, 10 bytes\n"));
    const auto absent = runFaultline({"symbols", "types", "values.pdb", "ns::No"}, folder.path());
    QVERIFY(absent.exitCode != 0);
#endif
}

QTEST_GUILESS_MAIN(TestWindowsValues)
#include "tst_windows_values.moc"
