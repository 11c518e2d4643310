// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desktop/keychain.h"

#include <qt6keychain/keychain.h>

#include <utility>

namespace faultline::ui {

namespace {

SecretStore::Outcome outcomeOf(QKeychain::Error error)
{
    switch (error) {
    case QKeychain::NoError: return SecretStore::Outcome::Done;
    case QKeychain::EntryNotFound: return SecretStore::Outcome::NotFound;
    case QKeychain::CouldNotDeleteEntry:
    case QKeychain::AccessDeniedByUser:
    case QKeychain::AccessDenied: return SecretStore::Outcome::Refused;
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented:
    case QKeychain::OtherError: break;
    }
    return SecretStore::Outcome::Unavailable;
}

/// The job deletes itself after its answer.
void begin(QKeychain::Job* job,
           const QString& account,
           QObject& owner,
           const SecretStore::Answer& answer)
{
    job->setAutoDelete(true);
    job->setInsecureFallback(false);
    job->setKey(account);
    QObject::connect(job, &QKeychain::Job::finished, &owner, [answer](QKeychain::Job* done) {
        const auto* reading = qobject_cast<QKeychain::ReadPasswordJob*>(done);
        answer(outcomeOf(done->error()), reading ? reading->textData() : QString());
    });
    job->start();
}

} // namespace

void Keychain::read(const QString& account, Answer answer)
{
    begin(new QKeychain::ReadPasswordJob(m_service), account, m_owner, answer);
}

void Keychain::write(const QString& account, const QString& secret, Answer answer)
{
    auto* job = new QKeychain::WritePasswordJob(m_service);
    job->setTextData(secret);
    begin(job, account, m_owner, answer);
}

void Keychain::remove(const QString& account, Answer answer)
{
    begin(new QKeychain::DeletePasswordJob(m_service), account, m_owner, answer);
}

} // namespace faultline::ui
