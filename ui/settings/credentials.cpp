// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/credentials.h"

#include <QPointer>

#include <utility>

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

/// The store's answer is taken by `take`, which may be empty, before anybody is told.
SecretStore::Answer Credentials::answer(SecretStore::Answer take)
{
    ++m_open;
    return [self = QPointer(this), take = std::move(take)](SecretStore::Outcome outcome,
                                                           const QString& secret) {
        if (!self)
            return;
        if (take)
            take(outcome, secret);
        if (outcome == SecretStore::Outcome::Unavailable && !self->m_lacksStore) {
            self->m_lacksStore = true;
            Q_EMIT self->keychainMissed();
        }
        --self->m_open;
        self->settle();
    };
}

void Credentials::tellChange(const QString& id)
{
    m_isChanged = true;
    Q_EMIT changed(id);
    settle();
}

void Credentials::settle()
{
    if (m_open == 0 && std::exchange(m_isChanged, false))
        Q_EMIT settled();
}

void Credentials::load(const QString& id, const QStringList& fields)
{
    if (!m_store || m_lacksStore || id.isEmpty() || fields.isEmpty() || m_entries.contains(id))
        return;
    m_entries.insert(id, {.unread = fields});
    for (const QString& field : fields) {
        m_store->read(accountOf(id, field), answer([this, id, field](SecretStore::Outcome outcome,
                                                                     const QString& secret) {
                          takeRead(id, field, outcome, secret);
                      }));
    }
}

void Credentials::takeRead(const QString& id,
                           const QString& field,
                           SecretStore::Outcome outcome,
                           const QString& secret)
{
    using enum SecretStore::Outcome;
    const auto entry = m_entries.find(id);
    if (entry == m_entries.end() || entry->isEntered)
        return; // What the user entered meanwhile counts.
    if (outcome == Done || outcome == NotFound)
        entry->unread.removeAll(field);
    if (outcome != Done)
        return;
    entry->secrets.insert(field, secret);
    tellChange(id);
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
    const Entry before = m_entries.value(id);
    Entry entry{.secrets = secrets, .isKept = m_store && !m_lacksStore, .isEntered = true};
    entry.secrets.removeIf([](const auto& each) { return each.value().isEmpty(); });
    m_entries.insert(id, entry);
    QStringList gone = before.secrets.keys() + before.unread;
    gone.removeIf([&entry](const QString& field) { return entry.secrets.contains(field); });
    for (const auto& [field, secret] : entry.secrets.toStdMap()) {
        if (entry.isKept)
            m_store->write(accountOf(id, field), secret,
                           answer([this, id](SecretStore::Outcome outcome, const QString&) {
                               const auto found = m_entries.find(id);
                               if (outcome == SecretStore::Outcome::Done ||
                                   found == m_entries.end())
                                   return;
                               found->isKept = false;
                               tellChange(id);
                           }));
    }
    removeFromStore(id, gone);
    tellChange(id);
}

void Credentials::forget(const QString& id, const QStringList& fields)
{
    const bool isKnown = m_entries.contains(id);
    const Entry before = m_entries.take(id);
    removeFromStore(id, isKnown ? before.secrets.keys() + before.unread : fields);
    tellChange(id);
}

void Credentials::removeFromStore(const QString& id, QStringList fields)
{
    fields.removeDuplicates();
    for (const QString& field : std::as_const(fields)) {
        if (m_store && !m_lacksStore)
            m_store->remove(accountOf(id, field), answer({}));
    }
}

} // namespace faultline::ui
