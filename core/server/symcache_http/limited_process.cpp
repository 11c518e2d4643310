// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/limited_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace faultline::server::symcache_http {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxPrintedBytes = 1000;
constexpr std::chrono::milliseconds kPoll{50};
constexpr int kCannotStart = 127;

class Descriptor
{
public:
    explicit Descriptor(int fd) : m_fd(fd) {}

    ~Descriptor() { close(); }

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return m_fd; }

    void close()
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = -1;
    }

private:
    int m_fd;
};

std::vector<char*> pointersTo(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (auto& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string>
environmentWith(const std::vector<std::pair<std::string, std::string>>& additions)
{
    std::vector<std::string> variables;
    for (char** at = environ; *at != nullptr; ++at) {
        const std::string_view variable = *at;
        const auto name = variable.substr(0, variable.find('='));
        if (std::ranges::none_of(additions, [&](const auto& a) { return a.first == name; }))
            variables.emplace_back(variable);
    }
    for (const auto& [name, value] : additions)
        variables.push_back(concat(name, "=", value));
    return variables;
}

/// Returns the path that execvp() would find. A name with a path is returned unchanged.
std::string programPath(const std::string& name)
{
    const char* path = std::getenv("PATH");
    if (name.contains('/') || path == nullptr)
        return name;
    std::string_view left = path;
    while (!left.empty()) {
        const auto folder = left.substr(0, left.find(':'));
        left.remove_prefix(std::min(left.size(), folder.size() + 1));
        const auto candidate = fs::path(folder) / name;
        if (::access(candidate.c_str(), X_OK) == 0)
            return candidate.string();
    }
    return name;
}

std::uint64_t bytesBelow(const fs::path& folder)
{
    std::uint64_t total = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
        std::error_code gone;
        const auto size = at->is_regular_file(gone) ? at->file_size(gone) : 0;
        total += gone ? 0 : size;
    }
    return total;
}

/// Everything that the child needs, prepared before the fork. After the fork only async-signal-safe
/// calls are allowed.
struct Prepared
{
    explicit Prepared(const ProcessRequest& request)
        : program(programPath(request.command.front())), folder(request.folder.string()),
          arguments(request.command), variables(environmentWith(request.environment)),
          argumentPointers(pointersTo(arguments)), variablePointers(pointersTo(variables)),
          maxFileBytes(request.maxFolderBytes),
          maxSeconds(static_cast<rlim_t>(request.timeout.count() / 1000 + 1))
    {
    }

    std::string program;
    std::string folder;
    std::vector<std::string> arguments;
    std::vector<std::string> variables;
    std::vector<char*> argumentPointers;
    std::vector<char*> variablePointers;
    rlim_t maxFileBytes;
    rlim_t maxSeconds;
};

void limit(__rlimit_resource resource, rlim_t value)
{
    const rlimit limits{value, value};
    setrlimit(resource, &limits);
}

[[noreturn]] void runChild(const Prepared& prepared, int output)
{
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGXFSZ, SIG_DFL); // Ours is ignored, and exec() would keep that.
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, prepared.maxFileBytes);
    limit(RLIMIT_CPU, prepared.maxSeconds);
    const int input = open("/dev/null", O_RDONLY);
    if (input < 0 || dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(output, STDERR_FILENO) < 0 || chdir(prepared.folder.c_str()) != 0)
        _exit(kCannotStart);
    closefrom(STDERR_FILENO + 1);
    execve(prepared.program.c_str(), prepared.argumentPointers.data(),
           prepared.variablePointers.data());
    _exit(kCannotStart);
}

/// Kills the children of the calling thread, as far as one read names them. Returns false when the
/// system does not tell them.
bool killChildren()
{
    const int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0)
        return false;
    std::array<char, 4096> text{};
    const auto size = read(list, text.data(), text.size());
    close(list);
    pid_t child = 0;
    for (ssize_t i = 0; i < size; ++i) {
        const char c = text[static_cast<std::size_t>(i)];
        if (c >= '0' && c <= '9') {
            child = child * 10 + (c - '0');
            continue;
        }
        if (child > 0) // Only a number that was read to its end.
            ::kill(child, SIGKILL);
        child = 0;
    }
    return size >= 0;
}

/// Ends as the program has ended.
[[noreturn]] void endLike(int status)
{
    if (!WIFSIGNALED(status))
        _exit(WEXITSTATUS(status));
    std::signal(WTERMSIG(status), SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    raise(WTERMSIG(status));
    _exit(kCannotStart);
}

/// A process that starts the program and outlives everything that the program starts: it adopts
/// what leaves the program's group and session (PR_SET_CHILD_SUBREAPER), and kills it when the
/// program has ended, at SIGTERM, or when this process ends. Only async-signal-safe calls.
[[noreturn]] void runKeeper(const Prepared& prepared, int output)
{
    limit(RLIMIT_CORE, 0);
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGCHLD);
    sigprocmask(SIG_SETMASK, &awaited, nullptr);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const pid_t program = fork();
    if (program < 0)
        _exit(kCannotStart);
    if (program == 0)
        runChild(prepared, output);
    setpgid(program, program);
    closefrom(STDERR_FILENO + 1);
    int status = 0;
    bool hasEnded = false;
    while (!hasEnded && sigwaitinfo(&awaited, nullptr) != SIGTERM) {
        int ofChild = 0;
        for (pid_t child = 0; (child = waitpid(-1, &ofChild, WNOHANG)) > 0;) {
            hasEnded |= child == program;
            status = child == program ? ofChild : status;
        }
    }
    ::kill(-program, SIGKILL);
    while (killChildren() && waitpid(-1, nullptr, 0) > 0) {
    } // Each that ends may leave children to us.
    endLike(status);
}

/// The program with all that it has started. The destructor ends them.
class Group
{
public:
    explicit Group(pid_t keeper) : m_keeper(keeper) {}

    ~Group()
    {
        if (m_status)
            return;
        ::kill(m_keeper, SIGTERM);
        waitpid(m_keeper, &m_waited, 0);
    }

    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    /// Returns the exit status of the program once all have ended.
    std::optional<int> status()
    {
        if (!m_status && waitpid(m_keeper, &m_waited, WNOHANG) == m_keeper)
            m_status = m_waited;
        return m_status;
    }

private:
    pid_t m_keeper;
    int m_waited = 0;
    std::optional<int> m_status;
};

/// Reads the available output and waits at most `wait` for it.
void drain(int descriptor, std::string& printed, std::chrono::milliseconds wait)
{
    pollfd watched{.fd = descriptor, .events = POLLIN, .revents = 0};
    std::array<char, 4096> piece{};
    while (poll(&watched, 1, static_cast<int>(wait.count())) > 0) {
        const auto count = read(descriptor, piece.data(), piece.size());
        if (count <= 0) {
            // The other end is closed, so poll() would return at once.
            if (wait.count() > 0)
                poll(nullptr, 0, static_cast<int>(wait.count()));
            return;
        }
        const auto room = kMaxPrintedBytes - std::min(kMaxPrintedBytes, printed.size());
        printed.append(piece.data(), std::min(room, static_cast<std::size_t>(count)));
        wait = std::chrono::milliseconds(0);
    }
}

Result<int> exitCodeOf(int status)
{
    if (WIFSIGNALED(status))
        return fail(ErrorKind::Internal, "ended by signal ", WTERMSIG(status));
    const int code = WEXITSTATUS(status);
    if (code == kCannotStart)
        return fail(ErrorKind::Internal, "cannot be started");
    return code;
}

Result<int> supervise(const ProcessRequest& request,
                      Group& group,
                      int output,
                      std::string& printed,
                      const std::stop_token& stop)
{
    const auto deadline = std::chrono::steady_clock::now() + request.timeout;
    while (true) {
        const auto status = group.status();
        drain(output, printed, status ? std::chrono::milliseconds(0) : kPoll);
        if (status)
            return exitCodeOf(*status);
        if (stop.stop_requested())
            return fail(ErrorKind::Cancelled, "cancelled");
        if (std::chrono::steady_clock::now() >= deadline)
            return fail(ErrorKind::Timeout, request.timeout.count(), "ms");
        if (const auto bytes = bytesBelow(request.folder); bytes > request.maxFolderBytes)
            return fail(ErrorKind::Unsupported, "has written ", bytes, " bytes, limit ",
                        request.maxFolderBytes);
    }
}

} // namespace

Result<int> runLimited(const ProcessRequest& request, std::string& printed, std::stop_token stop)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail(ErrorKind::Internal, "no pipe: ", std::strerror(errno));
    const Descriptor reading(ends[0]);
    Descriptor writing(ends[1]);
    const Prepared prepared(request);
    const pid_t child = fork();
    if (child < 0)
        return fail(ErrorKind::Internal, "no process: ", std::strerror(errno));
    if (child == 0)
        runKeeper(prepared, writing.get());
    Group group(child);
    writing.close();
    return supervise(request, group, reading.get(), printed, stop);
}

} // namespace faultline::server::symcache_http
