// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and containers of Qt, whose summaries come from files of Natvis.
extern "C" {
#include "values.h"
}

#include <QAtomicInt>
#include <QByteArray>
#include <QChar>
#include <QFlags>
#include <QHash>
#include <QList>
#include <QMap>
#include <QObject>
#include <QPoint>
#include <QPointer>
#include <QQueue>
#include <QRect>
#include <QScopedPointer>
#include <QSet>
#include <QSharedPointer>
#include <QSize>
#include <QStack>
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
    QScopedPointer<Point> scoped(new Point{opaque(3), 4});
    QObject object;
    QPointer<QObject> guarded(&object);
    QPointer<QObject> lost;
    {
        QObject inner;
        lost = &inner;
    }
    QPoint point(opaque(5), 6);
    QPointF exact(opaque(7), 8.5);
    QSize size(opaque(9), 10);
    QSizeF exactSize(opaque(11), 12.5);
    QRect rectangle(opaque(13), 14, 15, 16);
    QRectF exactRectangle(opaque(17), 18.5, 19, 20);
    QFlags<Qt::AlignmentFlag> flags = Qt::AlignLeft;
    QAtomicInt atomic(opaque(21));
    POINTER("shared[pointer]", shared.data());
    SUMMARY("nobody", "null");
    SUMMARY("expired", "expired");
    POINTER("scoped[pointer]", scoped.data());
    POINTER("guarded[pointer]", guarded.data());
    SUMMARY("lost", "null");
    SUMMARY("point", "(5, 6)");
    SUMMARY("exact", "(7, 8.5)");
    SUMMARY("size", "9 x 10");
    SUMMARY("exactSize", "11 x 12.5");
    SUMMARY("rectangle", "(13, 14), 15 x 16");
    SUMMARY("exactRectangle", "(17, 18.5), 19 x 20");
    SUMMARY("atomic", "21");
    // The names of types are in Qt's own file.
    FL_SAY("number", "summary if known", "%s", "int");
    FL_SAY("real", "summary if known", "%s", "double");
    FL_SAY("truth", "summary if known", "%s", "bool");
    FL_SAY("text", "summary if known", "%s", "QString");
    SUMMARY("none", "invalid");
    crash();
    opaque(shared->x + weak.isNull() + nobody.isNull() + expired.isNull() + number.toInt() +
           static_cast<int>(real.toDouble()) + truth.toBool() + static_cast<int>(text.isNull()) +
           none.isValid() + scoped->x + guarded.isNull() + lost.isNull() + point.x() +
           static_cast<int>(exact.x()) + size.width() + static_cast<int>(exactSize.width()) +
           rectangle.x() + static_cast<int>(exactRectangle.x()) + static_cast<int>(flags) +
           atomic.loadRelaxed());
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
    QLatin1String latin("latin");
    QChar letter(static_cast<char16_t>(opaque('q')));
    QChar other(static_cast<char16_t>(opaque(0x4e16)));
    QStack<int> stack;
    stack.push(opaque(8));
    QQueue<int> queue;
    queue.enqueue(opaque(9));
    QMultiMap<int, int> multi{{1, 2}, {1, opaque(3)}};
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
    TEXT("latin", latin.data());
    SUMMARY("letter", "'q'");
    SUMMARY("other", "0x4e16");
    INT("stack[0]", 8);
    INT("queue[0]", 9);
    SUMMARY("multi", "{ size=2 }");
    SUMMARY("multi[0]", ("(1, " + QByteArray::number(multi.first()) + ")").constData());
    SUMMARY("hash[0]", "(\"only\", 42)");
    others();
    opaque(static_cast<int>(text.size() + empty.size() + bytes.size() + view.size() +
                            numbers.size() + texts.size() + points.size() + map.size() +
                            hash.size() + set.size() + unused.size() + many.size() + small.size() +
                            latin.size() + stack.size() + queue.size() + multi.size()) +
           letter.unicode() + other.unicode());
}

} // namespace

int main()
{
    containers();
    return 0;
}
