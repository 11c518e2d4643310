// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/sources/file_type.h"
#include "core/sources/object_lookup.h"

#include <optional>
#include <stop_token>
#include <string_view>

namespace faultline::server {

/// A file, as the path of a symbol server names it (docs/spec/http-api.md §7.9).
struct ProxyFile
{
    sources::FileType type = sources::FileType::Pe;
    sources::ObjectLookup lookup;

    /// Parses "<name>/<signature>/<name>". Absent when no file can have this path.
    static std::optional<ProxyFile> parse(std::string_view path);
};

/// Finds debug files for the symbol proxy. Thread-safe.
class ObjectProxy
{
public:
    virtual ~ObjectProxy() = default;

    /// Waits for the file and returns its unpacked content. Errors: NotFound (also a file without
    /// debug info and symbols), and those of a download.
    virtual Result<ByteView> fetch(const ProxyFile& file, std::stop_token stop) = 0;
};

} // namespace faultline::server
