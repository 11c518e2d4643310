// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_builder.h"

namespace faultline::test {

namespace {

Frame makeFrame(std::uint32_t index, std::uint64_t address, std::uint32_t module, FrameTrust trust)
{
    Frame frame;
    frame.originalIndex = index;
    frame.makeNative().instructionAddress = address;
    frame.makeNative().pc = address;
    frame.module = module;
    frame.trust = trust;
    return frame;
}

Frame symbolicated(Frame frame,
                   std::string function,
                   std::optional<std::string> path,
                   std::uint32_t line)
{
    frame.status = FrameStatus::Symbolicated;
    frame.makeNative().symbol = function;
    frame.position.function = std::move(function);
    frame.position.line = line;
    if (path) {
        frame.position.file = path->substr(path->find_last_of("/\\") + 1);
        frame.position.absPath = std::move(path);
    }
    return frame;
}

EventModule makeModule(std::string codeFile,
                       std::uint64_t address,
                       std::uint64_t size,
                       std::string_view debugId)
{
    EventModule module;
    module.type = ObjectType::Pe;
    module.codeFile = std::move(codeFile);
    module.address = address;
    module.sizeBytes = size;
    module.debugId = DebugId::parse(debugId);
    return module;
}

std::shared_ptr<ModuleReport>
reportOf(const EventModule& module, ObjectFileStatus status, std::uint32_t frames)
{
    auto report = std::make_shared<ModuleReport>();
    report->module = module;
    report->debugStatus = status;
    report->unwindStatus = status;
    report->frameCount = frames;
    return report;
}

Candidate makeCandidate(std::uint32_t sequence,
                        std::string location,
                        DownloadStatus status,
                        std::optional<Error> failure = std::nullopt)
{
    Candidate candidate;
    candidate.source = "corp";
    candidate.location = std::move(location);
    candidate.download = status;
    candidate.failure = std::move(failure);
    candidate.sequence = sequence;
    candidate.fileType = "pdb";
    return candidate;
}

std::vector<Candidate> makeCandidates()
{
    std::vector<Candidate> all;
    all.push_back(makeCandidate(2, "http://sym/a.pd_", DownloadStatus::NotFound));
    all.push_back(makeCandidate(1, "http://sym/a.pdb", DownloadStatus::Ok));
    all.back().features = {.hasDebugInfo = true,
                           .hasUnwindInfo = true,
                           .hasSymbols = true,
                           .hasSources = false,
                           .sourceServer = SourceServer::Git};
    all.back().debug =
        CandidateUse{.status = UseStatus::Error, .failure = Error{ErrorKind::NotFound, ""}};
    all.back().unwind = CandidateUse{};
    all.push_back(makeCandidate(3, "http://sym/b.pdb", DownloadStatus::NoPermission,
                                Error{ErrorKind::PermissionDenied, "403 Forbidden"}));
    all.push_back(makeCandidate(4, "http://sym/c.pdb", DownloadStatus::Error,
                                Error{ErrorKind::Timeout, "200ms"}));
    all.push_back(makeCandidate(5, "http://sym/d.pdb", DownloadStatus::Malformed,
                                Error{ErrorKind::Malformed, ""}));
    return all;
}

void addCrashingThread(Event& event, Report& report)
{
    EventThread thread;
    thread.id = 1636;
    thread.name = "render\x1b[2J";
    thread.isRequesting = true;
    event.threads.push_back(thread);
    event.requestingThread = 0;

    auto stack = std::make_shared<ThreadStack>();
    auto inner = symbolicated(makeFrame(0, 0x2a2a3d, 1, FrameTrust::Context),
                              "Span::copy(char const*)", "c:\\src\\span.h", 41);
    inner.isInlined = true;
    auto outer = symbolicated(makeFrame(0, 0x2a2a3d, 1, FrameTrust::Context), "paint(Widget&)",
                              "c:\\src\\widget.cpp", 120);
    outer.makeNative().symbolAddress = 0x2a2910;
    auto tableOnly =
        symbolicated(makeFrame(1, 0x2a2d96, 1, FrameTrust::Cfi), "main", std::nullopt, 0);
    tableOnly.makeNative().symbolAddress = 0x2a2c9e;
    tableOnly.makeNative().package = "C:\\bin\\crash.exe";
    auto missing = makeFrame(2, 0x750662c4, 0, FrameTrust::Scan);
    missing.makeNative().package = "C:\\Windows\\kernel32.dll";
    Frame nowhere;
    nowhere.originalIndex = 256;
    nowhere.status = FrameStatus::UnknownImage;
    nowhere.makeNative().instructionAddress = 0x54485244;
    nowhere.trust = FrameTrust::FramePointer;
    stack->frames = {inner, outer, tableOnly, missing, nowhere};
    RegisterSet registers(CpuFamily::Intel32);
    for (const auto& [name, value] :
         {std::pair("eip", 0x2a2a3dull), std::pair("esp", 0x10ff644ull), std::pair("eax", 0ull)})
        registers.set(*registerIndex(CpuFamily::Intel32, name), value);
    stack->registers = {registers};
    stack->end = StackEnd::FrameLimit;
    report.stacks.push_back(stack);
}

void addModules(Event& event, Report& report)
{
    auto kernel = makeModule("C:\\Windows\\kernel32.dll", 0x75000000, 0x10000,
                             "ff9f9f78-41db-88f0-cded-a9e1e9bff3b5-1");
    kernel.debugFile = "wkernel32.pdb";
    auto program =
        makeModule("C:\\bin\\crash.exe", 0x2a0000, 36864, "3249d99d-0c40-4931-8610-f4e4fb0b6936-1");
    program.codeId = CodeId::parse("5ab380779000");
    program.version = "2.4.1";
    const auto unnamed = makeModule("C:\\bin\\nameless.dll", 0x1000, 0x1000, "");
    event.modules = {kernel, program, unnamed};

    auto missing = reportOf(kernel, ObjectFileStatus::Missing, 1);
    missing->candidates = makeCandidates();
    auto found = reportOf(program, ObjectFileStatus::Found, 2);
    found->arch = Arch::X86;
    found->features.hasDebugInfo = true;
    found->notes = {"2 of 310 units could not be read"};
    report.modules = {missing, found, reportOf(unnamed, ObjectFileStatus::Unused, 0)};
}

} // namespace

std::shared_ptr<Report> makeMinidumpReport()
{
    auto event = std::make_shared<Event>();
    auto report = std::make_shared<Report>();
    event->kind = EventKind::Minidump;
    event->timestamp = 1521713273;
    event->makeNative().memory = std::make_shared<const MemoryImage>();
    event->system.osName = "Windows";
    event->system.osVersion = "10.0.14393";
    event->system.arch = Arch::X86;
    event->system.cpuCount = 4;
    event->system.cpuInfo = "GenuineIntel family 6 model 70 stepping 1";
    event->crash.present = true;
    event->crash.reason = "EXCEPTION_ACCESS_VIOLATION_WRITE";
    event->crash.address = 0x45;
    event->makeNative().process.id = 3580;
    event->makeNative().process.uptimeSeconds = 7;
    event->diagnostics.push_back(
        {.severity = Diagnostic::Severity::Warning, .area = "thread 7", .text = "no context"});
    addCrashingThread(*event, *report);
    EventThread writer;
    writer.id = 99;
    writer.isRequesting = false;
    writer.skipped = true;
    event->threads.push_back(writer);
    report->stacks.push_back(nullptr);
    addModules(*event, *report);
    report->event = event;
    report->crashedFunction = "Span::copy(char const*)";
    report->signature = "Span::copy";
    report->complete = true;
    return report;
}

std::shared_ptr<Report> makeNativeReport()
{
    auto event = std::make_shared<Event>();
    auto report = std::make_shared<Report>();
    event->kind = EventKind::NativeJson;
    event->makeNative().memory = std::make_shared<const MemoryImage>();
    event->makeNative().signal = 11;
    EventThread thread;
    thread.givenFrames.emplace();
    thread.givenRegisters = {{"r8", 3}, {"r10", 0}};
    event->threads = {thread};
    event->modules = {makeModule("/usr/lib/b.so", 0x2000, 0, ""),
                      makeModule("/usr/lib/a.so", 0x1000, 4096, "")};
    event->modules[0].zeroSizeGiven = true;

    auto stack = std::make_shared<ThreadStack>();
    Frame full;
    full.status = FrameStatus::Missing;
    full.makeNative().instructionAddress = 0x10;
    full.makeNative().relativeTo = 1;
    full.carried = share(
        {.platform = "native", .adjust = false, .functionId = 5, .variablesJson = R"({"v":1.50})"});
    full.makeNative().package = "/usr/lib/a.so";
    full.makeNative().language = Language::Cpp;
    full.makeNative().symbol = "sym\"bol";
    full.makeNative().symbolAddress = 8;
    full.position.function = "function\n\xff";
    full.position.file = "f.c";
    full.position.absPath = "/a/f.c";
    full.position.line = 3;
    full.position.context.before = {"a", "\tb"};
    full.position.context.line = "c";
    full.position.context.after = {"d"};
    full.position.link = "http://x/";
    full.inApp = true;
    full.trust = FrameTrust::FramePointer;
    Frame bare;
    bare.status = FrameStatus::UnknownImage;
    bare.originalIndex = 1;
    bare.makeNative().instructionAddress = 1;
    stack->frames = {full, bare};
    report->stacks = {stack};
    for (const auto& module : event->modules) {
        auto state = std::make_shared<ModuleReport>();
        state->module = module;
        report->modules.push_back(state);
    }
    report->event = event;
    report->complete = true;
    return report;
}

} // namespace faultline::test
