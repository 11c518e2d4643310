// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/line_cursor.h"
#include "core/formats/crash/text/trace_builder.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

/// Call trees with samples, as Apple's tools write them: parts of their readers.
namespace faultline::nativetext {

/// A line of a tree. Deeper lines are called by it.
struct TreeLine
{
    std::size_t depth = 0; ///< The column of the count.
    std::uint64_t samples = 0;
    bool isKernel = false;
    FrameText frame;
};

/// "0x100000000 -  0x100007fff  com.example.Demo 1.0 (1)  <6D0C1A2B-…>  /a/Demo.app/…/Demo"
struct ImageLine
{
    std::uint64_t begin = 0;
    std::optional<std::uint64_t> end; ///< Of the last byte; absent when unknown.
    std::string_view uuid;
    std::string_view path;
};

std::optional<ImageLine> parseImageLine(std::string_view line);

/// "Mail [4242]": sets the name and the number of the process.
void setSampledProcess(TraceBuilder& trace, std::string_view text);

/// The tree of one thread while it goes by.
class ThreadTree
{
public:
    struct Call
    {
        std::optional<std::uint32_t> caller; ///< Index into calls().
        TreeLine call;
        Line line;
    };

    /// Returns false where the tree is too deep.
    bool add(const TreeLine& call, const Line& line);

    const std::vector<Call>& calls() const { return m_calls; }

    /// The calls on the way to the heaviest leaf: at each level the first with most samples.
    std::vector<std::uint32_t> heaviestPath() const;

private:
    std::vector<Call> m_calls;
    std::vector<std::uint32_t> m_open; ///< The calls above the next line.
};

/// A thread that was sampled.
struct SampledThread
{
    std::uint64_t id = 0; ///< 0 when the text gives none.
    std::string_view queue;
    std::string_view name;
};

/// Takes threads with their calls, then images, and makes stacks and trees of them.
class SampledThreads
{
public:
    explicit SampledThreads(TraceBuilder& trace) : m_trace(trace) {}

    void begin(const SampledThread& thread);

    bool hasBegun() const { return m_thread.has_value(); }

    /// Adds a call to the thread that was begun last. Leaves out calls beyond the limits and counts
    /// them; makeStacks() tells how many. A count of samples that is too large to be true is lost,
    /// but not its call.
    void add(TreeLine call, const Line& line);
    void addImage(const ImageLine& image);
    /// Ends the thread that was begun last.
    void end();

    std::size_t count() const { return m_stacks.size(); }

    /// The heaviest path of each thread is its stack. `summary` is a further tree of one path, for
    /// texts without threads: its samples are those of the threads.
    void makeStacks(ThreadTree summary = {});

private:
    struct Stack
    {
        SampledThread thread;
        ThreadTree tree;
    };

    using ImagesByName = std::map<std::string_view, const ImageLine*>;

    void listImage(const ImageLine& image);
    FrameText placed(const FrameText& frame, const ImagesByName& images) const;
    std::optional<std::uint32_t> addStack(const Stack& stack,
                                          const std::vector<std::uint32_t>& path,
                                          const ImagesByName& images);
    void addTree(const ThreadTree& tree, std::uint32_t thread, const ImagesByName& images);
    void tellBranches(std::size_t branches);

    TraceBuilder& m_trace;
    std::optional<SampledThread> m_thread;
    ThreadTree m_tree;
    std::vector<Stack> m_stacks;
    std::vector<ImageLine> m_images;
    std::size_t m_calls = 0;
    std::size_t m_leftOut = 0;
};

} // namespace faultline::nativetext
