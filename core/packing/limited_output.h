// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/temp_file.h"

#include <optional>
#include <stop_token>

namespace faultline::packing {

/// Appends decoded bytes to a file until a limit is exceeded or the work is cancelled.
class LimitedOutput
{
public:
    LimitedOutput(TempFile& file, std::optional<std::uint64_t> limitBytes, std::stop_token stop)
        : m_file(file), m_limit(limitBytes), m_stop(std::move(stop))
    {
    }

    /// Errors: TooLarge, Cancelled, and those of writing.
    Result<void> append(Bytes bytes)
    {
        if (m_stop.stop_requested())
            return fail(ErrorKind::Cancelled, "download cancelled");
        if (m_limit && bytes.size() > *m_limit - m_file.sizeBytes())
            return fail(ErrorKind::TooLarge, "Maximum file size exceeded");
        return m_file.append(bytes);
    }

private:
    TempFile& m_file;
    const std::optional<std::uint64_t> m_limit;
    const std::stop_token m_stop;
};

} // namespace faultline::packing
