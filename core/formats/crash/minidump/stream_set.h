// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// The streams of one dump while they are read, and how each was used. If a type occurs several
/// times, its last readable entry is read. The others are marked as duplicates and remain available
/// raw.
class StreamSet
{
public:
    StreamSet(const Minidump& dump, DiagnosticLog& log);

    /// Calls readStream(scope), which returns a T or a Result<T>. Absent when no entry of the type
    /// can be read.
    template <class Reader>
    auto read(StreamType type, Reader readStream)
    {
        std::optional<typename Unwrapped<std::invoke_result_t<Reader, const StreamScope&>>::Type>
            value;
        for (const auto index : candidates(type)) {
            if (value)
                break;
            Result<typename decltype(value)::value_type> result = readStream(scope(index));
            if (result)
                value.emplace(*std::move(result));
            setOutcome(index, result ? nullptr : &result.error());
        }
        return value;
    }

    /// Returns what every entry of the type holds, last entry first. For small records only, since
    /// a dump may have thousands of entries.
    template <class Reader>
    auto readEach(StreamType type, Reader readStream)
    {
        std::vector<typename Unwrapped<std::invoke_result_t<Reader, const StreamScope&>>::Type>
            values;
        for (const auto index : entries(type)) {
            Result<typename decltype(values)::value_type> result = readStream(scope(index));
            if (result)
                values.push_back(*std::move(result));
            setOutcome(index, result ? nullptr : &result.error());
        }
        return values;
    }

    std::vector<StreamInfo> takeInfos() { return std::move(m_infos); }

private:
    template <class T>
    struct Unwrapped
    {
        using Type = T;
    };

    template <class T>
    struct Unwrapped<Result<T>>
    {
        using Type = T;
    };

    /// The entries of a type, last first.
    std::vector<std::size_t> entries(StreamType type) const;
    /// The last few of them, where only one is used. All others count as duplicates, whatever they
    /// hold.
    std::vector<std::size_t> candidates(StreamType type);
    StreamScope scope(std::size_t index);
    void setOutcome(std::size_t index, const Error* error);

    const Minidump& m_dump;
    DiagnosticLog& m_log;
    TextBudget m_text;
    std::vector<StreamInfo> m_infos; // In the order of the dump's streams.
};

} // namespace faultline::minidump
