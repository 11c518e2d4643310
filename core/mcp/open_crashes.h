// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/query/crash.h"
#include "core/query/query.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::mcp {

using CrashPtr = std::shared_ptr<const query::Crash>;

/// Hears of the work of opening: step, done, total (0: unknown).
using OnStep = std::function<void(std::string_view, std::uint32_t, std::uint32_t)>;

/// What a program gives the sessions of its clients. Thread-safe.
struct Services
{
    /// Opens a crash file; `part` names one of a container. Errors: those of reading and of the
    /// symbolication.
    std::function<Result<std::unique_ptr<query::Crash>>(const std::filesystem::path& path,
                                                        const std::optional<std::string>& part,
                                                        const OnStep& step,
                                                        const std::stop_token& stop)>
        open;
    /// The folders whose files may be opened; none: no file.
    std::vector<std::filesystem::path> folders;
    /// May be null.
    std::function<Result<std::unique_ptr<library::LibraryStore>>()> library;
    std::string version; ///< Of the program.
};

/// The path with its symbolic links followed, if it lies in one of the folders. Errors: NotFound
/// (it does not exist), PermissionDenied (it lies elsewhere).
Result<std::filesystem::path> allowedPath(const std::filesystem::path& path,
                                          const std::vector<std::filesystem::path>& folders);

/// The crashes that one client has open. Thread-safe. A crash that a request uses lives on until
/// the request ends.
class OpenCrashes
{
public:
    static constexpr std::size_t kMost = 16;

    /// "c1", "c2", … Errors: TooLarge (as many are open as may be).
    Result<std::string> add(CrashPtr crash);
    /// With an empty name the only one that is open. Errors: NotFound.
    Result<std::pair<std::string, CrashPtr>> find(std::string_view name) const;
    /// Errors: NotFound.
    Result<void> close(std::string_view name);
    std::vector<std::pair<std::string, CrashPtr>> all() const;
    /// Errors: TooLarge, before the work of opening is begun.
    Result<void> checkRoom() const;

private:
    mutable std::mutex m_mutex; // Guards both below.
    std::map<std::uint64_t, CrashPtr> m_crashes;
    std::uint64_t m_last = 0;
};

} // namespace faultline::mcp
