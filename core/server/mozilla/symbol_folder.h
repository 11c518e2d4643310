// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/server/mozilla/symbol_key.h"

#include <filesystem>

namespace faultline::server::mozilla {

/// Uploaded symbol files on disk, in the layout that every reader of Breakpad symbols knows, with
/// `.sym` files packed by gzip. Beside them it records under which code file and code id a symbol
/// file may be asked for. Files appear complete or not at all, so processes may share the folder.
/// Thread-safe.
class SymbolFolder
{
public:
    explicit SymbolFolder(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// The folder that a source of symbols reads.
    std::filesystem::path filesFolder() const { return m_folder / "files"; }

    enum class Outcome : std::uint8_t { Stored, WasThere };

    /// Stores a file and replaces one with other content. Errors: those of TempFile.
    Result<Outcome> put(const SymbolKey& key, Bytes content) const;

    /// The bytes as they are stored. Errors: NotFound, PermissionDenied, Internal.
    Result<ByteView> read(const SymbolKey& key) const;

    /// Returns the symbol file that was uploaded last for the code file and code id in `asked`.
    /// Absent when none is known.
    std::optional<SymbolKey> findRecord(const SymbolKey& asked) const;

private:
    std::filesystem::path recordPath(const SymbolKey& code) const;
    Result<void> recordCodeFile(const SymbolKey& key, std::string_view symbols) const;

    std::filesystem::path m_folder;
};

} // namespace faultline::server::mozilla
