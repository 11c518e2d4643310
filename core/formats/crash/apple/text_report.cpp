// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/apple/text_report.h"

#include "core/base/text.h"
#include "core/formats/crash/apple/apple_facts.h"
#include "core/formats/crash/apple/report_lines.h"

#include <algorithm>
#include <array>
#include <map>

namespace faultline::apple {

namespace {

// Free text that may follow the "Application Specific Information", and nothing of which is read.
constexpr std::array<std::string_view, 8> kSkippedSections{
    "Filtered syslog:",
    "Application Specific Signatures:",
    "Kernel Triage:",
    "Error Formulating Crash Report:",
    "External Modification Summary:",
    "VM Region Summary:",
    "System Profile:",
    "Global Trace Buffer (reverse chronological seconds):",
};

constexpr std::size_t kMaxStripped = 1000; ///< Each is compared with all images.

std::string_view trimRight(std::string_view text)
{
    const auto end = text.find_last_not_of(" \t\r\n\f\v");
    return text.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

class TextReportParser
{
public:
    explicit TextReportParser(const ParseLimits& limits) : m_limits(limits) {}

    Result<TextReport> parse(std::string_view text)
    {
        for (const auto line : splitLines(text)) {
            ++m_line;
            FL_CHECK(read(trimRight(line)));
        }
        finish();
        return std::move(m_report);
    }

private:
    enum class Section : std::uint8_t {
        Facts,
        Information,
        Skipped,
        Frames,
        Addresses,
        Registers,
        Images
    };

    Result<void> read(std::string_view line)
    {
        if (m_line == 1 && line.starts_with('{')) {
            m_report.jsonHeader = line;
            return {};
        }
        if (startSection(line) || startThread(line))
            return {};
        switch (m_section) {
        case Section::Facts:
            readTermination(line);
            readFact(line);
            break;
        case Section::Information: m_information.push_back(line); break;
        case Section::Skipped: break;
        case Section::Frames: readFrame(line); break;
        case Section::Addresses: readAddresses(line); break;
        case Section::Registers: readRegisters(line); break;
        case Section::Images: return readImage(line);
        }
        return {};
    }

    bool startSection(std::string_view line)
    {
        if (line == "Application Specific Information:")
            m_section = Section::Information;
        else if (line == "Binary Images:" || line == "Binary Images")
            m_section = Section::Images;
        else if (line == "Last Exception Backtrace:")
            startBacktrace(kLastException);
        else if (line.starts_with("Application Specific Backtrace ") && line.ends_with(':'))
            startBacktrace(line.substr(0, line.size() - 1));
        else if (std::ranges::find(kSkippedSections, line) != kSkippedSections.end())
            m_section = Section::Skipped;
        else
            return false;
        return true;
    }

    void startBacktrace(std::string_view name)
    {
        m_section = Section::Addresses;
        if (auto* stack = addThread(m_report.backtraces))
            stack->name = std::string(name);
    }

    bool startThread(std::string_view line)
    {
        const auto thread = parseThreadLine(line);
        if (!thread)
            return false;
        switch (thread->kind) {
        case ThreadLine::Kind::Name: m_labels[thread->number] = thread->label; break;
        case ThreadLine::Kind::Registers:
            m_section = Section::Registers;
            m_registers.push_back(
                {.thread = thread->number, .threadsBefore = m_report.threads.size(), .values = {}});
            break;
        case ThreadLine::Kind::Start:
        case ThreadLine::Kind::CrashedStart: addNumberedThread(*thread); break;
        }
        return true;
    }

    void addNumberedThread(const ThreadLine& line)
    {
        m_section = Section::Frames;
        auto* thread = addThread(m_report.threads);
        if (thread == nullptr)
            return;
        thread->id = line.number;
        thread->isRequesting = line.kind == ThreadLine::Kind::CrashedStart;
        setLabel(*thread, line.label);
    }

    static void setLabel(EventThread& thread, const ThreadLabel& label)
    {
        if (!label.name.empty())
            thread.name = std::string(label.name);
        if (!label.queue.empty())
            thread.queue = std::string(label.queue);
    }

    /// The new thread, whose frames the following lines are; null beyond the limit.
    EventThread* addThread(std::vector<EventThread>& list)
    {
        m_frames = nullptr;
        m_continues = false;
        if (m_report.threads.size() + m_report.backtraces.size() >= m_limits.maxThreads) {
            noteOnce("threads",
                     concat("more than ", m_limits.maxThreads, ", the rest is left out"));
            return nullptr;
        }
        auto& thread = list.emplace_back();
        thread.isRequesting = false;
        m_frames = &thread.givenFrames.emplace();
        return &thread;
    }

    void readFact(std::string_view line)
    {
        const auto colon = line.find(':');
        if (colon == std::string_view::npos)
            return;
        const auto key = trimAscii(line.substr(0, colon));
        if (key.empty())
            return;
        const auto value = trimAscii(line.substr(colon + 1));
        m_report.facts.push_back({key, value});
        if (key == "Termination Reason") {
            m_isInTermination = true;
            m_report.termination = value;
        }
    }

    /// The lines below "Termination Reason" up to a gap: the dynamic linker's are of several lines.
    void readTermination(std::string_view line)
    {
        const auto isFact =
            line.starts_with("Terminating Process:") || line.starts_with("Triggered by Thread:");
        m_isInTermination = m_isInTermination && !line.empty() && !isFact;
        if (m_isInTermination)
            m_report.termination += concat("\n", trimAscii(line));
    }

    void readFrame(std::string_view line)
    {
        const auto frame = parseFrameLine(line);
        if (!frame) {
            m_section = Section::Facts;
            readFact(line);
            return;
        }
        addFrame(*frame);
    }

    void addFrame(const FrameLine& frame)
    {
        if (m_frames == nullptr)
            return;
        if (m_frames->size() >= m_limits.maxFramesPerThread) {
            noteOnce("frames", concat("a thread has more than ", m_limits.maxFramesPerThread,
                                      ", the rest is left out"));
            return;
        }
        appendFrame(*m_frames, frame, m_continues);
        m_continues = frame.isInlined;
    }

    /// Frame lines, or nothing but addresses: "(0x18de… 0x18dd…)", perhaps over several lines.
    void readAddresses(std::string_view line)
    {
        if (line.empty()) {
            if (m_frames != nullptr && !m_frames->empty())
                m_section = Section::Facts;
            return;
        }
        if (const auto frame = parseFrameLine(line)) {
            addFrame(*frame);
            return;
        }
        for (const auto address : parseAddressLine(line))
            addFrame({.address = address, .module = {}, .symbol = {}, .isInlined = false});
    }

    void readRegisters(std::string_view line)
    {
        if (line.empty()) {
            m_section = Section::Facts;
            return;
        }
        for (auto& entry : parseRegisterLine(line))
            m_registers.back().values.push_back(std::move(entry));
    }

    Result<void> readImage(std::string_view line)
    {
        if (line.empty())
            return {};
        const auto image = parseImageLine(line);
        if (!image) {
            readOtherImageLine(line);
            return {};
        }
        if (image->high < image->low)
            return fail(ErrorKind::Malformed, "line ", m_line, ": image ends at ", Hex{image->high},
                        ", before its start at ", Hex{image->low});
        addImage(*image);
        return {};
    }

    /// A mailer may have wrapped the path. Any other line is lost alone, up to the next section.
    void readOtherImageLine(std::string_view line)
    {
        if (line.starts_with('/') && m_hasImageWithoutPath) {
            m_hasImageWithoutPath = false;
            auto& module = m_report.images.back().module;
            setIdentity(module, module.debugId.value_or(DebugId()), line);
            return;
        }
        if (line.ends_with(':')) {
            m_section = Section::Skipped;
            return;
        }
        noteOnce("images", concat("line ", m_line, " is no image: ", excerpt(line)));
    }

    void addImage(const ImageLine& line)
    {
        // The kernel's "0x0 - 0xffffffffffffffff ??? <0…0> ???" stands for everything outside
        // images.
        if (line.name.starts_with("???") && line.uuid.value_or(DebugId()).isNil())
            return;
        if (m_report.images.size() >= m_limits.maxModules) {
            noteOnce("images", concat("more than ", m_limits.maxModules, ", the rest is left out"));
            return;
        }
        auto& image = m_report.images.emplace_back();
        image.arch = line.arch;
        image.module.address = line.low;
        image.module.sizeBytes = line.high - line.low;
        image.module.version = std::string(line.version);
        setIdentity(image.module, line.uuid.value_or(DebugId()),
                    line.path.empty() ? line.name : line.path);
        m_hasImageWithoutPath = line.path.empty();
    }

    void noteOnce(std::string_view area, std::string text)
    {
        const auto& known = m_report.diagnostics;
        if (std::ranges::find(known, area, &Diagnostic::area) == known.end())
            m_report.diagnostics.push_back(
                {Diagnostic::Severity::Warning, std::string(area), std::move(text)});
    }

    void finish()
    {
        for (auto& thread : m_report.threads) {
            if (const auto label = m_labels.find(*thread.id); label != m_labels.end())
                setLabel(thread, label->second);
        }
        for (auto& registers : m_registers) {
            if (auto* owner = ownerOf(registers))
                owner->givenRegisters = std::move(registers.values);
        }
        for (auto* list : {&m_report.threads, &m_report.backtraces}) {
            for (auto& thread : *list)
                stripSignatures(*thread.givenFrames);
        }
        while (!m_information.empty() && m_information.back().empty())
            m_information.pop_back();
        for (const auto line : m_information)
            m_report.information += concat(m_report.information.empty() ? "" : "\n", line);
    }

    /// One section of registers.
    struct Registers
    {
        std::uint64_t thread = 0;
        std::size_t threadsBefore = 0; ///< Number of threads above the section.
        std::vector<std::pair<std::string, std::uint64_t>> values;
    };

    /// Returns the first crashed thread, or without one the thread that the section names. When the
    /// crash handler has crashed too (KSCrash), each section belongs to the thread above it.
    EventThread* ownerOf(const Registers& registers)
    {
        auto& threads = m_report.threads;
        if (m_registers.size() > 1) {
            for (auto i = registers.threadsBefore; i-- > 0;) {
                if (threads[i].id == registers.thread)
                    return &threads[i];
            }
            return nullptr;
        }
        auto owner = std::ranges::find(threads, std::optional(true), &EventThread::isRequesting);
        if (owner == threads.end())
            owner = std::ranges::find(threads, std::optional(registers.thread), &EventThread::id);
        return owner == threads.end() ? nullptr : &*owner;
    }

    /// Old reports do not state the kind of an image.
    bool isInSigningImage(std::uint64_t address) const
    {
        const bool isArm64 = m_report.fact("Code Type").starts_with("ARM-64");
        return std::ranges::any_of(m_report.images, [&](const TextReport::Image& image) {
            const bool maySign =
                image.arch == Arch::Arm64e || (image.arch == Arch::Unknown && isArm64);
            return maySign && address - image.module.address < image.module.sizeBytes;
        });
    }

    /// Return addresses of arm64e are signed in their upper bits, and some reporters leave them so.
    /// A user address has 36 to 47 bits; it counts when it is in an image of
    /// such code. On other processors the upper bits are the kernel's.
    void stripSignatures(std::vector<Frame>& frames)
    {
        constexpr unsigned kMostBits = 47;
        constexpr unsigned kFewestBits = 36;
        for (auto& frame : frames) {
            auto& address = frame.makeNative().instructionAddress;
            if (address >> kMostBits == 0 || m_stripped >= kMaxStripped)
                continue;
            ++m_stripped;
            for (auto bits = kMostBits; bits >= kFewestBits; --bits) {
                const auto plain = address & ((std::uint64_t{1} << bits) - 1);
                if (!isInSigningImage(plain))
                    continue;
                address = plain;
                noteOnce("addresses", "signatures of pointer authentication were removed");
                break;
            }
        }
    }

    const ParseLimits& m_limits;
    TextReport m_report;
    Section m_section = Section::Facts;
    std::size_t m_line = 0;
    std::vector<Frame>* m_frames = nullptr; ///< Frames of the current thread.
    bool m_continues = false;               ///< The next line may be the same frame's.
    std::map<std::uint64_t, ThreadLabel> m_labels;
    std::vector<std::string_view> m_information;
    std::vector<Registers> m_registers;
    bool m_isInTermination = false;
    bool m_hasImageWithoutPath = false; ///< The last image.
    std::size_t m_stripped = 0;         ///< Addresses that were looked for in the images.
};

} // namespace

std::string_view TextReport::fact(std::string_view key) const
{
    const auto found = std::ranges::find(facts, key, &Fact::key);
    return found == facts.end() ? std::string_view() : found->value;
}

Result<TextReport> parseTextReport(std::string_view text, const ParseLimits& limits)
{
    return TextReportParser(limits).parse(text);
}

} // namespace faultline::apple
