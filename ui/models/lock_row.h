// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace faultline::ui {

/// A word of memory that says something about a lock.
struct LockWordRow
{
    QString address;
    QString word; ///< Its value in hexadecimal digits, as many as it has.
    QString meaning;
    bool namesHolder = false;

    QString key() const { return address; }

    bool operator==(const LockWordRow&) const = default;
};

/// Something that threads wait for, as finished texts.
struct LockRow
{
    enum class Holder {
        Known,   ///< A thread of the file, as memory records.
        Guess,   ///< A thread that stacks suggest.
        Missing, ///< Nobody can be named; `note` says why.
        Other    ///< Nobody, an ended thread, or another process, as memory records.
    };

    int index = 0; ///< Index into the objects of the wait graph.
    QString name;  ///< Its name, or its address.
    QString kind;
    Holder holderKind = Holder::Missing;
    QString holder;
    QString note; ///< What the holder's text rests on, in a sentence.
    QString waiters;
    bool isInDeadlock = false;
    QList<int> threads; ///< The holder, if there is one, and then those that wait.
    QList<LockWordRow> words;
    QString sentence;

    int key() const { return index; }

    bool operator==(const LockRow&) const = default;
};

} // namespace faultline::ui
