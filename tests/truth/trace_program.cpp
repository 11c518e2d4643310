// SPDX-License-Identifier: GPL-3.0-or-later
/// trace_program --out FOLDER [--instants N] [--seed N] [--steps N] -- PROGRAM ARGUMENTS…
/// Executes a program one instruction at a time beside a shadow stack, and writes core files at
/// chosen instants, each with its true chain of frames in chains.json (a line each).
/// docs/truth.md describes the method.
#include "tests/truth/code_kind.h"
#include "tests/truth/shadow_stack.h"
#include "tests/truth/snapshot.h"
#include "tests/truth/tracee.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <elf.h>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <set>

namespace faultline::truth {

namespace {

struct Options
{
    std::filesystem::path out;
    unsigned instants = 40;
    unsigned seed = 1;
    std::uint64_t steps = 400'000;
    std::vector<std::string> commandLine;
};

/// At which kind of place the next core is wanted.
enum class Place : std::uint8_t { Anywhere, BeforeReturn, AfterCall, Prologue, Handler, Leaving };
constexpr std::array<const char*, 6> kPlaceNames{"anywhere", "before return", "after call",
                                                 "prologue", "in handler",    "leaving"};

struct Instant
{
    std::string core;
    Place place = Place::Anywhere;
    std::uint64_t step = 0;
    std::vector<ShadowStack::Link> chain;
    bool isWaitingForJump = false; ///< The chain lacks the function that the next jump goes to.
    std::string doubt;             ///< Why the chain does not count. Empty if it does.
    unsigned confirmed = 0;
    std::vector<Mapping> code; ///< The executable mappings.
};

class Trace
{
public:
    explicit Trace(const Options& options)
        : m_options(options), m_tracee(options.commandLine), m_shadow(m_tracee.wordBytes()),
          m_random(options.seed)
    {
    }

    enum class Start : std::uint8_t { Found, CalledByInterpreter, Ended };

    /// The frames begin at the program's entry: the dynamic linker has returned then. If it calls
    /// the program instead, as klibc does, they begin with the first instruction.
    Start runToEntry()
    {
        const auto entries = m_tracee.auxv();
        const auto entry = std::ranges::find(entries, std::uint64_t{AT_ENTRY},
                                             &decltype(entries)::value_type::first);
        const auto sp = m_tracee.sp();
        if (entry == entries.end() || !m_tracee.runTo({{.address = entry->second, .lowestSp = 0}}))
            return Start::Ended;
        return m_tracee.sp() == sp ? Start::Found : Start::CalledByInterpreter;
    }

    void run()
    {
        chooseNext();
        while (m_step < m_options.steps && m_shadow.isSure() && advance()) {
            ++m_step;
            if (m_step >= m_nextStep && isWanted())
                takeCore();
        }
    }

    const std::vector<Instant>& instants() const { return m_instants; }

private:
    bool advance()
    {
        std::array<std::byte, 15> code{};
        const auto count = m_tracee.read(m_tracee.pc(), code);
        m_kind = codeKind(std::span(code).first(count), m_tracee.is64Bit());
        const auto before = m_tracee.registers();
        switch (m_tracee.step()) {
        case Tracee::Step::Ended: return false;
        case Tracee::Step::Signal: return true;
        case Tracee::Step::Handler: enterHandler(before); return true;
        case Tracee::Step::Instruction: break;
        }
        m_sinceCall += 1;
        follow(before);
        return !m_tracee.hasEnded();
    }

    void enterHandler(const user_regs_struct& before)
    {
        const auto slot = m_tracee.sp();
        m_shadow.signalled(slot, m_tracee.word(slot).value_or(0), m_tracee.stackAt(slot),
                           before.rip, before.rsp);
        m_sinceCall = 0;
    }

    void follow(const user_regs_struct& before)
    {
        const auto sp = m_tracee.sp();
        const auto stack = m_tracee.stackAt(sp);
        const bool hasCalled = m_kind == CodeKind::Call && sp == before.rsp - m_tracee.wordBytes();
        if (hasCalled) {
            enter(sp, stack);
        } else if (m_kind == CodeKind::Return) {
            leave(before);
            m_shadow.moved(sp, stack, true);
        } else if (m_kind == CodeKind::SystemCall && isSignalReturn(before)) {
            m_shadow.signalReturned();
        } else {
            const bool wasLeaving = m_shadow.isLeaving();
            m_shadow.moved(sp, stack, false);
            if (!wasLeaving && m_shadow.isLeaving())
                doubtLatest();
            if (m_kind == CodeKind::IndirectJump)
                jump();
        }
    }

    /// A call of the next instruction only reads pc.
    void enter(std::uint64_t slot, std::uint64_t stack)
    {
        const auto returnAddress = m_tracee.word(slot).value_or(0);
        if (returnAddress == m_tracee.pc())
            return;
        m_shadow.called(slot, returnAddress, stack);
        m_sinceCall = 0;
        if (canSkip() && m_tracee.runTo(returnsOf(m_shadow.chain(m_tracee.pc())))) {
            m_shadow.moved(m_tracee.sp(), m_tracee.stackAt(m_tracee.sp()), true);
            m_sinceCall = kLongAgo;
        }
    }

    /// Where a call returns to, and some of its callers: it may end by longjmp or an exception.
    std::vector<Tracee::Destination> returnsOf(const std::vector<ShadowStack::Link>& chain) const
    {
        std::vector<Tracee::Destination> destinations;
        const auto count = chain.size();
        constexpr std::size_t kStartUpFrames = 4; // Below them main() is called.
        std::set<std::size_t> indices{1, 3, count / 2};
        if (count > kStartUpFrames)
            indices.insert(count - kStartUpFrames);
        for (const auto index : indices) {
            if (index < count && chain[index].slot)
                destinations.push_back({.address = chain[index].address,
                                        .lowestSp = *chain[index].slot + m_tracee.wordBytes()});
        }
        return destinations;
    }

    /// Runs some calls at full speed, to get further into the program.
    bool canSkip()
    {
        constexpr std::size_t kLeastDepth = 6;
        return m_shadow.depth() > kLeastDepth && !m_shadow.isInSignalHandler() &&
               m_random() % 8 == 0;
    }

    void leave(const user_regs_struct& before)
    {
        const auto result = m_shadow.returned(before.rsp, m_tracee.pc());
        if (result.id == 0) {
            jump();
            return;
        }
        for (auto& instant : m_instants) {
            const auto link = std::ranges::find(instant.chain, result.id, &ShadowStack::Link::id);
            if (link == instant.chain.end())
                continue;
            if (result.isConfirmed)
                ++instant.confirmed;
            else if (instant.doubt.empty())
                instant.doubt = "a return went elsewhere";
        }
    }

    /// longjmp's unwind data describe its target some instructions before sp is there, and so do
    /// all walkers; for those instants two chains are right.
    void doubtLatest()
    {
        constexpr std::uint64_t kInstructions = 24;
        for (auto& instant : m_instants) {
            if (!instant.isWaitingForJump && instant.step + kInstructions > m_step &&
                instant.doubt.empty())
                instant.doubt = "sp was about to leave the frame";
        }
    }

    void jump()
    {
        m_shadow.jumped();
        for (auto& instant : m_instants) {
            if (!instant.isWaitingForJump)
                continue;
            instant.isWaitingForJump = false;
            instant.chain.insert(
                instant.chain.begin() + 1,
                {.address = m_tracee.pc(), .isExact = false, .slot = std::nullopt});
        }
    }

    bool isSignalReturn(const user_regs_struct& before) const
    {
        const auto number = before.rax;
        return m_shadow.isInSignalHandler() &&
               (m_tracee.is64Bit() ? number == 15 : number == 173 || number == 119);
    }

    void chooseNext()
    {
        constexpr std::array kPlaces{Place::Anywhere,  Place::BeforeReturn, Place::Anywhere,
                                     Place::AfterCall, Place::Prologue,     Place::Anywhere};
        m_wanted = kPlaces[m_instants.size() % kPlaces.size()];
        const auto gap = std::max<std::uint64_t>(2 * m_options.steps / m_options.instants, 2);
        m_nextStep = m_step + 1 + m_random() % gap;
    }

    bool isWanted() const
    {
        constexpr std::uint64_t kPatience = 5000;
        if (m_instants.size() >= m_options.instants)
            return false;
        return m_step > m_nextStep + kPatience || currentPlace(m_wanted) == m_wanted;
    }

    /// Where pc is now; of several answers the one that is asked for.
    Place currentPlace(Place wanted) const
    {
        const bool isAfterCall = m_sinceCall == 0;
        if (wanted == Place::Anywhere)
            return Place::Anywhere;
        if (wanted == Place::AfterCall && isAfterCall)
            return Place::AfterCall;
        if (wanted == Place::Prologue && m_sinceCall > 0 && m_sinceCall < 4)
            return Place::Prologue;
        std::array<std::byte, 15> code{};
        const auto count = m_tracee.read(m_tracee.pc(), code);
        const auto kind = codeKind(std::span(code).first(count), m_tracee.is64Bit());
        return kind == CodeKind::Return ? Place::BeforeReturn : Place::Anywhere;
    }

    void takeCore()
    {
        Instant instant{.core = fmt::format("{:04}.core", m_instants.size()),
                        .place = currentPlace(m_wanted),
                        .step = m_step,
                        .chain = m_shadow.chain(m_tracee.pc()),
                        .isWaitingForJump = m_shadow.isLeaving(),
                        .doubt = {},
                        .code = {}};
        if (instant.isWaitingForJump)
            instant.place = Place::Leaving;
        else if (m_shadow.isInSignalHandler())
            instant.place = Place::Handler;
        for (const auto& link : instant.chain) {
            if (link.slot && m_tracee.word(*link.slot) != link.address)
                instant.doubt = "a slot was overwritten";
        }
        for (auto& mapping : m_tracee.mappings()) {
            if (mapping.isExecutable)
                instant.code.push_back(std::move(mapping));
        }
        if (m_shadow.hidesFrames())
            instant.doubt = "a return address is in no slot";
        if (writeCore(m_tracee, m_options.out / instant.core))
            m_instants.push_back(std::move(instant));
        chooseNext();
    }

    static constexpr std::uint64_t kLongAgo = 1000;
    const Options& m_options;
    Tracee m_tracee;
    ShadowStack m_shadow;
    std::mt19937_64 m_random;
    CodeKind m_kind = CodeKind::Other;
    std::uint64_t m_step = 0;
    std::uint64_t m_nextStep = 0;
    std::uint64_t m_sinceCall = 0;
    Place m_wanted = Place::Anywhere;
    std::vector<Instant> m_instants;
};

/// The file of a frame's code and the place in it, so that a scorer can look for unwind data.
std::string asJson(const Instant& instant, const ShadowStack::Link& link)
{
    const auto at = link.isExact ? link.address : link.address - 1;
    const auto mapping = std::ranges::find_if(
        instant.code, [=](const Mapping& m) { return at >= m.begin && at < m.end; });
    const bool isFound = mapping != instant.code.end();
    return fmt::format(R"({{"address": {}, "exact": {}, "file": "{}", "offset": {}}})",
                       link.address, link.isExact, isFound ? mapping->path : "",
                       isFound ? at - mapping->begin + mapping->offset : 0);
}

std::string asJson(const Instant& instant)
{
    std::string frames;
    for (const auto& link : instant.chain)
        frames += (frames.empty() ? "" : ", ") + asJson(instant, link);
    const auto doubt = instant.isWaitingForJump ? "the run ended before its jump" : instant.doubt;
    return fmt::format(
        R"({{"core": "{}", "place": "{}", "step": {}, "doubt": "{}", "confirmed": {}, "chain": [{}]}})",
        instant.core, kPlaceNames[static_cast<std::size_t>(instant.place)], instant.step, doubt,
        instant.confirmed, frames);
}

std::unique_ptr<Trace> startOf(const Options& options)
{
    auto trace = std::make_unique<Trace>(options);
    switch (trace->runToEntry()) {
    case Trace::Start::Found: return trace;
    case Trace::Start::CalledByInterpreter: return std::make_unique<Trace>(options);
    case Trace::Start::Ended: break;
    }
    return nullptr;
}

int runTool(const Options& options)
{
    std::filesystem::create_directories(options.out);
    const auto trace = startOf(options);
    if (!trace) {
        std::cerr << "the program ended before its entry point\n";
        return 1;
    }
    trace->run();
    std::ofstream chains(options.out / "chains.json");
    for (const auto& instant : trace->instants())
        chains << asJson(instant) << '\n';
    return chains.flush() ? 0 : 1;
}

} // namespace

} // namespace faultline::truth

int main(int argc, char** argv)
{
    faultline::truth::Options options;
    CLI::App app{"Traces a program with a shadow stack and writes cores with their true chains"};
    app.add_option("--out", options.out)->required();
    app.add_option("--instants", options.instants)->check(CLI::Range(1, 100'000));
    app.add_option("--seed", options.seed);
    app.add_option("--steps", options.steps);
    app.add_option("program", options.commandLine)->required();
    app.positionals_at_end();
    CLI11_PARSE(app, argc, argv);
    try {
        return faultline::truth::runTool(options);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
