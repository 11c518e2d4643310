// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/shared_folder.h"

#include "core/base/file.h"

#include <algorithm>
#include <chrono>

namespace faultline::cache {

namespace {

namespace fs = std::filesystem;

constexpr const char* kTempName = ".tmp";

void removeOld(const fs::path& folder)
{
    constexpr auto kOld = std::chrono::hours(24);
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code gone;
        const auto changed = entry->last_write_time(gone);
        if (!gone && fs::file_time_type::clock::now() - changed > kOld)
            fs::remove(entry->path(), gone);
    }
}

std::unexpected<Error> cancelled()
{
    return fail(ErrorKind::Cancelled, "no longer waited for");
}

} // namespace

SharedFolder::SharedFolder(fs::path folder)
{
    std::error_code error;
    m_folder = fs::absolute(folder, error);
    if (error)
        m_folder = std::move(folder);
    removeOld(m_folder / kTempName);
}

std::string SharedFolder::describe() const
{
    return "folder " + m_folder.string();
}

Result<TempFile>
SharedFolder::copyTo(const std::string& name, TempFile target, std::stop_token stop) const
{
    // Other programs may change the folder at any time, so the mapping is guarded.
    FL_TRY(const auto bytes, mapForeignFile(m_folder / name));
    constexpr std::size_t kPieceBytes = 4 << 20;
    for (std::size_t offset = 0; offset < bytes.size(); offset += kPieceBytes) {
        if (stop.stop_requested())
            return cancelled();
        const auto size = std::min(kPieceBytes, bytes.size() - offset);
        FL_CHECK(target.append(bytes.span().subspan(offset, size)));
    }
    return target;
}

void SharedFolder::fetch(std::string name, TempFile target, std::stop_token stop, FetchDone done)
{
    done(copyTo(name, std::move(target), std::move(stop)));
}

void SharedFolder::exists(std::string name, std::stop_token /*stop*/, ExistsDone done)
{
    std::error_code error;
    const bool isThere = fs::exists(m_folder / name, error);
    if (error)
        return done(std::unexpected(errorFromErrno(error.value(), "look for", m_folder / name)));
    done(isThere);
}

Result<SharedBackend::StoreOutcome> SharedFolder::place(const std::string& name,
                                                        const ByteView& bytes) const
{
    const auto target = m_folder / name;
    std::error_code ignored;
    if (fs::exists(target, ignored))
        return StoreOutcome::AlreadyThere;
    FL_TRY(auto file, TempFile::create(m_folder / kTempName));
    FL_CHECK(file.append(bytes.span()));
    FL_CHECK(file.keepAs(target));
    return StoreOutcome::Stored;
}

void SharedFolder::store(std::string name, ByteView bytes, std::stop_token stop, StoreDone done)
{
    if (stop.stop_requested())
        return done(cancelled());
    done(place(name, bytes));
}

} // namespace faultline::cache
