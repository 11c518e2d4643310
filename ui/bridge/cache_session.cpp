// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/cache_session.h"

#include "ui/bridge/cache_words.h"
#include "ui/bridge/engine_preferences.h"
#include "ui/bridge/report_state.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::ui {

namespace {

constexpr int kWhole = 1000;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Caches)
};

struct KindWords
{
    const char* kind;
    const char* name;
    const char* remark = "";
};

/// The folders of core's kinds. A folder that is not listed shows its own name.
constexpr std::array kWords{
    KindWords{"objects", QT_TRANSLATE_NOOP("Caches", "Debug files"),
              QT_TRANSLATE_NOOP("Caches", "as downloaded")},
    KindWords{"object_meta", QT_TRANSLATE_NOOP("Caches", "File metadata"),
              QT_TRANSLATE_NOOP("Caches", "also what was not found")},
    KindWords{"symcaches", QT_TRANSLATE_NOOP("Caches", "Symcaches"),
              QT_TRANSLATE_NOOP("Caches", "made from debug files")},
    KindWords{"ppdb_caches", QT_TRANSLATE_NOOP("Caches", "Managed symbols"),
              QT_TRANSLATE_NOOP("Caches", "portable PDB")},
    KindWords{"auxdifs", QT_TRANSLATE_NOOP("Caches", "Symbol maps"),
              QT_TRANSLATE_NOOP("Caches", "of Apple builds")},
    KindWords{"il2cpp", QT_TRANSLATE_NOOP("Caches", "Line mappings"),
              QT_TRANSLATE_NOOP("Caches", "of Unity builds")},
    KindWords{"sourcefiles", QT_TRANSLATE_NOOP("Caches", "Source files"),
              QT_TRANSLATE_NOOP("Caches", "for the Source view")},
    KindWords{"artifact_bundles", QT_TRANSLATE_NOOP("Caches", "Script bundles"),
              QT_TRANSLATE_NOOP("Caches", "as downloaded")},
    KindWords{"scriptfiles", QT_TRANSLATE_NOOP("Caches", "Scripts"),
              QT_TRANSLATE_NOOP("Caches", "as downloaded")},
    KindWords{"sourcemap_caches", QT_TRANSLATE_NOOP("Caches", "Source maps"),
              QT_TRANSLATE_NOOP("Caches", "indexed")},
    KindWords{"mappings", QT_TRANSLATE_NOOP("Caches", "Mappings"),
              QT_TRANSLATE_NOOP("Caches", "ProGuard and R8, as downloaded")},
    KindWords{"mapping_caches", QT_TRANSLATE_NOOP("Caches", "Mappings"),
              QT_TRANSLATE_NOOP("Caches", "indexed")},
    KindWords{"source_index", QT_TRANSLATE_NOOP("Caches", "Indexes of symbol servers")},
    KindWords{"mozilla_tables", QT_TRANSLATE_NOOP("Caches", "Function tables")}};

QString durationText(std::chrono::seconds duration)
{
    const auto hours = std::chrono::duration_cast<std::chrono::hours>(duration).count();
    constexpr int kHoursOfDay = 24;
    if (hours >= 2 * kHoursOfDay || hours == kHoursOfDay)
        return Words::tr("%n day(s)", nullptr, int(hours / kHoursOfDay));
    return hours > 0 ? Words::tr("%n hour(s)", nullptr, int(hours)) : Words::tr("under an hour");
}

QString keptText(const engine::CacheRules& rules, cache::CacheCategory category)
{
    const auto& kept = rules.lifetimes.of(category).maxUnusedFor;
    return kept ? durationText(*kept) : Words::tr("no limit");
}

CacheRow makeRow(const engine::CacheKindState& state, const engine::CacheRules& rules)
{
    CacheRow row{.kind = toQString(state.kind), .name = toQString(state.kind), .remark = {}};
    const auto words = std::ranges::find_if(
        kWords, [&](const KindWords& each) { return state.kind == each.kind; });
    if (words != kWords.end()) {
        row.name = Words::tr(words->name);
        row.remark = *words->remark ? Words::tr(words->remark) : QString();
    }
    row.bytes = state.kept.bytes + state.past.bytes;
    row.size = byteText(row.bytes);
    row.entries = QLocale().toString(qulonglong(state.kept.entries + state.past.entries));
    row.oldest = durationText(state.unusedFor);
    row.keptFor = keptText(rules, state.category);
    return row;
}

QList<CacheRow> makeRows(const engine::CacheState& state)
{
    QList<CacheRow> rows;
    for (const auto& kind : state.kinds)
        rows.append(makeRow(kind, state.rules));
    std::ranges::stable_sort(rows, std::greater<>(), &CacheRow::bytes);
    for (CacheRow& row : rows) {
        const quint64 largest = std::max<quint64>(1, rows.first().bytes);
        row.perMille = int(double(row.bytes) / double(largest) * kWhole);
    }
    return rows;
}

QString workText(const engine::CacheWork& work)
{
    using Kind = engine::CacheWork::Kind;
    if (work.kind == Kind::Verify)
        return work.damaged == 0
                   ? Words::tr("%Ln entry(s) checked, all are sound", nullptr, int(work.sound))
                   : Words::tr("%Ln damaged entry(s) removed, the others are sound", nullptr,
                               int(work.damaged));
    return Words::tr("%Ln entry(s) removed (%1)", nullptr, int(work.removed.entries))
        .arg(byteText(work.removed.bytes));
}

CacheSession::Work workOf(engine::CacheWork::Kind kind)
{
    switch (kind) {
    case engine::CacheWork::Kind::CleanUp: return CacheSession::Work::CleanUp;
    case engine::CacheWork::Kind::Verify: return CacheSession::Work::Verify;
    case engine::CacheWork::Kind::Clear: return CacheSession::Work::Clear;
    }
    return CacheSession::Work::None;
}

} // namespace

QString byteText(quint64 bytes)
{
    return QLocale().formattedDataSize(qint64(bytes), 1);
}

QString cacheKindTitle(std::string_view kind)
{
    const auto words =
        std::ranges::find_if(kWords, [&](const KindWords& each) { return kind == each.kind; });
    if (words == kWords.end())
        return toQString(kind);
    const QString name = Words::tr(words->name);
    return *words->remark ? name + QStringLiteral(" · ") + Words::tr(words->remark) : name;
}

void CacheInbox::setReceiver(Receiver receiver)
{
    m_receiver = std::move(receiver);
    deliver();
}

void CacheInbox::post(engine::CacheNotice notice)
{
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(notice));
    }
    QMetaObject::invokeMethod(this, &CacheInbox::deliver, Qt::QueuedConnection);
}

void CacheInbox::deliver()
{
    if (!m_receiver)
        return;
    std::vector<engine::CacheNotice> batch;
    {
        const std::lock_guard lock(m_mutex);
        batch.swap(m_waiting);
    }
    for (const auto& notice : batch)
        m_receiver(notice);
}

CacheSession::CacheSession(engine::CacheDesk& desk,
                           CacheInbox& inbox,
                           const Preferences& preferences,
                           engine::CacheRules rules,
                           QObject* parent)
    : QObject(parent), m_desk(desk), m_inbox(inbox), m_preferences(preferences),
      m_rules(std::move(rules))
{
    m_inbox.setReceiver([this](const engine::CacheNotice& notice) {
        std::visit([this](const auto& value) { take(value); }, notice);
    });
    connect(&preferences, &Preferences::changed, this, [this](Preference preference) {
        if (preference == Preference::CacheLimit || preference == Preference::CacheKeep ||
            preference == Preference::CacheMisses || preference == Preference::CacheDamaged)
            applyRules();
    });
}

CacheSession::~CacheSession()
{
    m_inbox.setReceiver({});
}

quint64 CacheSession::removableBytes() const
{
    const quint64 over =
        m_limitBytes > 0 && m_keptBytes > m_limitBytes ? m_keptBytes - m_limitBytes : 0;
    return m_pastBytes + over;
}

void CacheSession::measure()
{
    if (std::exchange(m_isMeasuring, true))
        return;
    m_desk.measure();
    Q_EMIT changed();
}

/// What was measured by other rules is measured again.
void CacheSession::applyRules()
{
    engine::CacheRules rules = m_rules;
    applyPreferences(m_preferences, rules);
    m_desk.setRules(std::move(rules));
    if (!m_isMeasured && !m_isMeasuring)
        return;
    m_isMeasuring = true;
    m_desk.measure();
    Q_EMIT changed();
}

void CacheSession::begin(Work work)
{
    m_work = work;
    Q_EMIT changed();
}

void CacheSession::cleanUp()
{
    m_desk.cleanUp();
    begin(Work::CleanUp);
}

void CacheSession::verify()
{
    m_desk.verify();
    begin(Work::Verify);
}

void CacheSession::clear(const QStringList& kinds)
{
    std::vector<std::string> names;
    for (const QString& kind : kinds)
        names.push_back(kind.toStdString());
    m_desk.clear(std::move(names));
    begin(Work::Clear);
}

void CacheSession::cancel()
{
    m_desk.cancel();
}

void CacheSession::take(const engine::CacheState& state)
{
    m_isMeasured = true;
    m_isMeasuring = false;
    m_folder = toQString(state.folder.string());
    m_keptBytes = 0;
    m_pastBytes = 0;
    m_entries = 0;
    for (const auto& kind : state.kinds) {
        m_keptBytes += kind.kept.bytes;
        m_pastBytes += kind.past.bytes;
        m_entries += kind.kept.entries + kind.past.entries;
    }
    m_usedLately = state.usedLately;
    m_limitBytes = state.rules.quotaBytes.value_or(0);
    m_freeBytes = state.freeBytes.value_or(0);
    m_problem = state.error ? toQString(state.error->detail) : QString();
    m_kinds.setRows(makeRows(state));
    Q_EMIT changed();
}

void CacheSession::take(const engine::CacheWork& work)
{
    if (m_work == workOf(work.kind))
        m_work = Work::None;
    m_isMeasuring = true; // The service measures after each work, unless it was cancelled.
    if (work.error && work.error->kind == ErrorKind::Cancelled)
        m_desk.measure();
    Q_EMIT changed();
    if (!work.error)
        Q_EMIT worked(workText(work), false);
    else if (work.error->kind == ErrorKind::Cancelled)
        Q_EMIT worked(Words::tr("Cancelled"), false);
    else
        Q_EMIT worked(Words::tr("The cache folder could not be changed: %1")
                          .arg(toQString(work.error->detail)),
                      true);
}

} // namespace faultline::ui
