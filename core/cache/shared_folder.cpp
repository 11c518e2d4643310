// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/shared_folder.h"

#include "core/base/file.h"
#include "core/base/folder.h"
#include "core/cache/cache_layout.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <sys/stat.h>
#include <unistd.h>

namespace faultline::cache {

namespace {

namespace fs = std::filesystem;

constexpr const char* kTempName = ".tmp";

/// Others may have files with any name there.
void removeOld(const Folder& folder)
{
    constexpr auto kOld = std::chrono::hours(24);
    const auto now = std::chrono::system_clock::now();
    for (const auto& name : folder.names().value_or(std::vector<std::string>())) {
        const auto info = TempFile::isName(name) ? folder.find(name) : std::nullopt;
        if (!info || !S_ISREG(info->st_mode) || info->st_uid != ::geteuid())
            continue;
        const auto changed =
            std::chrono::system_clock::time_point(std::chrono::seconds(info->st_mtim.tv_sec));
        if (now - changed > kOld)
            static_cast<void>(folder.removeFile(name));
    }
}

std::unexpected<Error> noLongerWaitedFor()
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
    const auto root = Folder::open(m_folder);
    const auto temp = root ? root->inner(kTempName) : std::unexpected(root.error());
    if (temp)
        removeOld(*temp);
}

std::string SharedFolder::describe() const
{
    return "folder " + m_folder.string();
}

Result<Descriptor> SharedFolder::open(const std::string& name) const
{
    FL_TRY(const auto root, Folder::open(m_folder));
    FL_TRY(const auto folder, root.status());
    const auto at = splitPlace(name);
    FL_TRY(const auto parent, root.inner(at.folder));
    FL_TRY(auto opened, parent.openFile(at.name));
    struct stat info = {};
    if (::fstat(opened.get(), &info) != 0)
        return std::unexpected(errorFromErrno(errno, "stat", m_folder / name));
    if (!isTrustedOwner(info.st_uid, ::geteuid()) && info.st_uid != folder.st_uid)
        return fail(ErrorKind::PermissionDenied, (m_folder / name).string(), " belongs to user ",
                    info.st_uid, ", expected ", ::geteuid(), " or ", folder.st_uid);
    if (isWritableForAll(info))
        return fail(ErrorKind::PermissionDenied, (m_folder / name).string(),
                    " is writable for every user");
    return opened;
}

Result<TempFile>
SharedFolder::copyTo(const std::string& name, TempFile target, std::stop_token stop) const
{
    FL_TRY(const auto file, open(name));
    FL_TRY(const auto bytes, mapOwnDescriptor(file.get(), m_folder / name));
    constexpr std::size_t kPieceBytes = 4 << 20;
    for (std::size_t offset = 0; offset < bytes.size(); offset += kPieceBytes) {
        if (stop.stop_requested())
            return noLongerWaitedFor();
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
    const auto file = open(name);
    if (!file && file.error().kind != ErrorKind::NotFound)
        return done(std::unexpected(file.error()));
    done(file.has_value());
}

Result<SharedBackend::StoreOutcome> SharedFolder::place(const std::string& name,
                                                        const ByteView& bytes) const
{
    constexpr auto kForAll = Folder::Access::ByMask; // Other machines' processes use them too.
    FL_TRY(const auto root, Folder::openOrMake(m_folder, kForAll));
    const auto at = splitPlace(name);
    FL_TRY(const auto folder, root.makeInner(at.folder, kForAll));
    if (folder.find(at.name))
        return StoreOutcome::AlreadyThere;
    FL_TRY(const auto temp, root.makeInner(kTempName, kForAll));
    FL_TRY(auto file, TempFile::create(temp));
    FL_CHECK(file.append(bytes.span()));
    FL_CHECK(file.keepIn(folder, at.name));
    return StoreOutcome::Stored;
}

void SharedFolder::store(std::string name, ByteView bytes, std::stop_token stop, StoreDone done)
{
    if (stop.stop_requested())
        return done(noLongerWaitedFor());
    done(place(name, bytes));
}

} // namespace faultline::cache
