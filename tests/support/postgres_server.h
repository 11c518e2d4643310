// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

namespace faultline::test {

/// A PostgreSQL server in a temporary folder, which answers on a Unix socket there only. It ends
/// with this object, and also with the process that has started it.
class PostgresServer
{
public:
    enum class Stop { InOrder, AtOnce };

    /// Absent where Debian's package postgresql is not installed.
    static std::optional<std::filesystem::path> programs();

    /// Makes and starts one. A server refuses to run as root, so then another user runs it.
    static Result<std::unique_ptr<PostgresServer>> start();
    ~PostgresServer();
    PostgresServer(const PostgresServer&) = delete;
    PostgresServer& operator=(const PostgresServer&) = delete;

    /// Ends the server; AtOnce as after a loss of power.
    void stop(Stop how);
    Result<void> startAgain();

    /// The address of a schema, which need not exist, for a user that the server has.
    std::string url(const std::string& schema, const std::string& user = "faultline") const;
    /// Runs statements as the user who may do everything.
    Result<void> run(const std::string& sql) const;

private:
    explicit PostgresServer(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    Result<void> makeFiles() const;
    Result<void> awaitAnswer() const;

    std::filesystem::path m_folder;
    pid_t m_process = 0;
};

} // namespace faultline::test
