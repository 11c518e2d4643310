// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/parse_limits.h"
#include "core/base/worker_pool.h"
#include "core/cache/cache_store.h"
#include "core/net/download/downloader.h"
#include "core/sources/folder_index.h"
#include "core/symbolicate/items/source_indexes.h"

namespace faultline::symbolicate {

/// The services of symbolication. The engine constructs them once; they outlive every job.
struct Services
{
    WorkerPool& compute;
    WorkerPool& io;
    cache::CacheStore& cache;
    net::Downloader& downloader;
    sources::FolderCatalog& folders;
    SourceIndexes& indexes;
    LogSink& log;
    ParseLimits limits;
};

} // namespace faultline::symbolicate
