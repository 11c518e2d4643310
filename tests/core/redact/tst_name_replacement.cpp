// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/text_replacer.h"

#include <QTest>

using namespace faultline::redact;

namespace {

struct Row
{
    const char* name;
    const char* text;
    const char* expected; ///< Null: unchanged.
};

constexpr const char* kHex40 = "0123456789abcdef0123456789abcdef01234567";

void addRows(std::initializer_list<Row> rows)
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    for (const auto& row : rows)
        QTest::newRow(row.name) << QByteArray(row.text)
                                << QByteArray(row.expected ? row.expected : row.text);
}

/// Hilde, on the host mallard.corp.example; further users have names that need care.
WordTable knownWords()
{
    WordTable words;
    words.learn(RemovedKind::User, "hilde");
    words.learnHost("mallard.corp.example");
    words.learn(RemovedKind::User, "Jürgen Müller");
    words.learn(RemovedKind::User, "jürgen");
    for (const auto* common : {"root", "a", "ab", "user", "42", "build", "user-7", "localhost"})
        words.learn(RemovedKind::User, common);
    return words;
}

QByteArray replaced(const QByteArray& text, TextUse use)
{
    auto words = knownWords();
    learnNames(text.toStdString(), words);
    const auto result = replaceNames(text.toStdString(), use, words);
    return result.words.empty() ? text : QByteArray::fromStdString(result.text);
}

void compareReplaced(TextUse use)
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(replaced(text, use), expected);
    QCOMPARE(replaced(expected, use), expected); // Our words are no names.
}

} // namespace

class tst_name_replacement : public QObject
{
    Q_OBJECT

private slots:

    void knownNames_data()
    {
        addRows({
            {"whole word", "hilde saw it", "user-1 saw it"},
            {"at the end", "seen by hilde", "seen by user-1"},
            {"any case", "HILDE, Hilde", "user-1, user-1"},
            {"part of a word", "hildegard mathilde hilde_x hilde2", nullptr},
            {"with dashes", "hilde-laptop.local", "user-1-laptop.local"},
            {"in a path", "/srv/hilde/x", "/srv/user-1/x"},
            {"function with brackets", "hilde(int) failed", nullptr},
            {"function in a scope", "app::hilde failed", nullptr},
            {"scope", "hilde::run failed", nullptr},
            {"host", "on mallard.corp.example.", "on host-1."},
            {"host by its label", "on mallard now", "on host-1 now"},
            {"UTF-8, the longest", "Jürgen Müller and jürgen", "user-2 and user-3"},
            {"UTF-8, part of a word", "jürgens xjürgen", nullptr},
            {"common and short words", "root a ab user build localhost 42 user-7", nullptr},
        });
    }

    void knownNames() { compareReplaced(TextUse::Message); }

    void homeFolders_data()
    {
        addRows({
            {"Linux", "/home/otto/src/a.c", "/home/user-4/src/a.c"},
            {"macOS", "/Users/otto/src/a.c", "/Users/user-4/src/a.c"},
            {"Windows", R"(C:\Users\otto\src\a.c)", R"(C:\Users\user-4\src\a.c)"},
            {"Windows, other case", R"(c:\users\otto\a.c)", R"(c:\users\user-4\a.c)"},
            {"Windows, old", R"(C:\Documents and Settings\otto\a)",
             R"(C:\Documents and Settings\user-4\a)"},
            {"Windows, escaped", R"(C:\\Users\\otto\\a)", R"(C:\\Users\\user-4\\a)"},
            {"Windows, slashes", "C:/Users/otto/a", "C:/Users/user-4/a"},
            {"Windows, spaces", R"(C:\Users\Otto Normal\a.c)", R"(C:\Users\user-4\a.c)"},
            {"Windows, in a sentence", R"(C:\Users\otto is full)", R"(C:\Users\user-4 is full)"},
            {"Windows, of the kernel", R"(\Device\HarddiskVolume3\Users\otto\a.exe)",
             R"(\Device\HarddiskVolume3\Users\user-4\a.exe)"},
            {"WSL", "/mnt/c/Users/otto/a", "/mnt/c/Users/user-4/a"},
            {"var", "/var/home/otto/a", "/var/home/user-4/a"},
            {"URL of a file", "file:///home/otto/a", "file:///home/user-4/a"},
            {"the folder itself", "cannot open /home/otto.", "cannot open /home/user-4."},
            {"quoted", "'/home/otto' is full", "'/home/user-4' is full"},
            {"elsewhere too", "otto has /home/otto", "user-4 has /home/user-4"},
            {"UTF-8", "/home/øyvind/a øyvind", "/home/user-4/a user-4"},
            {"known", "/home/hilde/a", "/home/user-1/a"},
            {"short, only there", "a b /home/b/c", "a b /home/user-4/c"},
            {"everybody's", "/home/user/a /Users/Shared/a /root/a C:\\Users\\Public\\a", nullptr},
            {"a folder of that name in a source tree", "src/home/page/x.c app/src/users/list",
             nullptr},
            {"no name", "/home/ /Users// /home", nullptr},
        });
    }

    void homeFolders() { compareReplaced(TextUse::Path); }

    void addresses_data()
    {
        addRows({
            {"mail", "from a.b+c@mail.example.org: no", "from mail-1: no"},
            {"mail, UTF-8", "<jörg@exämple.de>", "<mail-1>"},
            {"mail, twice", "a@b.org c@b.org a@b.org", "mail-1 mail-2 mail-1"},
            {"version of a symbol", "memcpy@GLIBC_2.14 f@plt x@@V_1.2", nullptr},
            {"IPv4", "to 10.1.2.3:80, 10.1.2.4", "to address-1:80, address-2"},
            {"IPv4 after a name", "peer:192.168.0.7", "peer:address-1"},
            {"versions",
             "v1.2.3.4 app-1.2.3.4 1.2.3.4-rc1 version 1.2.3.4 1.2.3 1.2.3.4.5 1.2.3.456", nullptr},
            {"this machine", "127.0.0.1 ::1 0.0.0.0 localhost:80", nullptr},
            {"IPv6", "to fe80::1ff:fe23:4567:890a%eth0", "to address-1%eth0"},
            {"IPv6, whole", "[2001:db8:0:1:2:3:4:5]:443", "[address-1]:443"},
            {"IPv6, short", "2001:db8::1", "address-1"},
            {"IPv6 of IPv4", "::ffff:10.1.2.3", "address-1"},
            {"card", "aa:bb:cc:00:11:22 AA-BB-CC-00-11-22", "address-1 address-2"},
            {"scopes and times", "a::b std::add 12:34:56 ab::cd::ef x::1", nullptr},
            {"URL", "see https://x.example.org/a?b=c.", "see url-1."},
            {"URL with a port and a place", "(https://x.org:8080/a.js:10:5)", "(url-1:10:5)"},
            {"URL with credentials", "ftp://u:p@x.org", "url-1"},
            {"URLs of a program", "webpack:///./src/a.js app:///main.js node:fs", nullptr},
            {"share", R"(open \\filer\team\a)", R"(open \\host-2\team\a)"},
            {"account", "S-1-5-21-1004336348-1177238915-682003330-512 S-1-5-18", "user-4 S-1-5-18"},
        });
    }

    void addresses() { compareReplaced(TextUse::Message); }

    void tokens_data()
    {
        addRows({
            {"AWS", "key AKIAIOSFODNN7EXAMPLE", "key token-1"},
            {"AWS secret", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEK1y", "token-1"},
            {"GitHub", "ghp_abcdefghijklmnopqrstuvwxyz0123456789", "token-1"},
            {"JWT", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "token-1"},
            {"bearer", "Authorization: Bearer abc123def456", "Authorization: Bearer token-1"},
            {"bearer of a sentence", "bearer authentication failed", nullptr},
            {"hex", "0123456789abcdef0123456789abcdef", "token-1"},
            {"hex, called an id", "build id 0123456789abcdef0123456789abcdef", nullptr},
            {"address and UUID", "0x00007fffdeadbeef 2f1d9a54-1b2c-4d5e-8f90-123456789abc",
             nullptr},
            {"password", "password=hunter2&x=1", "password=token-1&x=1"},
            {"names",
             "_ZN4llvm12DenseMapBaseINS_8DenseMapIPKN5clang4DeclEjEEE "
             "QAbstractItemModelPrivateSlotObject2Base usr/lib/x86_64-linux-gnu/libQt6Core5Compat",
             nullptr},
        });
    }

    void tokens() { compareReplaced(TextUse::Message); }

    void pathsKeepFileNames_data()
    {
        addRows({
            {"URL", "https://x.org/a/b/main.js?key=1#l", "url-1/main.js"},
            {"URL of a host", "https://x.org", "url-1"},
            {"URL of a folder", "https://x.org/a/", "url-1"},
            {"name in the file's name", "https://x.org/a/hilde.js", "url-1/user-1.js"},
            {"store", "s3://bucket/ab/cd.debug", "url-1/cd.debug"},
        });
    }

    void pathsKeepFileNames() { compareReplaced(TextUse::Path); }

    void placesLoseCredentials_data()
    {
        addRows({
            {"user and password", "https://u:p@x.org/a/hilde", "https://token-1@x.org/a/hilde"},
            {"none", "https://x.org/a/hilde@b", nullptr},
            {"token", "https://x.org/a?token=abc", "https://x.org/a?token=token-1"},
        });
    }

    void placesLoseCredentials() { compareReplaced(TextUse::Secrets); }

    void idsAreNoTokens()
    {
        WordTable words;
        words.learnId(kHex40);
        QVERIFY(replaceNames(kHex40, TextUse::Message, words).words.empty());
    }

    /// Any beginning of a text is a text.
    void textsMayEndAnywhere()
    {
        const std::string text =
            R"(ab \\filer\x C:\Users\o s\ /home/o https://u:p@x.org/a:1:2 a@b.org 10.1.2.3 fe80::1 )"
            R"(eyJh.eyJz.c2ln Bearer abc123def password=x S-1-5-21-1-2 aa-bb-cc-00-11-22 ü)";
        for (std::size_t size = 0; size <= text.size(); ++size) {
            for (const auto use : {TextUse::Message, TextUse::Path, TextUse::Secrets}) {
                WordTable words;
                learnNames(std::string_view(text).substr(0, size), words);
                (void)replaceNames(std::string_view(text).substr(0, size), use, words);
            }
        }
    }
};

QTEST_GUILESS_MAIN(tst_name_replacement)
#include "tst_name_replacement.moc"
