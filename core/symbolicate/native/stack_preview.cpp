// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/stack_preview.h"

#include <optional>
#include <utility>
#include <variant>

namespace faultline::symbolicate {

namespace {

/// Deeper stacks can wait for the whole walk.
constexpr std::size_t kMostFrames = 1024;

bool mayHoldGo(const object::ObjectPtr& code)
{
    if (!code)
        return true;
    switch (code->format()) {
    case object::FileFormat::Elf:
    case object::FileFormat::Pe: return code->goProgram() != nullptr;
    case object::FileFormat::MachO: return code->section("__gopclntab").has_value();
    default: return true;
    }
}

} // namespace

/// Knows unwind data and code, and notes when a step asks for more.
class StackPreview::Provider final : public unwind::WalkModuleProvider
{
public:
    explicit Provider(const ModuleStates& states) : m_states(states) {}

    unwind::WalkModule module(std::uint32_t moduleIndex) override
    {
        unwind::WalkModule answer;
        const auto certain = m_states.certainUnwind(moduleIndex);
        if (!certain)
            return answer;
        m_asksMore |= certain->table == nullptr;
        answer.state = unwind::WalkModule::State::Ready;
        answer.unwind = certain->table;
        answer.code = certain->code;
        answer.mayHoldGo = mayHoldGo(certain->code);
        answer.hasFunction = [this](std::uint64_t /*relative*/) {
            m_asksMore = true;
            return false;
        };
        answer.function = [this](std::uint64_t /*relative*/) {
            m_asksMore = true;
            return std::optional<unwind::WalkFunction>();
        };
        return answer;
    }

    /// Then the last step is not certain.
    bool asksMore() const { return m_asksMore; }

private:
    const ModuleStates& m_states;
    bool m_asksMore = false;
};

StackPreview::StackPreview(const Services& services,
                           const Event& event,
                           const unwind::ModuleMap& modules,
                           unwind::UnwindPreference preference,
                           ModuleResolver& resolver,
                           std::uint32_t thread)
    : m_resolver(resolver), m_provider(std::make_unique<Provider>(resolver.states())),
      m_walker(event, modules, thread, *m_provider, services.limits, preference)
{
}

StackPreview::~StackPreview() = default;

void StackPreview::walkOn()
{
    while (!m_isOver && takeStep()) {
    }
}

/// Returns whether another step can follow at once.
bool StackPreview::takeStep()
{
    auto step = m_walker.next();
    if (m_provider->asksMore() || m_walked.frames.size() >= kMostFrames) {
        m_isOver = true;
    } else if (auto* frame = std::get_if<unwind::WalkedFrame>(&step)) {
        m_walked.frames.push_back(std::move(*frame));
    } else if (const auto* needs = std::get_if<unwind::StackWalker::NeedsModule>(&step)) {
        m_resolver.requestWalk(needs->module, ModuleResolver::Need::OfWatchedThread);
        return m_resolver.states().certainUnwind(needs->module).has_value();
    } else {
        auto& finished = std::get<unwind::StackWalker::Finished>(step);
        m_walked.end = finished.reason;
        m_walked.endNote = std::move(finished.note);
        m_walked.finished = true;
        m_isOver = true;
    }
    return true;
}

} // namespace faultline::symbolicate
