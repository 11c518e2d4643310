// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/palette_model.h"

#include "ui/models/fuzzy_match.h"
#include "ui/models/roles.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace faultline::ui {

namespace {

constexpr qsizetype kMostOfAGroup = 3;
constexpr qsizetype kMostUsed = 8;
constexpr qsizetype kMostAfterPrefix = 200;
constexpr int kUsedBonus = 12;
constexpr int kPossibleBonus = 4;

struct Fit
{
    const PaletteEntry* entry = nullptr;
    FuzzyMatch match;
};

bool isFoundByText(PaletteKind kind)
{
    return kind == PaletteKind::Place || kind == PaletteKind::Symbol;
}

std::optional<FuzzyMatch> fit(const PaletteEntry& entry, const QString& text)
{
    if (const auto match = fuzzyMatch(text, entry.text))
        return match;
    if (isFoundByText(entry.kind))
        return FuzzyMatch{};
    for (const QString& other : {entry.english, entry.remark + u' ' + entry.text}) {
        if (auto match = fuzzyMatch(text, other))
            return FuzzyMatch{.score = match->score, .positions = {}};
    }
    return std::nullopt;
}

void appendGroup(QList<PaletteRow>& rows, PaletteKind kind, const QList<Fit>& fits, qsizetype most)
{
    if (fits.isEmpty())
        return;
    rows.append(
        {.entry = {.kind = kind, .id = {}, .text = PaletteModel::title(kind)}, .isTitle = true});
    for (const Fit& each : fits.first(std::min(most, fits.size()))) {
        rows.append(PaletteRow{.entry = *each.entry, .matched = each.match.positions});
        rows.last().entry.kind = kind;
    }
}

/// In the order of use.
QList<Fit>
usedFits(const QList<PaletteEntry>& entries, const PaletteQuery& query, const QStringList& used)
{
    QList<Fit> fits;
    for (const QString& id : used) {
        const auto found = std::ranges::find(entries, id, &PaletteEntry::id);
        if (found != entries.end() && query.wants(found->kind) && fits.size() < kMostUsed)
            fits.append(Fit{.entry = &*found, .match = {}});
    }
    return fits;
}

} // namespace

PaletteQuery paletteQuery(const QString& typed)
{
    using enum PaletteKind;
    const std::array<std::pair<QString, QList<PaletteKind>>, 7> prefixes{
        {{QStringLiteral(">"), {Action, Setting}},
         {QStringLiteral("@"), {Function, Symbol}},
         {QStringLiteral("#"), {Thread}},
         {QStringLiteral(":"), {Place}},
         {QStringLiteral("m "), {Module}},
         {QStringLiteral("r "), {Report}},
         {QStringLiteral("s "), {Setting}}}};
    for (const auto& [prefix, kinds] : prefixes) {
        if (typed.startsWith(prefix))
            return {.text = typed.sliced(prefix.size()).trimmed(), .kinds = kinds};
    }
    return {.text = typed.trimmed()};
}

PaletteRows paletteRows(const QList<PaletteEntry>& entries,
                        const PaletteQuery& query,
                        const QStringList& used,
                        PaletteLength length)
{
    PaletteRows result;
    std::map<PaletteKind, QList<Fit>> groups;
    for (const PaletteEntry& entry : entries) {
        if (!query.wants(entry.kind))
            continue;
        auto match = fit(entry, query.text);
        if (!match)
            continue;
        if (entry.kind == PaletteKind::Place)
            match->score = 0; // What fits the place best was given first.
        else if (!query.text.isEmpty())
            match->score += (used.contains(entry.id) ? kUsedBonus : 0) +
                            (entry.reason.isEmpty() ? kPossibleBonus : 0) -
                            int(std::min<qsizetype>(entry.text.size(), 200)) / 16;
        groups[entry.kind].append(Fit{.entry = &entry, .match = *std::move(match)});
        ++result.matches;
    }
    const bool isOverview = length == PaletteLength::Overview;
    if (query.text.isEmpty() && isOverview)
        appendGroup(result.rows, PaletteKind::Used, usedFits(entries, query, used), kMostUsed);
    const qsizetype most = isOverview ? kMostOfAGroup : kMostAfterPrefix;
    for (auto& [kind, fits] : groups) {
        std::ranges::stable_sort(fits, std::ranges::greater(),
                                 [](const Fit& each) { return each.match.score; });
        appendGroup(result.rows, kind, fits, most);
    }
    return result;
}

QString PaletteModel::title(PaletteKind kind)
{
    switch (kind) {
    case PaletteKind::Used: return tr("Used last");
    case PaletteKind::Place: return tr("Places");
    case PaletteKind::Function: return tr("Functions in this report");
    case PaletteKind::Action: return tr("Actions");
    case PaletteKind::Symbol: return tr("Symbols of the modules");
    case PaletteKind::Thread: return tr("Threads");
    case PaletteKind::Module: return tr("Modules");
    case PaletteKind::Report: return tr("Reports");
    case PaletteKind::Setting: return tr("Settings");
    }
    return {};
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const
{
    const PaletteRow* shown = rowAt(index.row());
    return !shown || shown->isTitle ? Qt::NoItemFlags : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

QVariant PaletteModel::cell(int index, int, int role) const
{
    const PaletteRow& shown = row(index);
    switch (role) {
    case Qt::DisplayRole: return shown.entry.text;
    case Qt::ToolTipRole: return shown.entry.reason;
    case Qt::AccessibleTextRole: {
        QStringList parts{shown.entry.text};
        for (const QString& part :
             {shown.entry.remark, shown.entry.end, shown.entry.keys.join(QStringLiteral(", ")),
              shown.entry.reason}) {
            if (!part.isEmpty())
                parts.append(part);
        }
        return parts.join(QStringLiteral(", "));
    }
    case FaceRole: return int(shown.entry.isFixed ? Face::Fixed : Face::Interface);
    case IdRole: return shown.entry.id;
    default: return {};
    }
}

QString PaletteModel::headerCell(int) const
{
    return {};
}

} // namespace faultline::ui
