// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/module_report.h"

namespace faultline {

std::string_view objectFileStatusName(ObjectFileStatus status)
{
    switch (status) {
    case ObjectFileStatus::Unused: return "unused";
    case ObjectFileStatus::Found: return "found";
    case ObjectFileStatus::Missing: return "missing";
    case ObjectFileStatus::Malformed: return "malformed";
    case ObjectFileStatus::FetchingFailed: return "fetching_failed";
    case ObjectFileStatus::Timeout: return "timeout";
    case ObjectFileStatus::Unsupported: return "unsupported";
    case ObjectFileStatus::Other: return "other";
    }
    return "other";
}

std::string_view moduleIdentityName(ModuleIdentity identity)
{
    switch (identity) {
    case ModuleIdentity::None: return "none";
    case ModuleIdentity::Verified: return "verified";
    case ModuleIdentity::NameOnly: return "name_only";
    }
    return {};
}

} // namespace faultline
