// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source_config.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace faultline::sources {

/// How it is known which files a source has.
enum class ListedBy : std::uint8_t {
    Layout, ///< The layout says where a file would be; asking for it shows whether it is there.
    Scan,   ///< Its folder is scanned, and its files are known by their ids.
    Server, ///< Its server is asked which files it has of an object.
};

/// What must be allowed before a client's request may name a source.
enum class RequestRight : std::uint8_t {
    Nothing,         ///< The source asks only with what the request itself brings.
    Folder,          ///< Reading a folder of this machine.
    MachineIdentity, ///< Signing as this machine, for any endpoint that the source names.
};

/// What is asked of a source, whatever its kind is. Code outside core/sources and core/net/download
/// uses these answers and knows no kinds (tests/layers), so a new kind is decided here alone.
/// Pointers lead into the source and are valid until it changes.
struct SourceTraits
{
    std::string_view type; ///< Its `type` in a configuration.
    /// The folder of this machine that it reads; null for all that ask a server.
    const std::string* folder;
    bool readsSubfolders; ///< With `folder`: files in folders below it count too.
    ListedBy listedBy;
    /// The server that lists its files; null unless `listedBy` is Server.
    const SentrySource* lister;
    /// The web server whose files have URLs below its own; null for all others.
    const HttpSource* web;
    /// What the keys in its bucket begin with; null if it is no bucket. Requests to a bucket are
    /// signed (core/net/cloud).
    const std::string* bucketPrefix;
    /// May it have filters, a layout, an index and probes, and be public?
    bool takesOptions;
    RequestRight requestRight;
};

SourceTraits traitsOf(const SourceConfig& source);

/// Does the source read a folder of this machine?
bool isOnThisMachine(const SourceConfig& source);

/// Is the source a folder that is scanned? Asking it for further files costs no request.
bool isScanned(const SourceConfig& source);

/// The web server, if it speaks debuginfod; otherwise null.
const HttpSource* debuginfodServer(const SourceConfig& source);

/// Where the source is, for people. It contains no credentials.
std::string shownPlace(const SourceConfig& source);

/// What the source sends so that it is let in: keys, tokens, values of headers, passwords in its
/// URL.
std::vector<std::string> secretsOf(const SourceConfig& source);

/// Calls `change` with each path on this machine that the source names.
void forEachOwnPath(SourceConfig& source, const std::function<void(std::string&)>& change);

/// Adds a header to all requests to a web server. Sources without such requests stay as they are.
void addHeader(SourceConfig& source, const std::pair<std::string, std::string>& header);

} // namespace faultline::sources
