// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/transcoder.h"

#include "core/base/file.h"
#include "core/base/folder_walk.h"
#include "core/base/temp_file.h"
#include "core/base/text.h"
#include "core/server/symcache_http/limited_process.h"

#include <optional>

namespace faultline::server::symcache_http {

namespace fs = std::filesystem;

namespace {

std::string replaced(std::string text, std::string_view what, const std::string& with)
{
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

/// Returns the newest file that was made for the PDB, in any sub-folder. Ignores empty files.
std::optional<StoredFile> findMade(const fs::path& folder, const PdbKey& key)
{
    std::optional<StoredFile> newest;
    auto walk = FolderWalk::begin(folder);
    while (const auto* entry = walk ? walk->next() : nullptr) {
        const auto& path = entry->path;
        const auto version = versionInName(path.filename().string(), key.name);
        std::error_code gone;
        const bool isFile = fs::symlink_status(path, gone).type() == fs::file_type::regular;
        if (!version || !isFile || gone || fs::file_size(path, gone) == 0 || gone ||
            (newest && *version <= newest->version))
            continue;
        newest = StoredFile{*version, path, fs::file_size(path, gone)};
    }
    return newest;
}

std::unexpected<Error> failed(const Error& error, const std::string& printed)
{
    return fail(error.kind, "transcoder: ", error.detail,
                printed.empty() ? "" : "; it printed: ", escapeControls(printed));
}

} // namespace

Result<FormatVersion> Transcoder::run(const PdbKey& key,
                                      Bytes pdb,
                                      const SymcacheFolder& folder,
                                      std::stop_token stop) const
{
    FL_TRY(const auto work, folder.createWorkFolder());
    return runIn(work.path(), key, pdb, folder, std::move(stop));
}

Result<FormatVersion> Transcoder::runIn(const fs::path& work,
                                        const PdbKey& key,
                                        Bytes pdb,
                                        const SymcacheFolder& folder,
                                        std::stop_token stop) const
{
    const auto out = work / "out";
    const auto unused = work / "unused";
    std::error_code error;
    fs::create_directories(out, error);
    fs::create_directories(unused, error);
    if (error)
        return std::unexpected(errorFromErrno(error.value(), "create", out));
    FL_TRY(auto file, TempFile::create(work / "pdb"));
    FL_CHECK(file.append(pdb));
    const auto pdbPath = work / "pdb" / key.name;
    FL_CHECK(file.keepAs(pdbPath));
    ProcessRequest request{
        .command = {},
        .environment = {{"_NT_SYMCACHE_PATH", out.string()}, {"_NT_SYMBOL_PATH", unused.string()}},
        .folder = out,
        .timeout = m_options.timeout,
        .maxFolderBytes = m_options.maxOutputBytes};
    for (const auto& argument : m_options.command)
        request.command.push_back(
            replaced(replaced(argument, "{pdb}", pdbPath.string()), "{out}", out.string()));
    std::string printed;
    const auto code = runLimited(request, printed, std::move(stop));
    if (!code)
        return failed(code.error(), printed);
    if (*code != 0)
        return failed({ErrorKind::Internal, concat("exit code ", *code)}, printed);
    const auto made = findMade(out, key);
    if (!made)
        return failed({ErrorKind::Internal, "it made no file for the PDB"}, printed);
    FL_CHECK(folder.store(key, made->version, made->path));
    return made->version;
}

} // namespace faultline::server::symcache_http
