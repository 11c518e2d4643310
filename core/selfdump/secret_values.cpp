// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selfdump/secret_values.h"

#include "core/selfdump/process_capture.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <new>
#include <sys/mman.h>

namespace faultline::selfdump {

namespace {

constexpr std::size_t kFewestPageBytes = 64 << 10;
/// Of all pages: what a damaged process, whose pages may lead in a circle, may cost the one that
/// reads it.
constexpr std::uint64_t kMostBytes = 16 << 20;

/// The head of a mapping. After it stand values, each after its size.
struct PageHead
{
    std::uint64_t sizeBytes = 0; ///< Of the mapping.
    std::uint64_t next = 0;      ///< Address of the page made before; 0: none.
    std::uint64_t usedBytes = sizeof(PageHead);
};

using ValueSize = std::uint32_t;

// The crash handler reads it, so it can only be one for the process. Changed under the lock.
constinit std::atomic<PageHead*> newestPage = nullptr;
constinit std::mutex pagesMutex;

char* bytesOf(PageHead& page)
{
    return reinterpret_cast<char*>(&page);
}

ValueSize sizeAt(const char* record)
{
    ValueSize size = 0;
    std::memcpy(&size, record, sizeof(size));
    return size;
}

std::optional<std::string_view> findIn(PageHead& page, std::string_view value)
{
    for (std::size_t at = sizeof(PageHead); at < page.usedBytes;) {
        const char* record = bytesOf(page) + at;
        const std::string_view kept(record + sizeof(ValueSize), sizeAt(record));
        if (kept == value)
            return kept;
        at += sizeof(ValueSize) + kept.size();
    }
    return std::nullopt;
}

PageHead* pageAfter(const PageHead& page)
{
    return std::bit_cast<PageHead*>(page.next);
}

/// How many bytes pages may still have.
std::uint64_t bytesLeft()
{
    auto left = kMostBytes;
    for (const auto* page = newestPage.load(); page != nullptr; page = pageAfter(*page))
        left -= page->sizeBytes;
    return left;
}

/// Makes a page with room for that much the newest one. Null when there is no memory for it.
PageHead* addPage(std::size_t roomBytes)
{
    const auto sizeBytes = std::max(kFewestPageBytes, roomBytes + sizeof(PageHead));
    if (sizeBytes > bytesLeft())
        return nullptr;
    void* memory =
        ::mmap(nullptr, sizeBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
    ::madvise(memory, sizeBytes, MADV_DONTDUMP);
    auto* page = new (memory) PageHead;
    page->sizeBytes = sizeBytes;
    page->next = std::bit_cast<std::uintptr_t>(newestPage.load());
    newestPage = page;
    return page;
}

std::string_view append(PageHead& page, std::string_view value)
{
    const auto size = static_cast<ValueSize>(value.size());
    char* record = bytesOf(page) + page.usedBytes;
    std::memcpy(record, &size, sizeof(size));
    value.copy(record + sizeof(size), value.size());
    page.usedBytes += sizeof(size) + value.size();
    return {record + sizeof(size), value.size()};
}

/// Reads the values of one page; those after a damaged one are left out.
void readValues(std::string_view page, std::vector<std::string>& values)
{
    while (page.size() > sizeof(ValueSize)) {
        const auto size = sizeAt(page.data());
        page.remove_prefix(sizeof(ValueSize));
        if (size > page.size())
            return;
        values.emplace_back(page.substr(0, size));
        page.remove_prefix(size);
    }
}

} // namespace

std::optional<std::string_view> keepSecret(std::string_view value)
{
    const auto recordBytes = sizeof(ValueSize) + value.size();
    if (recordBytes > kMostBytes)
        return std::nullopt;
    const std::scoped_lock lock(pagesMutex);
    for (auto* page = newestPage.load(); page != nullptr; page = pageAfter(*page)) {
        if (const auto kept = findIn(*page, value))
            return kept;
    }
    auto* page = newestPage.load();
    if (page == nullptr || recordBytes > page->sizeBytes - page->usedBytes)
        page = addPage(recordBytes);
    return page == nullptr ? std::nullopt : std::optional(append(*page, value));
}

std::uint64_t secretPagesAddress()
{
    return std::bit_cast<std::uintptr_t>(newestPage.load());
}

SecretPages readSecretPages(const ProcessCapture& process, std::uint64_t address)
{
    SecretPages pages;
    auto left = kMostBytes;
    while (address != 0) {
        PageHead head;
        const auto headBytes = process.read(address, sizeof(head));
        if (headBytes.size() != sizeof(head))
            break;
        std::memcpy(&head, headBytes.data(), sizeof(head));
        if (head.sizeBytes < kFewestPageBytes || head.sizeBytes > left ||
            head.usedBytes > head.sizeBytes || head.usedBytes < sizeof(head))
            break;
        left -= head.sizeBytes;
        pages.ranges.push_back({.address = address, .sizeBytes = head.sizeBytes});
        readValues(process.read(address + sizeof(head), head.usedBytes - sizeof(head)),
                   pages.values);
        address = head.next;
    }
    return pages;
}

} // namespace faultline::selfdump
