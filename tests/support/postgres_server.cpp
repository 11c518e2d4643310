// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/postgres_server.h"

#include "core/library/postgres_database.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace faultline::test {

namespace {

constexpr int kStartTries = 400; // 20 s.
constexpr useconds_t kTryMicroseconds = 50'000;

/// Whom a server of root's runs as.
const struct passwd* servant()
{
    const auto* user = ::getpwnam("postgres");
    return user != nullptr ? user : ::getpwnam("nobody");
}

/// Runs in a new process.
[[noreturn]] void become(const std::vector<std::string>& command, const std::string& log)
{
    const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    if (::getuid() == 0) {
        const auto* user = servant();
        if (user == nullptr || ::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 ||
            ::setuid(user->pw_uid) != 0)
            ::_exit(126);
    }
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    std::vector<char*> arguments;
    for (const auto& part : command)
        arguments.push_back(const_cast<char*>(part.c_str()));
    arguments.push_back(nullptr);
    ::execv(arguments.front(), arguments.data());
    ::_exit(127);
}

pid_t launch(const std::vector<std::string>& command, const std::filesystem::path& folder)
{
    const auto log = (folder / "log").string();
    const pid_t process = ::fork();
    if (process == 0)
        become(command, log);
    return process;
}

} // namespace

std::optional<std::filesystem::path> PostgresServer::programs()
{
    std::vector<std::filesystem::path> found;
    std::error_code error;
    for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql", error)) {
        if (std::filesystem::exists(version.path() / "bin/postgres", error))
            found.push_back(version.path() / "bin");
    }
    const auto latest = std::ranges::max_element(found);
    return latest == found.end() ? std::nullopt : std::optional(*latest);
}

Result<void> PostgresServer::makeFiles() const
{
    const auto* user = servant();
    if (::getuid() == 0 &&
        (user == nullptr || ::chown(m_folder.c_str(), user->pw_uid, user->pw_gid) != 0))
        return fail(ErrorKind::Internal, "no user to run a server");
    const auto process = launch(
        {(*programs() / "initdb").string(), "-D", (m_folder / "data").string(), "-A", "trust", "-U",
         "faultline", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"},
        m_folder);
    int status = 0;
    if (::waitpid(process, &status, 0) != process || status != 0)
        return fail(ErrorKind::Internal, "initdb fails: ", status);
    return {};
}

Result<std::unique_ptr<PostgresServer>> PostgresServer::start()
{
    if (!programs())
        return fail(ErrorKind::NotFound, "Debian's package postgresql is not installed");
    auto name = (std::filesystem::temp_directory_path() / "fl-server-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        return fail(ErrorKind::Internal, "no temporary folder");
    std::unique_ptr<PostgresServer> server(new PostgresServer(name));
    FL_CHECK(server->makeFiles());
    FL_CHECK(server->startAgain());
    return server;
}

Result<void> PostgresServer::startAgain()
{
    m_process = launch({(*programs() / "postgres").string(), "-D", (m_folder / "data").string(),
                        "-k", m_folder.string(), "-c", "listen_addresses=", "-c", "fsync=off", "-c",
                        "shared_buffers=16MB", "-c", "autovacuum=off"},
                       m_folder);
    return awaitAnswer();
}

Result<void> PostgresServer::awaitAnswer() const
{
    for (int i = 0; i < kStartTries; ++i) {
        if (library::PostgresDatabase::open(url("public")))
            return {};
        ::usleep(kTryMicroseconds);
    }
    return fail(ErrorKind::Timeout, "the server does not answer");
}

void PostgresServer::stop(Stop how)
{
    if (m_process == 0)
        return;
    ::kill(m_process, how == Stop::InOrder ? SIGINT : SIGQUIT);
    ::waitpid(m_process, nullptr, 0);
    m_process = 0;
}

PostgresServer::~PostgresServer()
{
    stop(Stop::AtOnce);
    std::error_code error;
    std::filesystem::remove_all(m_folder, error);
}

std::string PostgresServer::url(const std::string& schema, const std::string& user) const
{
    return concat("postgresql://", user, "@/postgres?host=", m_folder.string(),
                  "&options=-csearch_path%3D", schema);
}

Result<void> PostgresServer::run(const std::string& sql) const
{
    FL_TRY(const auto database, library::PostgresDatabase::open(url("public")));
    return database->run(sql);
}

} // namespace faultline::test
