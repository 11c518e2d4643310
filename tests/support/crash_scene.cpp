// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/crash_scene.h"

#include "core/base/hex.h"
#include "tests/support/minidump_builder.h"

#include <chrono>

namespace faultline::test {

namespace scene {

namespace {

constexpr std::array<std::uint8_t, 20> kBuildId{0xf1, 0xc3, 0xbc, 0xc0, 0x27, 0x98, 0x65,
                                                0xfe, 0x30, 0x58, 0x40, 0x4b, 0x28, 0x31,
                                                0xd9, 0xe6, 0x41, 0x35, 0x38, 0x6c};

constexpr std::string_view kRecords = "FILE 0 /src/app.c\n"
                                      "FUNC 1000 100 0 main\n"
                                      "1000 80 10 0\n"
                                      "1080 80 20 0\n"
                                      "FUNC 1100 100 0 helper\n"
                                      "1100 100 30 0\n";

sources::SourceConfig source(std::string id)
{
    sources::SourceConfig config;
    config.id = std::move(id);
    config.filters.fileTypes = {sources::FileType::Breakpad};
    return config;
}

} // namespace

std::string symbolFile(std::string_view records, std::string_view breakpadId)
{
    return concat("MODULE Linux x86_64 ", breakpadId, " app\n", records);
}

std::string symbols(std::string_view breakpadId)
{
    return symbolFile(kRecords, breakpadId);
}

EventModule module()
{
    EventModule module;
    module.type = ObjectType::Elf;
    module.address = kBase;
    module.sizeBytes = 0x10000;
    module.debugId = DebugId::parseBreakpad(kBreakpadId);
    module.codeFile = "/opt/app";
    module.debugFile = "app";
    return module;
}

Frame frame(std::uint64_t address)
{
    Frame frame;
    frame.makeNative().instructionAddress = address;
    return frame;
}

std::shared_ptr<Event> event(std::vector<Frame> frames)
{
    auto event = std::make_shared<Event>();
    event->kind = EventKind::NativeJson;
    event->makeNative().memory = std::make_shared<MemoryImage>();
    event->modules = {module()};
    event->threads.emplace_back();
    event->threads[0].givenFrames = std::move(frames);
    return event;
}

std::shared_ptr<Event> event()
{
    return event({frame(kBase + 0x1010), frame(kBase + 0x1121)});
}

ByteView dump()
{
    constexpr std::uint64_t kStack = 0x7000;
    MinidumpBuilder dump;
    dump.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kLinux});
    dump.addModule({.name = "/opt/app",
                    .base = kBase,
                    .sizeBytes = 0x10000,
                    .codeView = buildIdRecord(kBuildId)});
    for (const std::uint32_t id : {7u, 8u})
        dump.addThread({.id = id,
                        .cpu = Cpu::Amd64,
                        .registers = {{"rip", kBase + 0x1010}, {"rsp", kStack}},
                        .stackAddress = kStack,
                        .stack = words64({1, kBase + 0x1121, 2, 3})});
    dump.setException({.threadId = 7, .code = 11, .flags = 1, .address = 0x45});
    return dump.build();
}

namespace {

std::string dumpBreakpadId()
{
    return DebugId::fromBuildId(std::as_bytes(std::span(kBuildId)), std::endian::little)
        ->breakpad();
}

} // namespace

std::string dumpSymbolPath()
{
    return concat("app/", dumpBreakpadId(), "/app.sym");
}

std::string dumpSymbols()
{
    return symbols(dumpBreakpadId());
}

sources::SourceConfig http(std::string id, const std::string& url)
{
    auto config = source(std::move(id));
    config.where = sources::HttpSource{url, {}, false};
    return config;
}

sources::SourceConfig filesystem(std::string id, const std::string& path)
{
    auto config = source(std::move(id));
    config.where = sources::FilesystemSource{path};
    return config;
}

sources::SourceConfig folder(std::string id, const std::string& path)
{
    auto config = source(std::move(id));
    config.where = sources::FolderSource{path};
    return config;
}

} // namespace scene

engine::Engine::Callback NoticeLog::callback()
{
    return [this](engine::Notice notice) {
        const std::lock_guard lock(m_mutex);
        m_notices.push_back(std::move(notice));
        m_arrived.notify_all();
    };
}

bool NoticeLog::waitFor(const std::function<bool(const engine::Notice&)>& fits)
{
    std::unique_lock lock(m_mutex);
    return m_arrived.wait_for(lock, std::chrono::minutes(1),
                              [&] { return std::ranges::any_of(m_notices, fits); });
}

bool NoticeLog::waitForFinish(engine::JobId job)
{
    return waitFor([job](const engine::Notice& notice) {
        const auto* finished = std::get_if<engine::JobFinished>(&notice);
        return finished != nullptr && finished->job == job;
    });
}

std::vector<engine::Notice> NoticeLog::all() const
{
    const std::lock_guard lock(m_mutex);
    return m_notices;
}

} // namespace faultline::test
