// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/symbolicator/object_proxy.h"
#include "core/sources/remote_file.h"
#include "core/symbolicate/items/services.h"

#include <vector>

namespace faultline::server {

/// Answers the symbol proxy from the configured sources, through downloads and caches. The services
/// must outlive it.
class SourceProxy final : public ObjectProxy
{
public:
    SourceProxy(const symbolicate::Services& services,
                const std::vector<sources::SourceConfig>& sources);

    Result<ByteView> fetch(const ProxyFile& file, std::stop_token stop) override;

private:
    const symbolicate::Services& m_services;
    std::vector<sources::SourcePtr> m_sources;
};

} // namespace faultline::server
