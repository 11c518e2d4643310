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

/// Something that CacheStore keeps. Concrete items derive from CacheItemRequest<T> (made from other
/// items by computing) or DownloadItem<T> (transferred). Items are asked from several threads, one
/// call at a time.
class CacheItem
{
public:
    virtual ~CacheItem() = default;

    virtual const CacheVersions& versions() const = 0;
    virtual CacheKey key() const = 0;

    /// Quality of what it is derived from, 0 being the best; recorded in the entry.
    virtual std::uint32_t rank() const { return 0; }

    /// Items whose absence is the reason for a rank above 0. While the entry is in use they are
    /// looked for again, in the background and at most hourly, so that a better file is found
    /// before its absence is forgotten.
    virtual std::vector<std::shared_ptr<CacheItem>> betterItems() const { return {}; }

    /// Whether other machines may share it. Never asked where a key holds the identity of a local
    /// file.
    virtual bool isShareable() const { return true; }

    /// How it is made; points to itself.
    virtual std::variant<ComputedWork*, DownloadWork*> work() = 0;

    /// load() without its type.
    virtual Result<CacheValue> loadValue(ByteView bytes) const = 0;
};

/// Something an item is made from; fetched like any item before the work begins.
struct CacheInput
{
    std::shared_ptr<CacheItem> item;
    bool required =
        true; ///< False: its failure is handed to compute() instead of failing the item.
};

/// The answers for an item's inputs, in the order it named them.
class CacheInputs
{
public:
    CacheInputs() = default;

    explicit CacheInputs(std::vector<UntypedCacheAnswer> answers) : m_answers(std::move(answers)) {}

    std::size_t size() const { return m_answers.size(); }

    /// Errors: the input's own, or Internal when the index or type is wrong.
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

/// Work on local bytes.
class ComputedWork
{
public:
    virtual ~ComputedWork() = default;

    virtual std::vector<CacheInput> inputs() const { return {}; }

    /// Asked after each round of inputs; what it names is fetched and appended, until it names
    /// nothing (eight rounds at most).
    virtual std::vector<CacheInput> moreInputs(const CacheInputs&) const { return {}; }

    /// Runs on a compute worker: no network, no waiting. Writes the payload to `out`. The store
    /// remembers every error but Cancelled and Internal.
    virtual Result<void>
    compute(const CacheInputs& inputs, TempFile& out, std::stop_token stop) = 0;
};

/// How a transfer ended.
struct DownloadProduct
{
    /// TempFile: the one given to start(). ByteView: bytes used in place; they are never copied to
    /// disk.
    Result<std::variant<TempFile, ByteView>> content;
    std::optional<std::uint32_t> httpStatus;
    std::uint32_t attempts = 0;
};

/// A transfer.
class DownloadWork
{
public:
    using Done = std::move_only_function<void(DownloadProduct)>;

    virtual ~DownloadWork() = default;

    /// Begins a transfer into `target` and returns at once; calls `done` exactly once, from any
    /// thread, soon after `stop` has fired at the latest (with Cancelled).
    virtual void start(TempFile target, std::stop_token stop, Done done) = 0;

    /// Checks and reshapes what was transferred (cut out a slice, compare ids) on a compute worker,
    /// before it is stored. May swap `file` for a sibling. An error becomes the entry's failure.
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

/// An item made from others. `load` reads the payload back; it must not keep anything but the view
/// and what it derives.
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

/// An item that is transferred. An error of `load` on fresh bytes is remembered as the entry's
/// failure.
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
