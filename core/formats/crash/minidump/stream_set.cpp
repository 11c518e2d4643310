// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/stream_set.h"

#include <ranges>

namespace faultline::minidump {

namespace {

/// Bounds the work that thousands of damaged entries of one type could cause.
constexpr std::size_t kMaxAttempts = 8;

StreamInfo infoOf(const StreamEntry& stream)
{
    StreamInfo info;
    info.id = stream.type;
    info.name = streamName(stream.type);
    info.vendor = streamVendor(stream.type);
    info.offset = stream.offset;
    info.sizeBytes = stream.declaredBytes;
    info.bytes = stream.bytes;
    return info;
}

} // namespace

StreamSet::StreamSet(const Minidump& dump, DiagnosticLog& log)
    : m_dump(dump), m_log(log), m_text(dump.file().size())
{
    m_infos.reserve(dump.streams().size());
    for (const auto& stream : dump.streams())
        m_infos.push_back(infoOf(stream));
}

std::vector<std::size_t> StreamSet::entries(StreamType type) const
{
    std::vector<std::size_t> indexes;
    for (std::size_t i = m_infos.size(); i-- > 0;) {
        if (m_infos[i].id == static_cast<std::uint32_t>(type))
            indexes.push_back(i);
    }
    return indexes;
}

std::vector<std::size_t> StreamSet::candidates(StreamType type)
{
    auto indexes = entries(type);
    if (indexes.size() > 1) {
        m_log.warn("stream directory", "stream ", Hex{m_infos[indexes[0]].id}, ' ',
                   m_infos[indexes[0]].name, " occurs ", indexes.size(),
                   " times, the last readable one is used");
        for (const auto index : indexes)
            m_infos[index].status = StreamInfo::Status::Duplicate;
    }
    if (indexes.size() > kMaxAttempts)
        indexes.resize(kMaxAttempts);
    return indexes;
}

StreamScope StreamSet::scope(std::size_t index)
{
    return {.dump = m_dump, .stream = m_dump.streams()[index], .log = m_log, .text = m_text};
}

void StreamSet::setOutcome(std::size_t index, const Error* error)
{
    m_infos[index].status =
        error == nullptr ? StreamInfo::Status::Parsed : StreamInfo::Status::Damaged;
    if (error != nullptr)
        m_log.warn(m_infos[index].name, error->detail);
}

} // namespace faultline::minidump
