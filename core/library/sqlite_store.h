// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/sql_store.h"
#include "core/library/sqlite_dialect.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace faultline::library {

/// A library in one SQLite file. Reading goes on while another process writes (WAL).
class SqliteStore final : public SqlStore
{
public:
    using Access = StoreAccess;

    /// Opens a library, or makes one for Create. Where it cannot be written, Write opens it for
    /// reading only, which isReadOnly() tells. Errors: NotFound, PermissionDenied, Malformed
    /// (damaged, or no database), Unsupported (no library; of a later program that shuts this one
    /// out; of an earlier one, which `faultline library migrate` brings up to date), Internal.
    static Result<std::unique_ptr<SqliteStore>> open(const std::filesystem::path& path,
                                                     Access access);

    Result<std::vector<std::string>> check() override;

private:
    using SqlStore::SqlStore;

    static Result<std::unique_ptr<SqliteStore>> openForReading(const std::filesystem::path& path,
                                                               ReadOnly why);

    SqlDialect& dialect() override { return m_dialect; }

    const char* refusal() const override { return "its file or folder cannot be written"; }

    Result<void> addTexts(ReportId report, const IndexedTexts& texts) override;
    Result<void> replaceText(ReportId report, IndexedText which, const std::string& text) override;
    Result<void> removeTexts(ReportId report) override;

    SqliteDialect m_dialect;
};

} // namespace faultline::library
