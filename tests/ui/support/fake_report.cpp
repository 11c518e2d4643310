// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/fake_report.h"

#include <algorithm>

namespace faultline::ui::test {

namespace {

constexpr std::uint64_t kSceneBase = 0x7f3a1c000000;
constexpr std::uint64_t kViewerBase = 0x55d2a0000000;
constexpr std::uint64_t kCxxBase = 0x7f3a1d000000;
constexpr std::uint64_t kLibcBase = 0x7f3a1e000000;
constexpr std::uint64_t kStack = 0x7f3a0bff8000;
constexpr std::uint32_t kCrashed = 3;

enum Module : std::uint32_t { kViewer, kScene, kCxx, kLibc, kVulkan, kNvidia, kFirstUnused };

EventModule
makeModule(std::uint64_t base, const char* path, const char* debugId, const char* codeId)
{
    EventModule module;
    module.type = ObjectType::Elf;
    module.address = base;
    module.sizeBytes = 0x200000;
    module.codeFile = path;
    module.debugFile = path;
    module.debugId = DebugId::parse(debugId);
    module.codeId = CodeId::parse(codeId);
    return module;
}

std::vector<EventModule> makeModules()
{
    std::vector<EventModule> modules{
        makeModule(kViewerBase, "/opt/viewer/bin/viewer", "1d6ff2b0-8a51-4d0c-9d52-0d6b4e2d8f10",
                   "b0f26f1d518a0c4d9d520d6b4e2d8f10aa"),
        makeModule(kSceneBase, "/opt/viewer/lib/libscene.so",
                   "9f1c2a77-40de-4a11-8c3e-5b1f0d9e7a42",
                   "772a1c9fde40114a8c3e5b1f0d9e7a42c0ffeb31"),
        makeModule(kCxxBase, "/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
                   "d8b3bf12-7cf4-4f6e-8a0e-2c4d4a5be771", "12bfb3d8f47c6e4f8a0e2c4d4a5be77101"),
        makeModule(kLibcBase, "/usr/lib/x86_64-linux-gnu/libc.so.6",
                   "51657f81-8beb-d9b4-c1d3-53e2f7e1b9f8", "817f6551eb8bb4d9c1d353e2f7e1b9f802"),
        makeModule(0x7f3a20000000, "/usr/lib/x86_64-linux-gnu/libvulkan.so.1",
                   "6c5e1a02-0c57-4f31-b8a5-1d7c8f09a1be", "021a5e6c570c314fb8a51d7c8f09a1be03"),
        makeModule(0x7f3a21000000, "/usr/lib/x86_64-linux-gnu/libnvidia-glcore.so",
                   "aa01bb02-cc03-dd04-ee05-ff0611223344", "02bb01aa03cc04ddee05ff061122334404")};
    for (std::uint32_t i = kFirstUnused; i < 43; ++i) {
        const std::string path = concat("/usr/lib/x86_64-linux-gnu/libextra", i, ".so");
        modules.push_back(makeModule(0x7f3b00000000 + i * 0x400000ull, path.c_str(),
                                     "00000000-0000-4000-8000-000000000001", "01"));
    }
    return modules;
}

struct FrameSpec
{
    std::uint32_t index;
    bool inlined;
    Module module;
    std::uint64_t offset;
    const char* function;
    const char* path;
    std::uint32_t line;
    FrameTrust trust;
    const char* contextLine = nullptr;
};

Frame makeFrame(const FrameSpec& spec, const std::vector<EventModule>& modules)
{
    Frame frame;
    frame.originalIndex = spec.index;
    frame.isInlined = spec.inlined;
    frame.module = spec.module;
    frame.makeNative().instructionAddress = modules[spec.module].address + spec.offset;
    frame.makeNative().pc = frame.asNative()->instructionAddress;
    frame.makeNative().sp = kStack + 0x61a0 + spec.index * 0x90;
    frame.makeNative().package = modules[spec.module].codeFile;
    frame.trust = spec.trust;
    frame.status = spec.function ? FrameStatus::Symbolicated : FrameStatus::Missing;
    frame.makeNative().language = spec.function ? Language::Cpp : Language::Unknown;
    if (spec.function)
        frame.position.function = spec.function;
    if (spec.function && !spec.inlined)
        frame.makeNative().symbolAddress = frame.asNative()->instructionAddress - 0x26;
    if (spec.path) {
        frame.position.absPath = spec.path;
        frame.position.line = spec.line;
    }
    if (spec.contextLine)
        frame.position.context.line = spec.contextLine;
    return frame;
}

const std::vector<FrameSpec>& systemFrames()
{
    static const std::vector<FrameSpec> kFrames{
        {5, false, kCxx, 0xd44a2, "execute_native_thread_routine", "/build/gcc/thread.cc", 82,
         FrameTrust::Cfi},
        {6, false, kLibc, 0x88fd3, "start_thread", "/build/glibc/nptl/pthread_create.c", 442,
         FrameTrust::Cfi},
        {7, false, kLibc, 0x1095bb, "__clone3", "/build/glibc/clone3.S", 81, FrameTrust::Cfi}};
    return kFrames;
}

std::vector<FrameSpec> symbolicatedFrames()
{
    std::vector<FrameSpec> frames{
        {0, true, kScene, 0x412e6, "scene::Node::bounds() const", "/src/scene/node.h", 212,
         FrameTrust::Context, "    Box bounds() const"},
        {0, true, kScene, 0x412e6, "scene::Group::extend(scene::Box const&)",
         "/src/scene/group.cpp", 88, FrameTrust::Context, "void extend(const Box& b)"},
        {0, false, kScene, 0x412e6, "scene::Group::updateBounds()", "/src/scene/group.cpp", 141,
         FrameTrust::Context},
        {1, false, kScene, 0x3fa10, "scene::Scene::relayout(Dirty)", "/src/scene/scene.cpp", 377,
         FrameTrust::Cfi},
        {2, false, kScene, 0x3e771, "scene::Scene::draw(Canvas&, Frame const&)",
         "/src/scene/scene.cpp", 402, FrameTrust::Cfi},
        {3, false, kViewer, 0x1c2f4, "viewer::RenderLoop::tick()", "/src/viewer/render_loop.cpp",
         118, FrameTrust::Cfi},
        {4, false, kViewer, 0x1c0b0, "viewer::RenderLoop::run()", "/src/viewer/render_loop.cpp", 64,
         FrameTrust::Cfi}};
    frames.insert(frames.end(), systemFrames().begin(), systemFrames().end());
    return frames;
}

std::vector<FrameSpec> scannedFrames()
{
    std::vector<FrameSpec> frames{
        {0, false, kScene, 0x412e6, nullptr, nullptr, 0, FrameTrust::Context},
        {1, false, kScene, 0x3fa10, nullptr, nullptr, 0, FrameTrust::Scan},
        {2, false, kScene, 0x3e771, nullptr, nullptr, 0, FrameTrust::Scan},
        {3, false, kViewer, 0x1c2f4, "viewer::RenderLoop::tick()", "/src/viewer/render_loop.cpp",
         118, FrameTrust::Cfi},
        {4, false, kViewer, 0x1c0b0, "viewer::RenderLoop::run()", "/src/viewer/render_loop.cpp", 64,
         FrameTrust::Cfi}};
    frames.insert(frames.end(), systemFrames().begin(), systemFrames().end());
    return frames;
}

struct ThreadSpec
{
    const char* name;
    const char* top;
    std::uint64_t offset;
};

/// The crashed thread has no top here: its stack is made from frame specs.
std::vector<ThreadSpec> threadSpecs()
{
    std::vector<ThreadSpec> threads{{"main", "ppoll", 0x1000},
                                    {"io-uring", "syscall", 0x1100},
                                    {"signals", "sigtimedwait", 0x1150},
                                    {"RenderWorker", nullptr, 0}};
    for (const char* worker :
         {"worker-1", "worker-2", "worker-3", "worker-4", "worker-5", "worker-6"})
        threads.push_back({worker, "futex_wait", 0x1200});
    threads.insert(threads.end(), {{"AudioOut", "snd_pcm_wait", 0x1300},
                                   {"watchdog", "clock_nanosleep", 0x1400},
                                   {"QXcbEventQueue", "poll", 0x1500},
                                   {"shader-cache", "pread64", 0x1600},
                                   {"telemetry", "epoll_wait", 0x1700},
                                   {"file-watch", "inotify_read", 0x1800},
                                   {"gc", "nanosleep", 0x1900}});
    return threads;
}

RegisterSet crashRegisters()
{
    RegisterSet set(CpuFamily::Intel64);
    const auto put = [&set](std::string_view name, std::uint64_t value) {
        set.set(*registerIndex(CpuFamily::Intel64, name), value);
    };
    put("rax", 0);
    put("rbx", 0);
    put("rdi", 0x18);
    put("rsi", 0x7f39e8000b20);
    put("rsp", kStack + 0x61a0);
    put("rbp", kStack + 0x6230);
    put("r12", 0x7f39e8014c70);
    put("rcx", 0x1);
    put("rdx", 0x40);
    for (const std::string_view name : {"r8", "r9", "r10", "r11", "r13", "r14", "r15"})
        put(name, 0x7f39e8000000 + 0x40 * name.size());
    put("rip", kSceneBase + 0x412e6);
    return set;
}

EventThread makeThread(const ThreadSpec& spec, std::uint32_t index)
{
    EventThread thread;
    thread.id = 41873 + index;
    thread.name = spec.name;
    thread.isRequesting = index == kCrashed;
    if (index == kCrashed) {
        thread.registers = crashRegisters();
        thread.stackBegin = kStack;
        thread.stackEnd = kStack + 0x8000;
    }
    return thread;
}

StreamInfo
makeStream(std::uint32_t id, const char* name, StreamInfo::Status status, std::string bytes)
{
    StreamInfo stream;
    stream.id = id;
    stream.name = name;
    stream.vendor = id < 0x10000 ? "Official" : "Unknown Extension";
    stream.offset = 0x20;
    stream.sizeBytes = bytes.size();
    stream.status = status;
    stream.bytes = ByteView::fromString(std::move(bytes));
    return stream;
}

/// One stream of each status, one that is larger than a page, and one that the file does not
/// contain.
std::vector<StreamInfo> makeStreams()
{
    using enum StreamInfo::Status;
    std::vector<StreamInfo> streams{
        makeStream(3, "ThreadList", Parsed, std::string("\x11\0\0\0threads", 11)),
        makeStream(4, "ModuleList", Damaged, "modules"),
        makeStream(4, "ModuleList", Duplicate, "modules"),
        makeStream(0x43500099, "", NotParsed, "made by an unknown writer"),
        makeStream(9, "Memory64List", NotParsed, std::string(200'000, 'm')),
        makeStream(0, "Unused", NotParsed, ""),
        makeStream(16, "MemoryInfoList", Damaged, "")};
    streams.back().sizeBytes = 4000;
    return streams;
}

EventPtr makeEvent()
{
    auto event = std::make_shared<Event>();
    event->timestamp = 1795096951; // 2026-11-19 14:02:31 UTC
    event->system.os = OsFamily::Linux;
    event->system.osName = "Linux";
    event->system.osVersion = "6.1";
    event->system.arch = Arch::Amd64;
    event->system.cpuName = "amd64";
    event->system.cpuCount = 16;
    event->crash.present = true;
    event->crash.reason = "SIGSEGV / SEGV_MAPERR";
    event->crash.address = 0x18;
    event->crash.code = 11;
    event->makeNative().process.id = 41873;
    event->makeNative().process.name = "viewer";
    event->makeNative().process.uptimeSeconds = 7860;
    event->modules = makeModules();
    event->makeNative().memory = std::make_shared<MemoryImage>();
    event->makeNative().memoryMap = {
        {0x7f39e8000000, 0x100000, true, true, false, false, false, "heap", ""}};
    event->annotations = {{Annotation::Origin::CrashpadSimple, "prod", "viewer", {}},
                          {Annotation::Origin::CrashpadSimple, "ver", "4.2.1", {}}};
    event->details = {{"minidump flags", "0x0"}};
    event->makeNative().streams = makeStreams();
    event->diagnostics = {{Diagnostic::Severity::Warning, "ModuleList",
                           "43 modules of 108 bytes need 4648 bytes, 7 left"}};
    event->requestingThread = kCrashed;
    std::uint32_t index = 0;
    for (const ThreadSpec& spec : threadSpecs())
        event->threads.push_back(makeThread(spec, index++));
    return event;
}

std::shared_ptr<const ThreadStack>
waitingStack(const ThreadSpec& spec, std::uint32_t thread, const Event& event)
{
    auto stack = std::make_shared<ThreadStack>();
    stack->thread = thread;
    stack->complete = true;
    stack->frames.push_back(makeFrame(
        {0, false, kLibc, spec.offset, spec.top, nullptr, 0, FrameTrust::Context}, event.modules));
    for (FrameSpec frame : systemFrames()) {
        frame.index -= 4;
        stack->frames.push_back(makeFrame(frame, event.modules));
    }
    return stack;
}

std::shared_ptr<const ThreadStack> crashedStack(const std::vector<FrameSpec>& specs,
                                                const Event& event)
{
    auto stack = std::make_shared<ThreadStack>();
    stack->thread = kCrashed;
    stack->complete = true;
    stack->registers = {crashRegisters()};
    for (const FrameSpec& spec : specs)
        stack->frames.push_back(makeFrame(spec, event.modules));
    return stack;
}

std::uint32_t framesIn(const std::vector<FrameSpec>& specs, std::uint32_t module)
{
    return std::uint32_t(std::ranges::count_if(
        specs, [module](const FrameSpec& spec) { return !spec.inlined && spec.module == module; }));
}

ModuleReport
makeModuleReport(const Event& event, std::uint32_t index, const std::vector<FrameSpec>& frames)
{
    ModuleReport report;
    report.module = event.modules[index];
    report.arch = Arch::Amd64;
    report.frameCount = framesIn(frames, index);
    if (index >= kFirstUnused)
        return report;
    report.debugStatus = ObjectFileStatus::Found;
    report.features = {true, true, true, true, {}};
    if (index == kVulkan || index == kNvidia)
        report.frameCount = 1;
    if (index == kVulkan)
        report.features = {false, true, true, false, {}};
    if (index == kNvidia)
        report.debugStatus = ObjectFileStatus::Missing;
    return report;
}

Candidate makeCandidate(std::uint32_t sequence,
                        const char* source,
                        const char* location,
                        DownloadStatus status)
{
    Candidate candidate;
    candidate.sequence = sequence;
    candidate.source = source;
    candidate.location = location;
    candidate.download = status;
    candidate.layer = AnswerLayer::Network;
    return candidate;
}

std::vector<Candidate> failedCandidates()
{
    auto debug = makeCandidate(0, "company store", "~/9f/1c2a7740de4a118c3e5b1f0d9e7a42.debug",
                               DownloadStatus::NotFound);
    auto code = makeCandidate(1, "company store", "~/9f/1c2a7740de4a118c3e5b1f0d9e7a42",
                              DownloadStatus::NotFound);
    debug.httpStatus = 404;
    code.httpStatus = 404;
    auto slow =
        makeCandidate(2, "debuginfod", "buildid/772a1c9fde40114a8c3e5b1f0d9e7a42c0ffeb31/debuginfo",
                      DownloadStatus::Error);
    slow.failure = Error{.kind = ErrorKind::Cancelled, .detail = "connection timed out after 5 s"};
    auto other =
        makeCandidate(3, "build folder", "build/lib/libscene.so.debug", DownloadStatus::Ok);
    other.identity = BuildIdentity{.verdict = IdentityVerdict::WrongBuild,
                                   .evidence = IdentityEvidence::Told,
                                   .found = "id 31bb0e12-77aa-4c01 of 11 Nov",
                                   .expected = {}};
    other.layer = AnswerLayer::FileSystem;
    return {debug, code, slow, other};
}

void addModules(FakeReport& fake, const std::vector<FrameSpec>& frames, bool withoutScene)
{
    const Event& event = *fake.event.value;
    for (std::uint32_t i = 0; i < event.modules.size(); ++i) {
        auto report = std::make_shared<ModuleReport>(makeModuleReport(event, i, frames));
        if (withoutScene && i == kScene) {
            report->debugStatus = ObjectFileStatus::Missing;
            report->features = {};
            report->candidates = failedCandidates();
        }
        fake.modules.push_back({fake.event.event, 1, i, report});
    }
}

void addStacks(FakeReport& fake, const std::vector<FrameSpec>& frames)
{
    const Event& event = *fake.event.value;
    std::uint32_t index = 0;
    for (const ThreadSpec& spec : threadSpecs()) {
        const auto stack =
            spec.top ? waitingStack(spec, index, event) : crashedStack(frames, event);
        fake.stacks.push_back({fake.event.event, 1, stack});
        ++index;
    }
}

SourceText groupSource()
{
    SourceText source;
    source.origin = SourceText::Origin::Bundle;
    source.path = "/src/scene/group.cpp";
    source.checksumMatches = true;
    for (int line = 1; line < 136; ++line)
        source.text += line == 1   ? "#include \"scene/group.h\"\n"
                       : line == 3 ? "namespace scene {\n"
                                   : "\n";
    source.text += "void Group::updateBounds()\n{\n    m_bounds = Box::empty();\n    for (const "
                   "auto& child : m_children) {\n"
                   "        // Hidden children keep their place.\n        "
                   "extend(child->bounds());\n    }\n    if (m_parent != nullptr)\n"
                   "        m_parent->invalidate(Dirty::Bounds);\n}\n\n// The box of a group that "
                   "is drawn with 1.5 px outlines.\n"
                   "Box Group::outline() const\n{\n    return m_bounds.grown(1.5, "
                   "\"outline\");\n}\n\n} // namespace scene\n";
    return source;
}

std::shared_ptr<const CrashAnalysis> readNearNull()
{
    CrashInstruction instruction;
    instruction.address = kSceneBase + 0x412e6;
    instruction.sizeBytes = 3;
    instruction.text = "movups xmm0, [rdi]";
    instruction.areAccessesCertain = true;
    instruction.accesses = {{0x18, 16, MemoryAccessKind::Read, true, false}};
    instruction.registers = {"rdi"};
    auto analysis = std::make_shared<CrashAnalysis>();
    analysis->instruction = instruction;
    return analysis;
}

FakeReport assemble(const std::filesystem::path& path,
                    engine::EventId event,
                    const std::vector<FrameSpec>& frames,
                    bool withoutScene)
{
    FakeReport fake;
    fake.event = {event, 1, path, makeEvent()};
    addStacks(fake, frames);
    addModules(fake, frames, withoutScene);
    fake.sources = {groupSource()};
    auto report = std::make_shared<Report>();
    report->event = fake.event.value;
    for (const auto& stack : fake.stacks)
        report->stacks.push_back(stack.value);
    for (const auto& module : fake.modules)
        report->modules.push_back(module.value);
    report->analysis = readNearNull();
    report->signature = withoutScene ? "libscene.so@0x412e6" : "scene::Node::bounds";
    report->complete = true;
    fake.report = {event, 1, report};
    return fake;
}

} // namespace

FakeReport symbolicatedCrash(const std::filesystem::path& path, engine::EventId event)
{
    return assemble(path, event, symbolicatedFrames(), false);
}

FakeReport crashWithoutSymbols(const std::filesystem::path& path, engine::EventId event)
{
    return assemble(path, event, scannedFrames(), true);
}

FakeReport crashOfAStaticProgram(engine::EventId id)
{
    auto event = std::make_shared<Event>();
    event->modules = {makeModules().front()};
    event->threads = {makeThread({"main", nullptr, 0}, 0)};
    FakeReport fake;
    fake.event = {.event = id, .generation = 1, .path = "/x/slow.dmp", .value = event};
    for (const bool isNamed : {false, true}) {
        auto stack = std::make_shared<ThreadStack>();
        std::uint32_t index = 0;
        for (const char* name : {"raise", "abort", "viewer::check(bool)", "main"}) {
            stack->frames.push_back(
                makeFrame({index, false, kViewer, 0x1000 + index * 0x100, isNamed ? name : nullptr,
                           nullptr, 0, index == 0 ? FrameTrust::Context : FrameTrust::Cfi},
                          event->modules));
            ++index;
        }
        fake.stacks.push_back({id, 1, stack});
    }
    return fake;
}

} // namespace faultline::ui::test
