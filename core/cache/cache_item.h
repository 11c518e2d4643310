// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/temp_file.h"
#include "core/cache/cache_answer.h"
#include "core/cache/cache_key.h"
#include "core/cache/cache_versions.h"

#include <functional>
#include <stop_token>
#include <variant>
#include <vector>

namespace faultline::cache {

class ComputedWork;
class DownloadWork;

/// Something that CacheStore can keep. Concrete items derive from CacheItemRequest<T> (computed
/// from other items) or DownloadItem<T> (downloaded). Several threads call an item, one at a time.
class CacheItem
{
public:
    virtual ~CacheItem() = default;

    virtual const CacheVersions& versions() const = 0;
    virtual CacheKey key() const = 0;

    /// Quality of the files that the item was made from; 0 is best. The entry records it.
    virtual std::uint32_t rank() const { return 0; }

    /// Items whose absence caused a rank above 0. While the entry is in use, the store searches for
    /// them again in the background, at most hourly. So a better file is found before its absence
    /// is forgotten.
    virtual std::vector<std::shared_ptr<CacheItem>> betterItems() const { return {}; }

    /// May other machines share the entry? Not called for keys that hold the identity of a local
    /// file.
    virtual bool isShareable() const { return true; }

    /// How to make the item; points into this object.
    virtual std::variant<ComputedWork*, DownloadWork*> work() = 0;

    /// load() without the static type.
    virtual Result<CacheValue> loadValue(ByteView bytes) const = 0;
};

/// An input of an item. It is fetched like any item before the work begins.
struct CacheInput
{
    std::shared_ptr<CacheItem> item;
    bool required = true; ///< If false, compute() receives the input's failure; otherwise the item
                          ///< fails with it.
};

/// The answers for an item's inputs, in the order of inputs().
class CacheInputs
{
public:
    CacheInputs() = default;

    explicit CacheInputs(std::vector<UntypedCacheAnswer> answers) : m_answers(std::move(answers)) {}

    std::size_t size() const { return m_answers.size(); }

    /// Errors: the input's own; Internal for a wrong index or type.
    template <class T>
    Result<std::shared_ptr<const T>> get(std::size_t index) const
    {
        if (index >= m_answers.size())
            return fail(ErrorKind::Internal, "input ", index, " of ", m_answers.size());
        return m_answers[index].as<T>().value;
    }

    const CacheTrace& trace(std::size_t index) const { return m_answers[index].trace; }

private:
    std::vector<UntypedCacheAnswer> m_answers;
};

/// Work on local data.
class ComputedWork
{
public:
    virtual ~ComputedWork() = default;

    virtual std::vector<CacheInput> inputs() const { return {}; }

    /// Called after each round of inputs. The inputs it returns are fetched and appended, until it
    /// returns none (eight rounds at most).
    virtual std::vector<CacheInput> moreInputs(const CacheInputs&) const { return {}; }

    /// Runs on a compute worker: no network, no waiting. Writes the payload to `out`. The store
    /// remembers every error except Cancelled and Internal.
    virtual Result<void>
    compute(const CacheInputs& inputs, TempFile& out, std::stop_token stop) = 0;
};

/// How a transfer ended.
struct DownloadProduct
{
    /// TempFile: the file given to start(). ByteView: bytes used in place, never copied to disk.
    Result<std::variant<TempFile, ByteView>> content;
    std::optional<std::uint32_t> httpStatus;
    std::uint32_t attempts = 0;
    std::optional<std::chrono::seconds> blockedFor{}; ///< The host will not be asked for this long.
};

/// Work that downloads a file.
class DownloadWork
{
public:
    using Done = std::move_only_function<void(DownloadProduct)>;

    virtual ~DownloadWork() = default;

    /// Begins a download into `target` and returns at once. Calls `done` exactly once, from any
    /// thread. After `stop` fires it does so soon (with Cancelled).
    virtual void start(TempFile target, std::stop_token stop, Done done) = 0;

    /// Checks and reshapes a download before it is stored (cuts out a slice, compares ids). Runs on
    /// a compute worker. May replace `file` with a sibling. An error becomes the entry's failure.
    virtual Result<void> accept(TempFile& file, std::stop_token stop);
};

namespace detail {

template <class T, class Item>
Result<CacheValue> loadTyped(const Item& item, ByteView bytes)
{
    FL_TRY(T value, item.load(std::move(bytes)));
    const auto weight = item.weight(value);
    return CacheValue{std::make_shared<const T>(std::move(value)), &typeid(T), weight};
}

} // namespace detail

/// An item computed from others. `load` reads the payload back. It must keep only the view and what
/// it derives from it.
template <class T>
class CacheItemRequest : public CacheItem, public ComputedWork
{
public:
    using Value = T;

    virtual Result<T> load(ByteView bytes) const = 0;

    virtual std::size_t weight(const T&) const { return sizeof(T) + 256; }

    std::variant<ComputedWork*, DownloadWork*> work() final { return this; }

    Result<CacheValue> loadValue(ByteView bytes) const final
    {
        return detail::loadTyped<T>(*this, std::move(bytes));
    }
};

/// An item that is downloaded. If `load` fails on fresh bytes, the error is remembered as the
/// entry's failure.
template <class T>
class DownloadItem : public CacheItem, public DownloadWork
{
public:
    using Value = T;

    virtual Result<T> load(ByteView bytes) const = 0;

    virtual std::size_t weight(const T&) const { return sizeof(T) + 256; }

    std::variant<ComputedWork*, DownloadWork*> work() final { return this; }

    Result<CacheValue> loadValue(ByteView bytes) const final
    {
        return detail::loadTyped<T>(*this, std::move(bytes));
    }
};

} // namespace faultline::cache
