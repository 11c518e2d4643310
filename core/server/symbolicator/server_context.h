// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/metrics.h"
#include "core/requests/request_parts.h"
#include "core/server/symbolicator/attachment_source.h"
#include "core/server/symbolicator/job_table.h"
#include "core/server/symbolicator/object_proxy.h"
#include "core/server/symbolicator/symbolication_service.h"

#include <cstdint>
#include <filesystem>

namespace faultline::server {

/// What every route needs. Lives as long as the setup that it is part of.
struct ServerContext
{
    SymbolicationService& service;
    JobTable& jobs;
    LogSink& log;
    requests::RequestPolicy policy;
    std::filesystem::path spoolFolder; ///< For bodies too large for memory.
    std::uint64_t symbolicateBodyMaxBytes = 55ull << 20;
    std::uint64_t crashFileBodyMaxBytes = 250ull << 20;
    AttachmentSource* attachments = nullptr; ///< Null disables crash files by URL.
    ObjectProxy* proxy = nullptr;            ///< Null disables the symbol proxy.
    MetricSink& metrics;
};

} // namespace faultline::server
