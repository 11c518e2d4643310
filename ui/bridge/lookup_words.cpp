// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/lookup_words.h"

#include "ui/bridge/activity_rows.h"
#include "ui/bridge/candidate_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

using TransferState = engine::TransferProgress::State;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(LookupWords)
};

/// The transfer that has come furthest tells most.
const engine::TransferProgress* furthest(const OpenLookup& lookup, const TransferStates* transfers)
{
    const engine::TransferProgress* found = nullptr;
    for (const OpenLookup::Place& place : lookup.places) {
        const auto* transfer = transfers ? transfers->running(place.candidate.location) : nullptr;
        if (transfer && (!found || transfer->receivedBytes > found->receivedBytes))
            found = transfer;
    }
    return found;
}

bool isFetching(const engine::TransferProgress* transfer)
{
    return transfer && transfer->receivedBytes > 0;
}

QString percentOf(const engine::TransferProgress& transfer)
{
    if (transfer.totalBytes == 0 || transfer.receivedBytes > transfer.totalBytes)
        return Words::tr("downloading…");
    //: a number of percent, of a download
    return Words::tr("%1 %").arg(transfer.receivedBytes * 100 / transfer.totalBytes);
}

QString answersText(const OpenLookup& lookup)
{
    const auto all = int(lookup.places.size());
    const auto answered =
        int(std::ranges::count(lookup.places, true, &OpenLookup::Place::hasAnswered));
    return all == 0 ? QString()
                    : Words::tr("%1 of %2 places have answered.").arg(answered).arg(all);
}

} // namespace

QString transferWords(const engine::TransferProgress& transfer)
{
    const ActivityRow row = makeActivityRow(transfer);
    QStringList parts{QString(row.stateText + u' ' + row.amount).trimmed()};
    if (!row.rate.isEmpty())
        parts.append(row.rate);
    return parts.join(QStringLiteral(", "));
}

LookupWords
lookupWords(const ReportState& state, std::uint32_t module, const TransferStates* transfers)
{
    const QString name = moduleName(state.event->modules[module]);
    const OpenLookup* lookup = state.lookup(module);
    if (!lookup)
        return {.status = Words::tr("waiting"),
                .headline = Words::tr("%1 has not been looked for yet").arg(name),
                .explanation = Words::tr("The search is still running.")};
    if (lookup->step == OpenLookup::Step::Converting)
        return {.status = Words::tr("reading…"),
                .headline = Words::tr("The debug file of %1 is being read…").arg(name),
                .explanation = {}};
    const auto* transfer = furthest(*lookup, transfers);
    if (isFetching(transfer))
        return {.status = percentOf(*transfer),
                .headline = Words::tr("The file of %1 is being downloaded…").arg(name),
                //: %1 says how far a download is, %2 is the name of a source
                .explanation = Words::tr("%1, from %2")
                                   .arg(transferWords(*transfer), toQString(transfer->source))};
    return {.status = Words::tr("looking…"),
            .headline = Words::tr("Looking for the debug file of %1…").arg(name),
            .explanation = answersText(*lookup)};
}

} // namespace faultline::ui
