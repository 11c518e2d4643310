// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/file_type.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace faultline::sources {

enum class LayoutType : std::uint8_t {
    Native,
    Symstore,
    SymstoreIndex2,
    Ssqp,
    Debuginfod,
    Unified,
    SlashSymbols,
    Symbfiles ///< Uploaded symbfiles (SymbfileStore). No configuration can ask for it.
};
enum class PathCasing : std::uint8_t { Default, Lowercase, Uppercase };

std::string_view layoutTypeName(LayoutType type);
std::optional<LayoutType> parseLayoutType(std::string_view name);

struct SourceLayout
{
    LayoutType type = LayoutType::Native;
    PathCasing casing = PathCasing::Default;

    friend bool operator==(const SourceLayout&, const SourceLayout&) = default;
};

struct SourceFilters
{
    std::vector<FileType> fileTypes;       ///< Empty means all.
    std::vector<std::string> pathPatterns; ///< Globs; empty means all.
    bool requiresChecksum = false;

    friend bool operator==(const SourceFilters&, const SourceFilters&) = default;
};

/// Look-ups that Symbolicator does not make. Each is made only if the source asks for it (`probe`).
struct SourceProbes
{
    bool filePtr = false;       ///< symstore: `file.ptr`, which names the file's place.
    bool index2 = false;        ///< symstore: also the paths of a two-tier store.
    bool paddedBuildId = false; ///< symstore, ssqp: also pads short build ids to 20 bytes.
    bool codeId = false;        ///< native: Breakpad symbols by code id, which Tecken redirects.
    bool breakpadName = false;  ///< native: also names without ".exe", ".dll" and ".PDB".

    friend bool operator==(const SourceProbes&, const SourceProbes&) = default;
};

struct FilesystemSource
{
    std::string path;

    friend bool operator==(const FilesystemSource&, const FilesystemSource&) = default;
};

/// Our own type: a folder of debug files in any arrangement (such as a build's output), indexed by
/// id.
struct FolderSource
{
    std::string path;
    bool recursive = true; ///< False: only the files directly in the folder, and dSYMs.

    friend bool operator==(const FolderSource&, const FolderSource&) = default;
};

struct HttpSource
{
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;
    bool acceptInvalidCerts = false;

    friend bool operator==(const HttpSource&, const HttpSource&) = default;
};

/// Where an S3 source gets its keys.
enum class AwsCredentialsProvider : std::uint8_t {
    Static,    ///< From the source's own configuration.
    Container, ///< From the end point of the container that runs us (ECS, EKS).
    Instance,  ///< Ours: from the machine's metadata service.
    Anonymous  ///< Ours: requests are not signed, for public buckets.
};

struct S3Source
{
    std::string bucket;
    std::string prefix;
    std::string region;
    std::string endpoint; ///< Empty means AWS.
    std::string accessKey;
    std::string secretKey;
    AwsCredentialsProvider provider = AwsCredentialsProvider::Static;
    std::string sessionToken; ///< Ours: token of temporary keys; may be empty.

    friend bool operator==(const S3Source&, const S3Source&) = default;
};

struct GcsSource
{
    std::string bucket;
    std::string prefix;
    std::string privateKey;
    std::string clientEmail;
    std::string bearerToken;
    bool isAnonymous = false; ///< Ours: public URLs, without a token.
    std::string
        endpoint; ///< Ours: replaces Google's end point; empty: https://storage.googleapis.com.
    std::string
        tokenUrl; ///< Ours: where signed assertions are exchanged for tokens; empty: Google's.

    friend bool operator==(const GcsSource&, const GcsSource&) = default;
};

struct SentrySource
{
    std::string url;
    std::string token; ///< Exactly one of token and cookies is set.
    std::string cookies;

    friend bool operator==(const SentrySource&, const SentrySource&) = default;
};

/// Why a source is asked. The code that creates a source sets it. No field of a configuration or a
/// request sets it, and the source's id, which anyone may choose, has no influence.
enum class SourceOrigin : std::uint8_t {
    Configured,      ///< A configuration or a request lists it, or a developer's machine has it.
    BuiltIn,         ///< An operator's service adds it (docs/spec/sources-and-caches.md §8.6).
    ChosenFile,      ///< The user chose one file for a module.
    RecordedPath,    ///< The crash file or debug info records the path of one file.
    BesideCrashFile, ///< The crash file's folder.
    Installed,       ///< Where this system's packages install debug files.
};

/// One place where debug files may be. Order in a list is priority. Parsing from JSON and YAML:
/// source_parser.h.
struct SourceConfig
{
    std::string id; ///< For users and cache keys.
    SourceOrigin origin = SourceOrigin::Configured;
    SourceFilters filters;
    SourceLayout layout;
    bool isPublic = false;
    bool hasIndex = false;
    SourceProbes probes;
    std::vector<std::string>
        filePtrRoots; ///< Folders other than the source's own that a `file.ptr` may lead into.
    std::vector<std::string> copyTo; ///< Symbol stores on disk that receive a copy of each
                                     ///< download, as in `srv*store*url`.
    std::variant<FilesystemSource, FolderSource, HttpSource, S3Source, GcsSource, SentrySource>
        where;

    friend bool operator==(const SourceConfig&, const SourceConfig&) = default;
};

} // namespace faultline::sources
