// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.h"
#include "core/cache/shared_backend.h"

#include <filesystem>

namespace faultline::cache {

/// A folder that several machines mount. Files are written under a temporary name in ".tmp" and
/// then renamed. Temporary files that a crash of this user's process left are removed after a day.
/// Files answer only if they belong to this user, to root or to the folder's owner, and if not
/// every user may write them. No link below the folder is followed. Works on the caller's thread.
class SharedFolder final : public SharedBackend
{
public:
    explicit SharedFolder(std::filesystem::path folder);

    std::string describe() const override;
    void fetch(std::string name, TempFile target, std::stop_token stop, FetchDone done) override;
    void exists(std::string name, std::stop_token stop, ExistsDone done) override;
    void store(std::string name, ByteView bytes, std::stop_token stop, StoreDone done) override;

private:
    Result<Descriptor> open(const std::string& name) const;
    Result<TempFile> copyTo(const std::string& name, TempFile target, std::stop_token stop) const;
    Result<StoreOutcome> place(const std::string& name, const ByteView& bytes) const;

    std::filesystem::path m_folder;
};

} // namespace faultline::cache
