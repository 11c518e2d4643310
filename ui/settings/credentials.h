// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QMap>
#include <QObject>
#include <QStringList>

#include <functional>
#include <optional>

namespace faultline::ui {

/// Keeps secrets by their accounts. It answers later, in the event loop, and may ask the user.
class SecretStore
{
public:
    enum class Outcome {
        Done,
        NotFound,
        Refused,     ///< The user, or the store, does not allow it.
        Unavailable, ///< No store answers.
    };

    using Answer = std::function<void(Outcome outcome, const QString& secret)>;

    virtual ~SecretStore() = default;

    virtual void read(const QString& account, Answer answer) = 0;
    virtual void write(const QString& account, const QString& secret, Answer answer) = 0;
    virtual void remove(const QString& account, Answer answer) = 0;
};

/// The secrets of sources: in the desktop's keychain, or in memory until the program ends when no
/// keychain answers. They are never written into a file of ours. GUI thread only.
class Credentials final : public QObject
{
    Q_OBJECT

public:
    /// Where the secrets of a source are.
    enum class Place {
        Nowhere, ///< There are none.
        Keychain,
        Session, ///< In memory only.
    };

    /// Without a store everything lasts until the program ends. The store must outlive this.
    explicit Credentials(SecretStore* store, QObject* parent = nullptr);

    /// Reads the secrets of a source that is not known yet. Afterwards changed() is emitted.
    void load(const QString& id, const QStringList& fields);
    /// Empty when there is none, or when it was not read yet.
    QString secret(const QString& id, const QString& field) const;
    Place place(const QString& id) const;

    /// Is something still being read or written?
    bool isBusy() const { return m_open > 0; }

    /// Has it turned out that no keychain answers?
    bool lacksKeychain() const { return m_lacksStore; }

    /// Replaces the secrets of a source; empty ones are left out.
    void set(const QString& id, const QMap<QString, QString>& secrets);
    /// `fields` are those that the source can have in the keychain; they may not have been read
    /// yet.
    void forget(const QString& id, const QStringList& fields);

Q_SIGNALS:
    /// The secrets or the place of a source are others now. More of them may follow.
    void changed(const QString& id);
    /// After changes: nothing is being read or written any more.
    void settled();
    /// No keychain answered; secrets last until the program ends.
    void keychainMissed();

private:
    struct Entry
    {
        QMap<QString, QString> secrets{};
        QStringList unread{};   ///< Fields that load() asked for and the keychain did not tell.
        bool isKept = true;     ///< In the keychain.
        bool isEntered = false; ///< By the user, so that what is still being read does not count.
    };

    SecretStore::Answer answer(SecretStore::Answer take);
    void takeRead(const QString& id,
                  const QString& field,
                  SecretStore::Outcome outcome,
                  const QString& secret);
    void tellChange(const QString& id);
    void settle();
    void removeFromStore(const QString& id, QStringList fields);

    SecretStore* m_store;
    QHash<QString, Entry> m_entries;
    int m_open = 0;           ///< Requests without an answer.
    bool m_isChanged = false; ///< Since settled() was emitted.
    bool m_lacksStore;
};

} // namespace faultline::ui
