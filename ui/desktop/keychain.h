// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/credentials.h"

#include <QObject>

namespace faultline::ui {

/// The desktop's keychain: the Secret Service or KWallet. It never falls back to a plain file. The
/// desktop may ask the user before it answers. Requests that are open when it is destroyed get no
/// answer.
class Keychain final : public SecretStore
{
public:
    /// `service` names the program in the keychain.
    explicit Keychain(QString service) : m_service(std::move(service)) {}

    void read(const QString& account, Answer answer) override;
    void write(const QString& account, const QString& secret, Answer answer) override;
    void remove(const QString& account, Answer answer) override;

private:
    const QString m_service;
    QObject m_owner; ///< Of the connections to open requests.
};

} // namespace faultline::ui
