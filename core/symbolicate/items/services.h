#pragma once

#include "core/base/log.h"
#include "core/base/parse_limits.h"
#include "core/base/worker_pool.h"
#include "core/cache/cache_store.h"
#include "core/net/download/downloader.h"
#include "core/sources/folder_index.h"
#include "core/symbolicate/items/source_indexes.h"

namespace faultline::symbolicate {

/// What symbolication works with; constructed once by the engine and outliving every job.
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
