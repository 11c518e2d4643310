#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace faultline::cache {

/// A place where several machines keep byte files under names like
/// "symcaches/v3/e6/de/c688…" ('/'-separated, [a-z0-9_] only). It moves bytes and knows nothing of
/// entries: packing, checking and bounding are SharedCache's. Files never change once stored; the
/// first writer wins. Thread-safe. Every call returns soon and calls `done` exactly once, from any
/// thread or before it returns; soon after `stop` has fired at the latest (with Cancelled).
class SharedBackend
{
public:
    enum class StoreOutcome : std::uint8_t { Stored, AlreadyThere };

    using FetchDone = std::move_only_function<void(Result<TempFile>)>;
    using ExistsDone = std::move_only_function<void(Result<bool>)>;
    using StoreDone = std::move_only_function<void(Result<StoreOutcome>)>;

    virtual ~SharedBackend() = default;

    /// For log lines ("folder /srv/cache", "s3 bucket symbols"); never a secret.
    virtual std::string describe() const = 0;

    /// Reads a file's bytes into `target` and hands it back. Errors: NotFound (a plain miss);
    /// anything else is logged and counts as a miss. Called on an I/O worker.
    virtual void fetch(std::string name, TempFile target, std::stop_token stop, FetchDone done) = 0;

    /// Errors: anything; then nothing is stored. Called on an I/O worker.
    virtual void exists(std::string name, std::stop_token stop, ExistsDone done) = 0;

    /// Stores a whole file or nothing. Errors: anything; the upload is then dropped and logged.
    /// Called on an I/O worker.
    virtual void store(std::string name, ByteView bytes, std::stop_token stop, StoreDone done) = 0;
};

} // namespace faultline::cache
