// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/source_context.h"

#include "core/symbolicate/jvm/retrace/source_path.h"
#include "core/symbolicate/source/context_lines.h"

#include <map>
#include <optional>

namespace faultline::jvm {

namespace {

/// The text of one file and an index of its lines.
struct OpenSource
{
    ByteView bytes;
    symbolicate::SourceLines lines;

    explicit OpenSource(ByteView text) : bytes(std::move(text)), lines(bytes.text()) {}
};

class ContextReader
{
public:
    explicit ContextReader(const Bundles& bundles) : m_bundles(bundles) {}

    void apply(JvmStackFrame& frame)
    {
        if (frame.position.line.value_or(0) == 0)
            return;
        for (const auto& source : sourcesAt(bundleUrl(frame))) {
            if (take(*source, frame))
                return;
        }
    }

private:
    using Sources = std::vector<std::shared_ptr<const OpenSource>>;

    const Sources& sourcesAt(const std::string& url)
    {
        const auto known = m_sources.find(url);
        if (known != m_sources.end())
            return known->second;
        Sources sources;
        for (const auto& bundle : m_bundles) {
            const auto file = bundle->fileByUrl(url);
            if (!file || file->entry == nullptr)
                continue;
            if (auto text = bundle->readText(*file->entry))
                sources.push_back(std::make_shared<const OpenSource>(*std::move(text)));
        }
        return m_sources.emplace(url, std::move(sources)).first->second;
    }

    static bool take(const OpenSource& source, JvmStackFrame& frame)
    {
        Frame lines;
        source.lines.apply(lines, *frame.position.line);
        if (!lines.position.context.line)
            return false;
        frame.position.context = std::move(lines.position.context);
        return true;
    }

    const Bundles& m_bundles;
    std::map<std::string, Sources> m_sources;
};

} // namespace

void addSourceContext(const Bundles& bundles, std::vector<JvmStack>& stacks)
{
    if (bundles.empty())
        return;
    ContextReader reader(bundles);
    for (auto& stack : stacks) {
        for (auto& frame : stack.frames)
            reader.apply(frame);
    }
}

} // namespace faultline::jvm
