// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"
#include "core/base/result.h"
#include "core/formats/debug/object/object.h"
#include "core/symcache/symcache.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace faultline::server::mozilla {

/// A library as a profile names it; each part may be absent.
struct ProfiledLibrary
{
    std::optional<std::string> codeFile;
    std::optional<CodeId> codeId;
    std::optional<std::string> debugFile;
    std::optional<DebugId> debugId;
};

/// A library's instructions and the names of its functions.
struct LibraryCode
{
    object::ObjectPtr file;                            ///< Never null.
    std::shared_ptr<const symcache::SymCache> symbols; ///< May be null.
};

/// The sources and the machine code of libraries. Thread-safe. Its functions wait, so they are for
/// job threads only.
class ProfiledCode
{
public:
    virtual ~ProfiledCode() = default;

    /// The text of a source file that the library's debug info names `offset` bytes from its start.
    /// Errors: PermissionDenied (it names others), NotFound, Cancelled, and why a source failed.
    virtual Result<std::string> readSource(const ProfiledLibrary& library,
                                           std::uint32_t offset,
                                           const std::string& file,
                                           std::stop_token stop) = 0;
    /// Errors: NotFound, Cancelled, and why a source failed.
    virtual Result<LibraryCode> findCode(const ProfiledLibrary& library, std::stop_token stop) = 0;
};

} // namespace faultline::server::mozilla
