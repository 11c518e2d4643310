// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/credentials.h"

#include <QPointer>

namespace faultline::ui {

namespace {

QString accountOf(const QString& id, const QString& field)
{
    return QStringLiteral("source:%1:%2").arg(id, field);
}

} // namespace

Credentials::Credentials(SecretStore* store, QObject* parent)
    : QObject(parent), m_store(store), m_lacksStore(store == nullptr)
{
}

void Credentials::noteOutcome(SecretStore::Outcome outcome)
{
    --m_open;
    if (outcome != SecretStore::Outcome::Unavailable || m_lacksStore)
        return;
    m_lacksStore = true;
    Q_EMIT keychainMissed();
}

void Credentials::load(const QString& id, const QStringList& fields)
{
    if (!m_store || m_lacksStore || id.isEmpty() || fields.isEmpty() || m_entries.contains(id))
        return;
    m_entries.insert(id, {});
    for (const QString& field : fields) {
        ++m_open;
        m_store->read(accountOf(id, field),
                      [self = QPointer(this), id, field](SecretStore::Outcome outcome,
                                                         const QString& secret) {
                          if (!self)
                              return;
                          self->noteOutcome(outcome);
                          // What the user entered meanwhile counts.
                          const auto entry = self->m_entries.find(id);
                          if (outcome != SecretStore::Outcome::Done ||
                              entry == self->m_entries.end() || entry->secrets.contains(field))
                              return;
                          entry->secrets.insert(field, secret);
                          Q_EMIT self->changed(id);
                      });
    }
}

QString Credentials::secret(const QString& id, const QString& field) const
{
    return m_entries.value(id).secrets.value(field);
}

Credentials::Place Credentials::place(const QString& id) const
{
    const auto entry = m_entries.find(id);
    if (entry == m_entries.end() || entry->secrets.isEmpty())
        return Place::Nowhere;
    return entry->isKept && !m_lacksStore ? Place::Keychain : Place::Session;
}

void Credentials::set(const QString& id, const QMap<QString, QString>& secrets)
{
    Entry entry{.secrets = secrets, .isKept = m_store && !m_lacksStore};
    entry.secrets.removeIf([](const auto& each) { return each.value().isEmpty(); });
    const auto before = m_entries.value(id).secrets;
    m_entries.insert(id, entry);
    const auto kept = [self = QPointer(this), id](SecretStore::Outcome outcome, const QString&) {
        if (!self)
            return;
        self->noteOutcome(outcome);
        const auto found = self->m_entries.find(id);
        if (outcome == SecretStore::Outcome::Done || found == self->m_entries.end())
            return;
        found->isKept = false;
        Q_EMIT self->changed(id);
    };
    for (const auto& [field, secret] : entry.secrets.toStdMap()) {
        if (!entry.isKept)
            break;
        ++m_open;
        m_store->write(accountOf(id, field), secret, kept);
    }
    for (const auto& [field, secret] : before.toStdMap()) {
        if (!entry.isKept || entry.secrets.contains(field))
            continue;
        ++m_open;
        m_store->remove(accountOf(id, field),
                        [self = QPointer(this)](auto outcome, const QString&) {
                            if (self)
                                self->noteOutcome(outcome);
                        });
    }
    Q_EMIT changed(id);
}

void Credentials::forget(const QString& id)
{
    set(id, {});
    m_entries.remove(id);
    Q_EMIT changed(id);
}

} // namespace faultline::ui
