// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/debug_files.h"

#include "core/engine/inspection.h"
#include "ui/bridge/session_core.h"

#include <QFileInfo>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

namespace faultline::ui {

namespace {

using Answer = engine::DebugFileAnswer;
using Fit = Answer::Fit;

/// The module that the file identifies: the one that is meant, if that is possible. -1 for none.
int identifiedModule(const std::vector<Fit>& fits, int meant)
{
    const auto isOf = [&fits](int module) { return fits.at(std::size_t(module)) == Fit::ById; };
    if (meant >= 0 && isOf(meant))
        return meant;
    const auto found = std::ranges::find(fits, Fit::ById);
    return found == fits.end() ? -1 : int(found - fits.begin());
}

} // namespace

DebugFiles::DebugFiles(SessionCore& core, QObject* parent) : QObject(parent), m_core(core) {}

void DebugFiles::offer(int module, const QString& file)
{
    if (file.isEmpty() || !m_core.hasEvent())
        return;
    const auto job = m_core.inspect(engine::DebugFileQuestion{.path = file.toStdString()});
    m_offers.insert_or_assign(job, Offer{.module = module, .file = file});
}

bool DebugFiles::take(const engine::InspectionSnapshot& answer)
{
    const auto found = m_offers.find(answer.job);
    if (found == m_offers.end())
        return false;
    const Offer offer = std::move(found->second);
    m_offers.erase(found);
    decide(offer, answer.value.get());
    return true;
}

QString DebugFiles::nameOf(int module) const
{
    const QString name = moduleName(m_core.state().event->modules.at(std::size_t(module)));
    return name.isEmpty() ? tr("the module") : name;
}

void DebugFiles::decide(const Offer& offer, const engine::Inspection* answer)
{
    const QString name = QFileInfo(offer.file).fileName();
    const auto* known = answer ? std::get_if<Answer>(&answer->value) : nullptr;
    if (!known || known->state != Answer::State::Known ||
        known->fits.size() != m_core.state().event->modules.size() ||
        offer.module >= int(known->fits.size()))
        return Q_EMIT refused(tr("%1 cannot be read.").arg(name));
    const int owner = identifiedModule(known->fits, offer.module);
    if (owner >= 0) {
        const bool isMeant = owner == offer.module;
        const QString sentence =
            tr("%1 has the id of %2 and is used for it.").arg(name, nameOf(owner));
        return Q_EMIT accepted(owner, offer.file, isMeant ? QString() : sentence);
    }
    if (offer.module < 0)
        return Q_EMIT refused(tr("%1 has the id of no module of this report.").arg(name));
    const QString module = nameOf(offer.module);
    switch (known->fits.at(std::size_t(offer.module))) {
    case Fit::ById:
    case Fit::NotKnown: return Q_EMIT accepted(offer.module, offer.file, {});
    case Fit::WithoutId:
        return Q_EMIT doubted(
            offer.module, offer.file,
            tr("%1 has no id, so nothing says that it belongs to %2.").arg(name, module));
    case Fit::OtherBuild:
        return Q_EMIT doubted(offer.module, offer.file,
                              tr("%1 is of another build than %2.").arg(name, module));
    case Fit::OtherKind:
        return Q_EMIT refused(
            tr("%1 is for another system or processor than %2 and is not used.").arg(name, module));
    case Fit::NoDebugFile: break;
    }
    Q_EMIT refused(tr("%1 is no debug file that Faultline knows.").arg(name));
}

} // namespace faultline::ui
