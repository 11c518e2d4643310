// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/growth/program.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <memory>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace faultline::growth {

namespace {

std::string g_program;
double g_seconds = 0;
std::uint64_t g_memory = 0;

/// A folder that is removed with its content.
class Folder
{
public:
    Folder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "growth-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr)
            std::abort();
        m_path = name;
    }

    ~Folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

double seconds(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// Returns the size of what the program prints.
std::uint64_t run(const std::vector<std::string>& arguments, const std::filesystem::path& output)
{
    std::vector<char*> pointers;
    for (const auto& argument : arguments)
        pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    if (posix_spawn(&child, pointers.front(), &actions, nullptr, pointers.data(), environ) != 0) {
        std::fprintf(stderr, "growth: cannot run %s\n", pointers.front());
        std::exit(2);
    }
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    g_seconds += seconds(usage.ru_utime) + seconds(usage.ru_stime);
    g_memory = std::max(g_memory, static_cast<std::uint64_t>(usage.ru_maxrss) * 1024);
    if (WIFSIGNALED(status)) {
        std::fprintf(stderr, "growth: the program ended by signal %d\n", WTERMSIG(status));
        std::exit(2);
    }
    std::error_code ignored;
    return std::filesystem::file_size(output, ignored);
}

} // namespace

void setProgram(std::string path)
{
    g_program = std::move(path);
}

bool hasProgram()
{
    return !g_program.empty();
}

Made asReport(Files files, std::vector<std::string> arguments)
{
    auto folder = std::make_shared<const Folder>();
    std::uint64_t size = 0;
    for (const auto& [name, content] : files) {
        std::ofstream(folder->path() / name, std::ios::binary) << content;
        size += content.size();
    }
    return {size, [folder, first = files.front().first, arguments = std::move(arguments)] {
                std::uint64_t printed = 0;
                constexpr std::array<const char*, 3> kFormats{"text", "json", "markdown"};
                for (const auto* format : kFormats) {
                    std::vector<std::string> all{g_program, "symbolicate", "--offline", "--format",
                                                 format};
                    const auto cache = folder->path() / "cache";
                    std::error_code ignored;
                    std::filesystem::remove_all(cache, ignored); // Nothing is known before.
                    setenv("XDG_CACHE_HOME", cache.c_str(), 1);
                    setenv("HOME", folder->path().c_str(), 1);
                    for (const auto& argument : arguments) {
                        const auto at = argument.find("@@");
                        all.push_back(at == std::string::npos
                                          ? argument
                                          : argument.substr(0, at) + folder->path().string() +
                                                argument.substr(at + 2));
                    }
                    all.push_back((folder->path() / first).string());
                    printed += run(all, folder->path() / "printed");
                }
                return printed;
            }};
}

double programSeconds()
{
    return g_seconds;
}

std::uint64_t programMemory()
{
    return g_memory;
}

void resetProgramMemory()
{
    g_memory = 0;
}

} // namespace faultline::growth
