// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selfdump/crash_handler.h"

#include "core/base/folder.h"
#include "core/base/random_id.h"
#include "core/base/temp_file.h"
#include "core/selfdump/minidump_file.h"
#include "core/selfdump/secret_values.h"

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
/// Numbers among the writer's arguments; the folder follows.
constexpr std::size_t kWriterNumbers = 6;

/// "20260131T235959Z-0123abcd.dmp", as dumpName() makes it.
bool isDumpName(std::string_view name)
{
    constexpr std::string_view kPattern = "########T######Z-xxxxxxxx.dmp";
    return std::ranges::equal(name, kPattern, [](char c, char expected) {
        const bool isDigit = c >= '0' && c <= '9';
        switch (expected) {
        case '#': return isDigit;
        case 'x': return isDigit || (c >= 'a' && c <= 'f');
        default: return c == expected;
        }
    });
}

/// The names of this user's dumps, the newest first. A user may have other dumps in the folder.
std::vector<std::string> dumpNamesIn(const Folder& folder)
{
    std::vector<std::string> dumps;
    for (const auto& name : folder.names().value_or(std::vector<std::string>())) {
        const auto info = isDumpName(name) ? folder.find(name) : std::nullopt;
        if (info && S_ISREG(info->st_mode) && info->st_uid == ::geteuid())
            dumps.push_back(name);
    }
    // Names begin with the time.
    std::ranges::reverse(dumps);
    return dumps;
}

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
    std::array<std::array<char, 20>, kWriterNumbers> numbers{};
    putHex(numbers[0], static_cast<std::uint64_t>(process));
    putHex(numbers[1], static_cast<std::uint64_t>(thread));
    putHex(numbers[2], std::bit_cast<std::uintptr_t>(info));
    putHex(numbers[3], std::bit_cast<std::uintptr_t>(context));
    putHex(numbers[4], static_cast<std::uint64_t>(go));
    putHex(numbers[5], secretPagesAddress());
    std::array<const char*, kWriterNumbers + 4> arguments{"faultline", kWriterArgument};
    for (std::size_t i = 0; i < kWriterNumbers; ++i)
        arguments[i + 2] = numbers[i].data();
    arguments[kWriterNumbers + 2] = dumpsPath.data();
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
    // Memory may hold secrets: only its owner may read it, and nobody else's folder gets it.
    FL_TRY(const auto place, Folder::openOrMake(folder));
    FL_TRY(const auto info, place.status());
    if (info.st_uid != ::geteuid())
        return fail(ErrorKind::PermissionDenied, folder.string(), " belongs to user ", info.st_uid,
                    ", expected ", ::geteuid());
    FL_TRY(auto file, TempFile::create(place));
    FL_CHECK(file.append(asBytes(dump)));
    const auto name = dumpName();
    FL_CHECK(file.keepIn(place, name));
    for (const auto& old : dumpNamesIn(place) | std::views::drop(kKeptDumps)) {
        if (const auto removed = place.removeFile(old); !removed)
            say(concat("the older dump ", old, " stays: ", removed.error().detail));
    }
    say(concat("crashed; the dump is ", (folder / name).string()));
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
    if (const char* state = std::getenv("STATE_DIRECTORY"); state != nullptr && *state == '/')
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
    if (const auto place = Folder::open(folder)) {
        for (const auto& name : dumpNamesIn(*place))
            dumps.push_back(folder / name);
    }
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
    if (argc != static_cast<int>(kWriterNumbers) + 3 || std::strcmp(argv[1], kWriterArgument) != 0)
        return std::nullopt;
    std::array<std::uint64_t, kWriterNumbers> numbers{};
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
                      .context = numbers[3],
                      .secrets = numbers[5]};
    const auto written =
        writeDumpOf(static_cast<std::uint32_t>(numbers[0]), crash, argv[kWriterNumbers + 2]);
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
