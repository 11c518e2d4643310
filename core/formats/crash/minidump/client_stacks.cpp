// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/client_stacks.h"

#include "core/base/text.h"

namespace faultline::minidump {

namespace {

constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kThreadBytes = 12;
constexpr std::size_t kFrameBytes = 16;
constexpr std::size_t kThreadTableAlignment = 8;

struct Tables
{
    ByteReader threads;
    std::size_t threadCount = 0;
    Bytes frames;
    std::string_view symbols;
};

std::uint64_t alignedUp(std::uint64_t value)
{
    return (value + kThreadTableAlignment - 1) / kThreadTableAlignment * kThreadTableAlignment;
}

Result<Tables> readTables(const StreamScope& scope)
{
    auto reader = scope.reader();
    const auto version = reader.u32();
    const std::uint64_t threadCount = reader.u32();
    const std::uint64_t frameCount = reader.u32();
    const std::uint64_t symbolBytes = reader.u32();
    if (!reader.ok())
        return scope.malformed(reader.span().size(), " bytes, expected at least ", kHeaderBytes);
    if (version != kVersion)
        return fail(ErrorKind::Unsupported, scope.title(), ": version ", version, ", expected ",
                    kVersion);
    const auto framesOffset = kHeaderBytes + alignedUp(threadCount * kThreadBytes);
    const auto symbolsOffset = framesOffset + frameCount * kFrameBytes;
    if (symbolsOffset + symbolBytes != reader.span().size())
        return scope.malformed(threadCount, " threads, ", frameCount, " frames and ", symbolBytes,
                               " symbol bytes need ", symbolsOffset + symbolBytes, " bytes, found ",
                               reader.span().size());
    const auto bytes = reader.span();
    return Tables{.threads = reader,
                  .threadCount = static_cast<std::size_t>(threadCount),
                  .frames = bytes.subspan(static_cast<std::size_t>(framesOffset),
                                          static_cast<std::size_t>(frameCount * kFrameBytes)),
                  .symbols = asText(bytes.subspan(static_cast<std::size_t>(symbolsOffset)))};
}

Result<EventThread::Prewalked>
readFrame(const StreamScope& scope, ByteReader& reader, std::string_view symbols)
{
    EventThread::Prewalked frame;
    frame.address = reader.u64();
    const auto offset = reader.u32();
    const auto length = reader.u32();
    if (!rangeFits(offset, length, symbols.size()) || !scope.text.take(length))
        return scope.malformed("frame at address ", Hex{frame.address}, ": symbol of ", length,
                               " bytes at ", offset, ", the table has ", symbols.size());
    frame.symbol = toValidUtf8(symbols.substr(offset, length));
    return frame;
}

} // namespace

Result<ClientStacks> readClientStacks(const StreamScope& scope)
{
    FL_TRY(auto tables, readTables(scope));
    const std::uint64_t frameCount = tables.frames.size() / kFrameBytes;
    ClientStacks stacks;
    std::uint64_t framesLeft =
        std::uint64_t{4} * frameCount; // Threads may share frames, but not without bound.
    for (std::size_t i = 0; i < tables.threadCount; ++i) {
        const auto threadId = tables.threads.u32();
        const auto first = tables.threads.u32();
        const auto count = tables.threads.u32();
        if (!rangeFits(first, count, frameCount) || count > framesLeft)
            return scope.malformed("thread ", threadId, ": frames ", first, " to ",
                                   std::uint64_t{first} + count, ", the table has ", frameCount);
        framesLeft -= count;
        auto reader =
            scope.dump.reader(tables.frames.subspan(first * kFrameBytes, count * kFrameBytes));
        auto& stack = stacks[threadId];
        stack.clear();
        for (std::uint32_t k = 0; k < count; ++k) {
            FL_TRY(auto frame, readFrame(scope, reader, tables.symbols));
            stack.push_back(std::move(frame));
        }
    }
    return stacks;
}

} // namespace faultline::minidump
