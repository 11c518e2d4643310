// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stream_dump.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/report/stackwalk_view.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace faultline::report {

namespace {

constexpr std::size_t kRowBytes = 16;
constexpr std::size_t kPieceBytes = 64 << 10;

using Lines = std::vector<std::string>;

std::string_view statusWords(StreamInfo::Status status)
{
    switch (status) {
    case StreamInfo::Status::Parsed: return "read";
    case StreamInfo::Status::NotParsed: return "not read";
    case StreamInfo::Status::Damaged: return "damaged";
    case StreamInfo::Status::Duplicate: return "not read, a second one of its kind";
    }
    return "";
}

/// Accepts text whose only control characters separate lines or arguments.
bool isText(Bytes bytes)
{
    return !bytes.empty() && std::ranges::all_of(asText(bytes), [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code == '\n' || code == '\t' || code == '\0' || (code >= 0x20 && code < 0x7f);
    });
}

std::string rangeText(std::uint64_t begin, std::uint64_t sizeBytes)
{
    return concat(hexAddress(begin), " - ", hexAddress(begin + sizeBytes));
}

std::string nameOf(const std::optional<std::string>& name)
{
    return name ? escapeControls(*name) : std::string("(no name)");
}

Lines threadLines(const Event& event)
{
    Lines lines;
    for (const auto& thread : event.threads) {
        auto line = concat("thread ", thread.id.value_or(0), ", stack ",
                           rangeText(thread.stackBegin, thread.stackEnd - thread.stackBegin));
        if (!thread.contextProblem.empty())
            line += concat(", ", escapeControls(thread.contextProblem));
        lines.push_back(std::move(line));
        if (!thread.registers)
            continue;
        for (const auto& info : registersOf(thread.registers->family())) {
            if (const auto value = thread.registers->find(info.index))
                lines.push_back(concat("  ", info.name, " = ", hexAddress(*value)));
        }
    }
    return lines;
}

Lines moduleLines(const Event& event)
{
    Lines lines;
    for (const auto& module : event.modules) {
        lines.push_back(
            concat(rangeText(module.address, module.sizeBytes), "  ", nameOf(module.codeFile)));
        lines.push_back(concat("  code id ", module.codeId ? module.codeId->text() : "none",
                               ", debug id ", module.debugId ? module.debugId->canonical() : "none",
                               ", debug file ", nameOf(module.debugFile)));
        lines.push_back(concat("  version ", module.version.empty() ? "none" : module.version,
                               ", time stamp ", hexAddress(module.timestamp), ", checksum ",
                               hexAddress(module.checksum)));
    }
    return lines;
}

Lines unloadedLines(const Event& event)
{
    Lines lines;
    for (const auto& module : nativePartOf(event).unloadedModules)
        lines.push_back(concat(rangeText(module.address, module.sizeBytes), "  ",
                               escapeControls(module.name), "  code id ", module.codeId.text()));
    return lines;
}

Lines memoryLines(const Event& event)
{
    Lines lines;
    const auto& memory = nativePartOf(event).memory;
    if (!memory)
        return lines;
    for (const auto& range : memory->ranges())
        lines.push_back(
            concat(rangeText(range.address, range.bytes.size()), range.clipped ? "  cut off" : ""));
    return lines;
}

Lines regionLines(const Event& event)
{
    Lines lines;
    for (const auto& region : nativePartOf(event).memoryMap)
        lines.push_back(concat(rangeText(region.address, region.sizeBytes), "  ",
                               region.readable ? "r" : "-", region.writable ? "w" : "-",
                               region.executable ? "x" : "-", "  ", escapeControls(region.kind),
                               "  ", escapeControls(region.owner)));
    return lines;
}

Lines exceptionLines(const Event& event)
{
    const auto& crash = event.crash;
    return {concat("thread ", crash.threadId.value_or(0), ", code ", hexAddress(crash.code),
                   ", flags ", hexAddress(crash.flags), ", address ",
                   hexAddress(crash.recordAddress)),
            escapeControls(crash.reason)};
}

Lines systemLines(const Event& event)
{
    const auto& system = event.system;
    return {concat(escapeControls(system.osLongName), " ", escapeControls(system.osVersion), " ",
                   escapeControls(system.osBuild)),
            concat(escapeControls(system.cpuName), ", ", system.cpuCount, " processors, ",
                   escapeControls(system.cpuInfo))};
}

Lines handleLines(const Event& event)
{
    Lines lines;
    for (const auto& handle : nativePartOf(event).handles)
        lines.push_back(concat(hexAddress(handle.value), "  ", escapeControls(handle.type), "  ",
                               escapeControls(handle.name), "  access ",
                               hexAddress(handle.access)));
    return lines;
}

Lines nameLines(const Event& event)
{
    Lines lines;
    for (const auto& thread : event.threads)
        lines.push_back(concat("thread ", thread.id.value_or(0), "  ", nameOf(thread.name)));
    return lines;
}

struct ListedStream
{
    std::string_view name;
    Lines (*lines)(const Event& event);
};

/// The streams whose complete content the event has. All others are shown as bytes.
constexpr std::array kListedStreams{
    ListedStream{"ThreadList", threadLines},           ListedStream{"ModuleList", moduleLines},
    ListedStream{"UnloadedModuleList", unloadedLines}, ListedStream{"MemoryList", memoryLines},
    ListedStream{"Memory64List", memoryLines},         ListedStream{"MemoryInfoList", regionLines},
    ListedStream{"Exception", exceptionLines},         ListedStream{"SystemInfo", systemLines},
    ListedStream{"HandleData", handleLines},           ListedStream{"ThreadNames", nameLines},
};

class StreamDump
{
public:
    StreamDump(const Event& event, const std::function<void(std::string_view)>& sink)
        : m_event(event), m_sink(sink)
    {
    }

    void write() const
    {
        for (const auto& stream : nativePartOf(m_event).streams) {
            m_sink(fmt::format("Stream {:#010x} {} ({}) @ {:#010x}, {} bytes, {}\n", stream.id,
                               stream.name.empty() ? "(unknown)" : escapeControls(stream.name),
                               escapeControls(stream.vendor), stream.offset, stream.sizeBytes,
                               statusWords(stream.status)));
            writeContent(stream);
            m_sink("\n");
        }
    }

private:
    void writeContent(const StreamInfo& stream) const
    {
        const auto listed = std::ranges::find(kListedStreams, stream.name, &ListedStream::name);
        if (stream.status == StreamInfo::Status::Parsed && listed != kListedStreams.end())
            writeLines(listed->lines(m_event));
        else if (isText(stream.bytes.span()))
            writeText(stream.bytes.text());
        else
            writeBytes(stream.bytes.span());
    }

    void writeLines(const Lines& lines) const
    {
        for (const auto& line : lines)
            m_sink(concat("  ", line, "\n"));
    }

    /// NUL separates the arguments of a command line and the variables of an environment.
    void writeText(std::string_view text) const
    {
        while (!text.empty()) {
            const auto end = std::min(text.find_first_of(std::string_view("\n\0", 2)), text.size());
            m_sink(concat("  ", escapeControls(text.substr(0, end)), "\n"));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    void writeBytes(Bytes bytes) const
    {
        for (std::size_t at = 0; at < bytes.size(); at += kPieceBytes)
            m_sink(hexView(bytes.subspan(at, std::min(kPieceBytes, bytes.size() - at)), at));
    }

    const Event& m_event;
    const std::function<void(std::string_view)>& m_sink;
};

} // namespace

std::string hexView(Bytes bytes, std::uint64_t firstOffset)
{
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += kRowBytes) {
        const auto row = bytes.subspan(at, std::min(kRowBytes, bytes.size() - at));
        std::string digits;
        std::string text;
        for (const auto byte : row) {
            const auto code = std::to_integer<unsigned char>(byte);
            digits += fmt::format("{:02x} ", code);
            text += code >= 0x20 && code < 0x7f ? static_cast<char>(code) : '.';
        }
        out +=
            fmt::format("  {:08x}  {:<{}} |{}|\n", firstOffset + at, digits, 3 * kRowBytes, text);
    }
    return out;
}

void dumpStreams(const Event& event, const std::function<void(std::string_view)>& sink)
{
    StreamDump(event, sink).write();
}

} // namespace faultline::report
