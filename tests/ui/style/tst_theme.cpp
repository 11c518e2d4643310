// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/test_style.h"
#include "ui/style/unjoined_font.h"

#include <QApplication>
#include <QFontDatabase>
#include <QRawFont>
#include <QTest>

#include <cmath>

namespace {

using namespace faultline::ui;

struct Pair
{
    const char* name;
    QColor text;
    QColor ground;
    double least = 4.5;
};

double linear(double part)
{
    return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& c)
{
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

/// The contrast of WCAG 2.1, 1.4.3.
double contrast(const QColor& one, const QColor& other)
{
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QList<Pair> textsOnGrounds(const ThemeTokens& t)
{
    QList<Pair> pairs;
    for (const QColor& ground : {t.window, t.base, t.alternate, t.code}) {
        pairs.append({"text", t.text, ground});
        pairs.append({"dim", t.dim, ground});
        pairs.append({"faint", t.faint, ground, 3});
        pairs.append({"link", t.link, ground});
        pairs.append({"crash", t.crash, ground});
        pairs.append({"warn", t.warn, ground});
        pairs.append({"ok", t.ok, ground});
        pairs.append({"inlined", t.inlined, ground});
        pairs.append({"scan", t.scan, ground});
    }
    return pairs;
}

QList<Pair> codeOnGrounds(const ThemeTokens& t)
{
    QList<Pair> pairs;
    for (const QColor& ground : {t.code, t.crashGround, t.inlinedGround, t.currentLine()}) {
        pairs.append({"keyword", t.keyword, ground});
        pairs.append({"string", t.string, ground});
        pairs.append({"comment", t.comment, ground});
        pairs.append({"number", t.number, ground});
        pairs.append({"function", t.function, ground});
    }
    return pairs;
}

QList<Pair> badgesAndRows(const ThemeTokens& t)
{
    return {{"primary button", t.onAccent, t.accent},
            {"selected row", t.selectionText, t.selection},
            {"dim on a selected row", t.dimOnSelection(), t.selection},
            {"crash on a selected row", t.crash, t.selection},
            {"warn on a selected row", t.warn, t.selection},
            {"ok on a selected row", t.ok, t.selection},
            {"badge context", t.link, t.selection},
            {"badge crash", t.crash, t.crashGround},
            {"badge warn", t.warn, t.warnGround},
            {"badge ok", t.ok, t.okGround},
            {"badge inline", t.inlined, t.inlinedGround},
            {"button", t.text, t.button}};
}

/// What a font draws for the text, letter by letter.
QList<quint32> glyphs(const QString& family, const QString& text)
{
    return QRawFont::fromFont(QFont(family, 12)).glyphIndexesForString(text);
}

} // namespace

class TestTheme final : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void textsAreReadable_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void textsAreReadable()
    {
        QFETCH(bool, isDark);
        const ThemeTokens& t = isDark ? darkTokens() : lightTokens();
        for (const Pair& pair : textsOnGrounds(t) + codeOnGrounds(t) + badgesAndRows(t)) {
            const double found = contrast(pair.text, pair.ground);
            QVERIFY2(found >= pair.least,
                     qPrintable(QStringLiteral("%1: %2 on %3 has %4")
                                    .arg(QLatin1String(pair.name), pair.text.name(),
                                         pair.ground.name(), QString::number(found))));
        }
    }

    void preferredFontsAreUsed()
    {
        const Theme& theme = test::renewStyle();
        if (QFontDatabase::hasFamily(QStringLiteral("Inter")))
            QCOMPARE(QFontInfo(theme.interfaceFont()).family(), QStringLiteral("Inter"));
        if (QFontDatabase::hasFamily(QStringLiteral("JetBrains Mono")))
            QCOMPARE(QFontInfo(theme.fixedFont()).family(), QStringLiteral("JetBrains Mono"));
    }

    void noFontJoinsLetters()
    {
        Theme& theme = test::renewStyle();
        theme.apply(ThemeChoice::Light, 125);
        for (const QFont& font :
             {theme.interfaceFont(), theme.fixedFont(), theme.captionFont(), theme.headlineFont(),
              QApplication::font(), QApplication::font("QMenu"), QApplication::font("QLabel")})
            QVERIFY2(font.styleStrategy() & QFont::PreferNoShaping, qPrintable(font.toString()));
    }

    void copyOfAFontJoinsNoLetters()
    {
        const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        const QRawFont given = QRawFont::fromFont(fixed);
        const QString family = unjoinedFamily(fixed);
        if (given.fontTable("GSUB").isEmpty()) {
            QCOMPARE(family, QString());
            return;
        }
        const QRawFont copy = QRawFont::fromFont(QFont(family, 12));
        QCOMPARE(copy.familyName(), family);
        QCOMPARE(copy.fontTable("GSUB"), QByteArray());
        QCOMPARE(copy.fontTable("glyf"), given.fontTable("glyf"));
        const QString text = QStringLiteral("a->b != 0x18 && fi");
        QCOMPARE(glyphs(family, text), glyphs(given.familyName(), text));
        QCOMPARE(unjoinedFamily(fixed), family);
    }
};

QTEST_MAIN(TestTheme)

#include "tst_theme.moc"
