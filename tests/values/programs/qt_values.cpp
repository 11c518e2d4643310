// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and containers of Qt, whose summaries come from files of Natvis.
extern "C" {
#include "values.h"
}

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QMap>
#include <QPointer>
#include <QSet>
#include <QSharedPointer>
#include <QString>
#include <QStringList>
#include <QVarLengthArray>
#include <QVariant>

#define SUMMARY(path, value) FL_SAY(path, "summary", "%s", value)

namespace {

struct Point
{
    int x;
    int y;
};

__attribute__((noinline)) void others()
{
    QSharedPointer<Point> shared(new Point{opaque(1), 2});
    QWeakPointer<Point> weak = shared;
    QSharedPointer<Point> nobody;
    QWeakPointer<Point> expired;
    {
        const QSharedPointer<Point> gone(new Point{1, 2});
        expired = gone;
    }
    const QVariant number(opaque(12));
    const QVariant real(2.5 * opaque(1));
    const QVariant truth(opaque(1) == 1);
    const QVariant text(QStringLiteral("in a variant"));
    const QVariant none;
    POINTER("shared[pointer]", shared.data());
    SUMMARY("nobody", "null");
    SUMMARY("expired", "expired");
    crash();
    opaque(shared->x + weak.isNull() + nobody.isNull() + expired.isNull() + number.toInt() +
           static_cast<int>(real.toDouble()) + truth.toBool() + static_cast<int>(text.isNull()) +
           none.isValid());
}

__attribute__((noinline)) void containers()
{
    QString text = QStringLiteral("text \u00e9\u4e16");
    text += QString::number(opaque(5));
    const QString empty;
    QByteArray bytes("bytes");
    bytes += QByteArray::number(opaque(6));
    QStringView view(text);
    QList<int> numbers{1, 2, opaque(3)};
    numbers.removeFirst();
    QStringList texts{"one", "two"};
    QList<Point> points{{1, 2}, {3, opaque(4)}};
    QMap<int, QString> map{{1, "first"}, {opaque(2), "second"}};
    QHash<QString, int> hash{{"only", opaque(42)}};
    QSet<int> set{opaque(7)};
    QHash<int, int> unused;
    QHash<int, int> many;
    for (int i = 0; i < 1000; ++i)
        many.insert(i, i);
    QVarLengthArray<int, 8> small{1, opaque(2)};
    TEXT("text", text.toUtf8().constData());
    TEXT("empty", "");
    TEXT("bytes", bytes.constData());
    TEXT("view", text.toUtf8().constData());
    SUMMARY("numbers", "{ size=2 }");
    INT("numbers[1]", numbers[1]);
    SUMMARY("texts", "{ size=2 }");
    TEXT("texts[1]", "two");
    INT("points[1].y", points[1].y);
    SUMMARY("map", "{ size=2 }");
    INT("map[0].first", 1);
    TEXT("map[1].second", "second");
    SUMMARY("hash", "{ size=1 }");
    TEXT("hash[0].key", "only");
    INT("hash[0].value", 42);
    SUMMARY("set", "{ size=1 }");
    INT("set[0].key", 7);
    SUMMARY("unused", "{ size=0 }");
    SUMMARY("many", "{ size=1000 }");
    SUMMARY("small", "{ size=2 }");
    INT("small[1]", small[1]);
    others();
    opaque(static_cast<int>(text.size() + empty.size() + bytes.size() + view.size() +
                            numbers.size() + texts.size() + points.size() + map.size() +
                            hash.size() + set.size() + unused.size() + many.size() + small.size()));
}

} // namespace

int main()
{
    containers();
    return 0;
}
