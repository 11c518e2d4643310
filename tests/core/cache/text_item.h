// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_item.h"

#include <array>
#include <atomic>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>

namespace faultline::test {

inline constexpr std::array<std::uint32_t, 1> kOldTexts{1};
inline constexpr cache::CacheVersions kTexts{"texts", cache::CacheCategory::Derived, 2, kOldTexts};

using Compute = std::function<Result<std::string>(const cache::CacheInputs&, std::stop_token)>;

/// Makes a text with a function of the test.
class TextItem final : public cache::CacheItemRequest<std::string>
{
public:
    TextItem(std::string name,
             Compute compute,
             std::vector<cache::CacheInput> needs = {},
             std::string scope = "")
        : m_name(std::move(name)), m_compute(std::move(compute)), m_needs(std::move(needs)),
          m_scope(std::move(scope))
    {
    }

    const cache::CacheVersions& versions() const override { return kTexts; }

    cache::CacheKey key() const override
    {
        return cache::CacheKeyBuilder(m_scope).addFile("test", m_name).build();
    }

    std::vector<cache::CacheInput> inputs() const override { return m_needs; }

    std::uint32_t rank() const override { return m_rank; }

    std::vector<std::shared_ptr<cache::CacheItem>> betterItems() const override { return m_better; }

    /// Marks the item as made from inputs for which there may be better ones.
    void setRank(std::uint32_t rank, std::vector<std::shared_ptr<cache::CacheItem>> better)
    {
        m_rank = rank;
        m_better = std::move(better);
    }

    Result<void>
    compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token stop) override
    {
        FL_TRY(const auto text, m_compute(inputs, std::move(stop)));
        return out.append(asBytes(text));
    }

    Result<std::string> load(ByteView bytes) const override
    {
        if (bytes.text().starts_with("unreadable"))
            return fail(ErrorKind::Malformed, "starts with unreadable");
        return std::string(bytes.text());
    }

private:
    std::string m_name;
    Compute m_compute;
    std::vector<cache::CacheInput> m_needs;
    std::string m_scope;
    std::uint32_t m_rank = 0;
    std::vector<std::shared_ptr<cache::CacheItem>> m_better;
};

/// Counts its calls and answers with a text or an error.
struct Recipe
{
    std::shared_ptr<std::atomic<int>> runs = std::make_shared<std::atomic<int>>(0);
    Result<std::string> result = std::string("text");

    std::shared_ptr<TextItem> item(const std::string& name = "a") const
    {
        return std::make_shared<TextItem>(name,
                                          [runs = runs, result = result](const auto&, const auto&) {
                                              ++*runs;
                                              return result;
                                          });
    }
};

inline void setAge(const std::filesystem::path& path, std::chrono::seconds age)
{
    const auto then = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() - age);
    const timespec times[2] = {{then, 0}, {then, 0}};
    utimensat(AT_FDCWD, path.c_str(), times, 0);
}

inline std::int64_t ageOf(const std::filesystem::path& path)
{
    struct stat info = {};
    stat(path.c_str(), &info);
    return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()) -
           info.st_mtim.tv_sec;
}

} // namespace faultline::test
