// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/permalink.h"

#include <QTest>

using namespace faultline::ui;

class TestPermalink : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pagesOfForges_data();
    void pagesOfForges();
};

void TestPermalink::pagesOfForges_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<QString>("page"); ///< Empty for none.
    const QString commit = QStringLiteral("0123456789abcdef0123456789abcdef01234567");
    const auto row = [&commit](const char* name, const char* link, const char* page) {
        QTest::newRow(name) << QString::fromLatin1(link).arg(commit)
                            << (*page == '\0' ? QString() : QString::fromLatin1(page).arg(commit));
    };
    row("GitHub", "https://raw.githubusercontent.com/me/app/%1/src/a%20b.cpp",
        "https://github.com/me/app/blob/%1/src/a%20b.cpp#L41");
    row("GitHub by its page", "https://github.com/me/app/raw/%1/a.cpp",
        "https://github.com/me/app/blob/%1/a.cpp#L41");
    row("GitLab", "https://git.example.org/group/sub/app/-/raw/%1/src/a.cpp",
        "https://git.example.org/group/sub/app/-/blob/%1/src/a.cpp#L41");
    row("Bitbucket", "https://bitbucket.org/me/app/raw/%1/a.cpp",
        "https://bitbucket.org/me/app/src/%1/a.cpp#lines-41");
    row("Forgejo", "https://code.example.org:8443/me/app/raw/commit/%1/a.cpp",
        "https://code.example.org:8443/me/app/src/commit/%1/a.cpp#L41");
    row("a branch", "https://raw.githubusercontent.com/me/app/main/%1.cpp", "");
    row("another server", "https://files.example.org/%1/a.cpp", "");
    row("a password", "https://me:secret@github.com/me/app/raw/%1/a.cpp", "");
    row("no https", "http://github.com/me/app/raw/%1/a.cpp", "");
    row("a script", "javascript:alert(1)/%1", "");
}

void TestPermalink::pagesOfForges()
{
    QFETCH(const QString, link);
    QFETCH(const QString, page);
    QCOMPARE(permalinkOf(link, 41).value_or(QString()), page);
    QVERIFY(!permalinkOf(link, 0));
    QVERIFY(!permalinkOf(QString(), 41));
}

QTEST_GUILESS_MAIN(TestPermalink)
#include "tst_permalink.moc"
