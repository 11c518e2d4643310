// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mcp/open_crashes.h"

#include "core/base/hex.h"

#include <algorithm>

namespace faultline::mcp {

namespace {

std::string nameOf(std::uint64_t number)
{
    return concat("c", number);
}

std::optional<std::uint64_t> numberOf(std::string_view name)
{
    return name.starts_with('c') ? parseDecimal(name.substr(1)) : std::nullopt;
}

bool isBelow(const std::filesystem::path& path, const std::filesystem::path& folder)
{
    const auto [end, rest] = std::ranges::mismatch(folder, path);
    // A folder that ends with a separator has an empty last part.
    return end == folder.end() || (end->empty() && std::next(end) == folder.end());
}

} // namespace

Result<std::filesystem::path> allowedPath(const std::filesystem::path& path,
                                          const std::vector<std::filesystem::path>& folders)
{
    std::error_code error;
    if (folders.empty())
        return fail(ErrorKind::PermissionDenied, "no folder may be opened: assistants.folders of "
                                                 "the configuration, or --folder, names them");
    const auto real = std::filesystem::canonical(path, error);
    for (const auto& folder : folders) {
        std::error_code problem;
        const auto allowed = std::filesystem::canonical(folder, problem);
        if (!error && !problem && isBelow(real, allowed))
            return real;
    }
    // Whether a file exists elsewhere is nobody's business.
    return fail(ErrorKind::PermissionDenied,
                "there is no such file in the folders that may be opened");
}

Result<std::string> OpenCrashes::add(CrashPtr crash)
{
    FL_CHECK(checkRoom());
    const std::lock_guard lock(m_mutex);
    m_crashes.emplace(++m_last, std::move(crash));
    return nameOf(m_last);
}

Result<std::pair<std::string, CrashPtr>> OpenCrashes::find(std::string_view name) const
{
    const std::lock_guard lock(m_mutex);
    if (name.empty() && m_crashes.size() == 1)
        return std::pair(nameOf(m_crashes.begin()->first), m_crashes.begin()->second);
    if (name.empty())
        return fail(ErrorKind::NotFound,
                    m_crashes.empty() ? "no crash is open" : "several crashes are open; name one");
    const auto number = numberOf(name);
    const auto found = number ? m_crashes.find(*number) : m_crashes.end();
    if (found == m_crashes.end())
        return fail(ErrorKind::NotFound, "no open crash has this name; they are c1, c2, …");
    return std::pair(nameOf(found->first), found->second);
}

Result<void> OpenCrashes::close(std::string_view name)
{
    FL_TRY(const auto found, find(name));
    const std::lock_guard lock(m_mutex);
    m_crashes.erase(numberOf(found.first).value_or(0));
    return {};
}

std::vector<std::pair<std::string, CrashPtr>> OpenCrashes::all() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::pair<std::string, CrashPtr>> all;
    for (const auto& [number, crash] : m_crashes)
        all.emplace_back(nameOf(number), crash);
    return all;
}

Result<void> OpenCrashes::checkRoom() const
{
    const std::lock_guard lock(m_mutex);
    if (m_crashes.size() >= kMost)
        return fail(ErrorKind::TooLarge, "at most ", kMost, " crashes are open at once; close one");
    return {};
}

} // namespace faultline::mcp
