// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace faultline::cache {

/// A place where several machines keep files under names like "symcaches/v3/e6/de/c688…" (separated
/// by '/', only [a-z0-9_]). It moves bytes and knows nothing about entries; SharedCache packs,
/// checks and limits them. A stored file never changes; the first writer wins. Thread-safe. Every
/// call returns soon and calls `done` exactly once, from any thread, possibly before it returns.
/// After `stop` fires it does so soon (with Cancelled).
class SharedBackend
{
public:
    enum class StoreOutcome : std::uint8_t { Stored, AlreadyThere };

    using FetchDone = std::move_only_function<void(Result<TempFile>)>;
    using ExistsDone = std::move_only_function<void(Result<bool>)>;
    using StoreDone = std::move_only_function<void(Result<StoreOutcome>)>;

    virtual ~SharedBackend() = default;

    /// For log lines ("folder /srv/cache", "s3 bucket symbols"). Contains no secret.
    virtual std::string describe() const = 0;

    /// Reads a file into `target` and returns it. Errors: NotFound (a plain miss); any other error
    /// is logged and counts as a miss. Called on an I/O worker.
    virtual void fetch(std::string name, TempFile target, std::stop_token stop, FetchDone done) = 0;

    /// On any error nothing is stored. Called on an I/O worker.
    virtual void exists(std::string name, std::stop_token stop, ExistsDone done) = 0;

    /// Stores a whole file or nothing. On any error the upload is dropped and logged. Called on an
    /// I/O worker.
    virtual void store(std::string name, ByteView bytes, std::stop_token stop, StoreDone done) = 0;
};

} // namespace faultline::cache
