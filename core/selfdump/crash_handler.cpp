// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selfdump/crash_handler.h"

#include "core/base/random_id.h"
#include "core/selfdump/minidump_file.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <ranges>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace faultline::selfdump {

namespace {

namespace fs = std::filesystem;

constexpr const char* kWriterArgument = "--write-dump-of-crash";
constexpr unsigned kWriterSeconds = 30;

#if defined(__x86_64__) || defined(__aarch64__)

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
constexpr std::size_t kSignalStackBytes = 64 << 10;

// The handler allocates nothing; all that it needs is made before.
std::array<char, 4096> dumpsPath{};
std::array<char, kSignalStackBytes> signalStack{};
std::atomic<bool> isHandling{false};

/// Writes a number as hexadecimal digits; for signal handlers.
void putHex(std::array<char, 20>& text, std::uint64_t value)
{
    const auto end = std::to_chars(text.data(), text.data() + text.size() - 1, value, 16).ptr;
    *end = '\0';
}

[[noreturn]] void
startWriter(pid_t process, pid_t thread, const siginfo_t* info, void* context, int go)
{
    std::array<std::array<char, 20>, 5> numbers{};
    putHex(numbers[0], static_cast<std::uint64_t>(process));
    putHex(numbers[1], static_cast<std::uint64_t>(thread));
    putHex(numbers[2], std::bit_cast<std::uintptr_t>(info));
    putHex(numbers[3], std::bit_cast<std::uintptr_t>(context));
    putHex(numbers[4], static_cast<std::uint64_t>(go));
    std::array<const char*, 9> arguments{"faultline",       kWriterArgument,   numbers[0].data(),
                                         numbers[1].data(), numbers[2].data(), numbers[3].data(),
                                         numbers[4].data(), dumpsPath.data(),  nullptr};
    ::execv("/proc/self/exe", const_cast<char* const*>(arguments.data()));
    ::_exit(1);
}

/// Starts the writer and waits for it. Only system calls: the process may be damaged.
void writeDump(const siginfo_t* info, void* context)
{
    const auto process = ::getpid();
    const auto thread = static_cast<pid_t>(::syscall(SYS_gettid));
    std::array<int, 2> go{};
    if (::pipe(go.data()) != 0)
        return;
    // Not fork(): it runs handlers of libraries, which may need a lock that is held.
    const auto writer = static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
    if (writer == 0) {
        ::close(go[1]);
        startWriter(process, thread, info, context, go[0]);
    }
    ::close(go[0]);
    if (writer > 0) {
        // A system that restricts ptrace needs to be told who may attach (Yama).
        ::prctl(PR_SET_PTRACER, writer, 0, 0, 0);
        [[maybe_unused]] const auto written = ::write(go[1], "g", 1);
        while (::waitpid(writer, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    ::close(go[1]);
}

void onCrash(int signal, siginfo_t* info, void* context)
{
    // A second thread may crash while the first one's dump is written; it waits to be ended.
    if (isHandling.exchange(true)) {
        for (;;)
            ::pause();
    }
    writeDump(info, context);
    ::signal(signal, SIG_DFL);
    // A fault happens again when the handler returns; a signal that was sent does not.
    if (info->si_code <= 0)
        ::raise(signal);
}

/// A stack overflow leaves no room for the handler on the stack itself.
void useSignalStack()
{
    const stack_t stack{.ss_sp = signalStack.data(), .ss_flags = 0, .ss_size = signalStack.size()};
    ::sigaltstack(&stack, nullptr);
}

std::optional<std::uint64_t> numberOf(const char* text)
{
    std::uint64_t value = 0;
    const auto read = std::from_chars(text, text + std::strlen(text), value, 16);
    return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

/// Waits until the crashed process lets itself be read.
void waitForGo(std::uint64_t descriptor)
{
    char go = 0;
    [[maybe_unused]] const auto count = ::read(static_cast<int>(descriptor), &go, 1);
}

std::string dumpName()
{
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    std::array<char, 32> text{};
    const auto size = std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &utc);
    return concat(std::string_view(text.data(), size), "-", randomUuid().substr(0, 8), ".dmp");
}

void say(const std::string& text)
{
    std::fputs(("faultline: " + text + "\n").c_str(), stderr);
}

Result<void> store(const fs::path& folder, const std::string& dump)
{
    std::error_code error;
    fs::create_directories(folder, error);
    ::umask(077); // Memory may hold secrets.
    const auto target = folder / dumpName();
    std::ofstream file(target, std::ios::binary);
    file.write(dump.data(), static_cast<std::streamsize>(dump.size()));
    file.close();
    if (!file) {
        fs::remove(target, error);
        return fail(ErrorKind::Internal, "cannot write ", target.string());
    }
    for (const auto& old : dumpsIn(folder) | std::views::drop(kKeptDumps))
        fs::remove(old, error);
    say(concat("crashed; the dump is ", target.string()));
    return {};
}

Result<void> writeDumpOf(std::uint32_t process, const Crash& crash, const fs::path& folder)
{
    FL_TRY(auto capture, ProcessCapture::stop(process));
    FL_TRY(const auto signal, capture.apply(crash));
    return store(folder, minidumpOf(capture, crash, signal));
}

#endif

} // namespace

std::optional<std::filesystem::path> dumpFolder()
{
    // The service manager may name several, with colons between them.
    if (const char* state = std::getenv("STATE_DIRECTORY"); state != nullptr && *state != '\0')
        return fs::path(std::string_view(state).substr(0, std::string_view(state).find(':'))) /
               "crashes";
    if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/')
        return fs::path(state) / "faultline/crashes";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return fs::path(home) / ".local/state/faultline/crashes";
    return std::nullopt;
}

std::vector<std::filesystem::path> dumpsIn(const std::filesystem::path& folder)
{
    std::vector<fs::path> dumps;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".dmp")
            dumps.push_back(entry.path());
    }
    // Names begin with the time.
    std::ranges::sort(dumps, std::ranges::greater());
    return dumps;
}

#if defined(__x86_64__) || defined(__aarch64__)

void installCrashHandler(const std::filesystem::path& folder)
{
    const auto& path = folder.native();
    if (path.size() >= dumpsPath.size())
        return;
    path.copy(dumpsPath.data(), path.size());
    useSignalStack();
    struct sigaction action = {};
    action.sa_sigaction = onCrash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (const int signal : kSignals)
        ::sigaction(signal, &action, nullptr);
}

std::optional<int> runDumpWriter(int argc, char** argv)
{
    if (argc != 8 || std::strcmp(argv[1], kWriterArgument) != 0)
        return std::nullopt;
    std::array<std::uint64_t, 5> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto number = numberOf(argv[i + 2]);
        if (!number)
            return 1;
        numbers[i] = *number;
    }
    ::alarm(kWriterSeconds);
    waitForGo(numbers[4]);
    const Crash crash{.thread = static_cast<std::uint32_t>(numbers[1]),
                      .signalInfo = numbers[2],
                      .context = numbers[3]};
    const auto written = writeDumpOf(static_cast<std::uint32_t>(numbers[0]), crash, argv[7]);
    if (!written)
        say("crashed, and no dump could be written: " + written.error().describe());
    return written ? 0 : 1;
}

#else

void installCrashHandler(const std::filesystem::path&) {}

std::optional<int> runDumpWriter(int, char**)
{
    return std::nullopt;
}

#endif

} // namespace faultline::selfdump
