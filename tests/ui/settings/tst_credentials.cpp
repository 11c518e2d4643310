// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/credentials.h"

#include <QMap>
#include <QSignalSpy>
#include <QTest>

using namespace faultline::ui;

namespace {

/// Answers in the event loop, as a keychain does.
class Store final : public SecretStore
{
public:
    QMap<QString, QString> secrets;
    Outcome writing = Outcome::Done;
    bool isMissing = false;

    void read(const QString& account, Answer answer) override
    {
        later(answer,
              isMissing                   ? Outcome::Unavailable
              : secrets.contains(account) ? Outcome::Done
                                          : Outcome::NotFound,
              secrets.value(account));
    }

    void write(const QString& account, const QString& secret, Answer answer) override
    {
        if (writing == Outcome::Done && !isMissing)
            secrets.insert(account, secret);
        later(answer, isMissing ? Outcome::Unavailable : writing, {});
    }

    void remove(const QString& account, Answer answer) override
    {
        secrets.remove(account);
        later(answer, Outcome::Done, {});
    }

private:
    void later(const Answer& answer, Outcome outcome, const QString& secret)
    {
        QMetaObject::invokeMethod(
            &m_owner, [answer, outcome, secret] { answer(outcome, secret); }, Qt::QueuedConnection);
    }

    QObject m_owner;
};

const QString kId = QStringLiteral("7c");
const QString kToken = QStringLiteral("token");
const QString kAccount = QStringLiteral("source:7c:token");

} // namespace

class TestCredentials : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void secretsComeFromTheKeychain();
    void secretsGoIntoTheKeychain();
    void forgottenSecretsLeaveTheKeychain();
    void withoutAKeychainSecretsLastForTheSession();
    void aRefusedSecretLastsForTheSession();
    void whatIsEnteredWhileReadingCounts();
    void whatTheUserLeavesOutIsNotReadAfterwards();
    void whatWasNeverReadIsForgottenToo();
    void theLastAnswerTellsThatAllIsSettled();
    void settledIsToldOnceForAllThatChanged();
    void answersAfterTheEndAreIgnored();
};

void TestCredentials::secretsComeFromTheKeychain()
{
    Store store;
    store.secrets.insert(kAccount, QStringLiteral("s3cret"));
    Credentials credentials(&store);
    QSignalSpy changed(&credentials, &Credentials::changed);
    credentials.load(kId, {kToken});
    QVERIFY(credentials.secret(kId, kToken).isEmpty());
    QVERIFY(credentials.isBusy());
    QTRY_COMPARE(credentials.secret(kId, kToken), QStringLiteral("s3cret"));
    QCOMPARE(changed.size(), 1);
    QVERIFY(!credentials.isBusy());
    QCOMPARE(credentials.place(kId), Credentials::Place::Keychain);
    QCOMPARE(credentials.place(QStringLiteral("other")), Credentials::Place::Nowhere);
}

void TestCredentials::secretsGoIntoTheKeychain()
{
    Store store;
    Credentials credentials(&store);
    credentials.set(kId, {{kToken, QStringLiteral("new")}, {QStringLiteral("empty"), QString()}});
    QCOMPARE(credentials.secret(kId, kToken), QStringLiteral("new"));
    QTRY_VERIFY(!credentials.isBusy());
    QCOMPARE(store.secrets, (QMap<QString, QString>{{kAccount, QStringLiteral("new")}}));
}

void TestCredentials::forgottenSecretsLeaveTheKeychain()
{
    Store store;
    Credentials credentials(&store);
    credentials.set(kId, {{kToken, QStringLiteral("old")}});
    credentials.forget(kId, {kToken});
    QCOMPARE(credentials.place(kId), Credentials::Place::Nowhere);
    QTRY_VERIFY(!credentials.isBusy());
    QVERIFY(store.secrets.isEmpty());
}

void TestCredentials::withoutAKeychainSecretsLastForTheSession()
{
    Store store;
    store.isMissing = true;
    Credentials credentials(&store);
    QSignalSpy missed(&credentials, &Credentials::keychainMissed);
    credentials.set(kId, {{kToken, QStringLiteral("new")}});
    QTRY_COMPARE(missed.size(), 1);
    QVERIFY(credentials.lacksKeychain());
    QCOMPARE(credentials.secret(kId, kToken), QStringLiteral("new"));
    QCOMPARE(credentials.place(kId), Credentials::Place::Session);
    QVERIFY(Credentials(nullptr).lacksKeychain());
}

void TestCredentials::aRefusedSecretLastsForTheSession()
{
    Store store;
    store.writing = SecretStore::Outcome::Refused;
    Credentials credentials(&store);
    credentials.set(kId, {{kToken, QStringLiteral("new")}});
    QTRY_COMPARE(credentials.place(kId), Credentials::Place::Session);
    QVERIFY(!credentials.lacksKeychain());
}

void TestCredentials::whatIsEnteredWhileReadingCounts()
{
    Store store;
    store.secrets.insert(kAccount, QStringLiteral("old"));
    Credentials credentials(&store);
    credentials.load(kId, {kToken});
    credentials.set(kId, {{kToken, QStringLiteral("new")}});
    QTRY_VERIFY(!credentials.isBusy());
    QCOMPARE(credentials.secret(kId, kToken), QStringLiteral("new"));
}

/// The session token of earlier keys does not fit the new ones.
void TestCredentials::whatTheUserLeavesOutIsNotReadAfterwards()
{
    const QString session = QStringLiteral("session_token");
    Store store;
    store.secrets.insert(kAccount, QStringLiteral("old"));
    store.secrets.insert(QStringLiteral("source:7c:session_token"), QStringLiteral("old"));
    Credentials credentials(&store);
    credentials.load(kId, {kToken, session});
    credentials.set(kId, {{kToken, QStringLiteral("new")}});
    QTRY_VERIFY(!credentials.isBusy());
    QVERIFY(credentials.secret(kId, session).isEmpty());
    QCOMPARE(store.secrets, (QMap<QString, QString>{{kAccount, QStringLiteral("new")}}));
}

void TestCredentials::whatWasNeverReadIsForgottenToo()
{
    Store store;
    store.secrets.insert(kAccount, QStringLiteral("old"));
    Credentials credentials(&store);
    credentials.forget(kId, {kToken});
    QTRY_VERIFY(!credentials.isBusy());
    QVERIFY(store.secrets.isEmpty());
}

/// Keys without a session token are the usual ones: the last answer is that there is none.
void TestCredentials::theLastAnswerTellsThatAllIsSettled()
{
    Store store;
    store.secrets.insert(kAccount, QStringLiteral("s3cret"));
    Credentials credentials(&store);
    QSignalSpy settled(&credentials, &Credentials::settled);
    credentials.load(kId, {kToken, QStringLiteral("session_token")});
    QTRY_VERIFY(!credentials.isBusy());
    QCOMPARE(settled.size(), 1);
    QCOMPARE(credentials.secret(kId, kToken), QStringLiteral("s3cret"));
    credentials.load(QStringLiteral("other"), {kToken});
    QTRY_VERIFY(!credentials.isBusy());
    QCOMPARE(settled.size(), 1);
}

void TestCredentials::settledIsToldOnceForAllThatChanged()
{
    Store store;
    Credentials credentials(&store);
    QSignalSpy settled(&credentials, &Credentials::settled);
    credentials.set(kId, {{QStringLiteral("user"), QStringLiteral("me")},
                          {QStringLiteral("password"), QStringLiteral("s3cret")}});
    QCOMPARE(settled.size(), 0);
    QTRY_COMPARE(settled.size(), 1);
    QVERIFY(!credentials.isBusy());
    Credentials ofSession(nullptr);
    QSignalSpy atOnce(&ofSession, &Credentials::settled);
    ofSession.set(kId, {{kToken, QStringLiteral("new")}});
    QCOMPARE(atOnce.size(), 1);
}

void TestCredentials::answersAfterTheEndAreIgnored()
{
    Store store;
    {
        Credentials credentials(&store);
        credentials.load(kId, {kToken});
        credentials.set(kId, {{kToken, QStringLiteral("new")}});
    }
    QCoreApplication::processEvents();
    QCOMPARE(store.secrets.value(kAccount), QStringLiteral("new"));
}

QTEST_GUILESS_MAIN(TestCredentials)
#include "tst_credentials.moc"
