// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/thread_row.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace faultline::ui {

/// A function that several threads are in.
struct StackGraphFrame
{
    QString function;
    QString module;
    bool isOwn = false; ///< Code of the program, neither of the system nor of a library inlined.
    bool isInlined = false;
};

/// What the weights of a graph count: threads of merged stacks, or what a sampler saw.
enum class StackWeight { Threads, Samples, Nanoseconds, Bytes, Instructions };

/// A run of frames that the same threads share.
struct StackGraphNode
{
    int parent = -1;
    int level = 0;                 ///< Nodes above it.
    int depth = 0;                 ///< Frames above it.
    QList<StackGraphFrame> frames; ///< Outermost first; never empty.
    QList<int> children;
    QList<int> threads;                       ///< Indexes into the event's threads, in their order.
    QString names;                            ///< Up to three names of threads.
    quint64 weight = 0;                       ///< With everything below it.
    ThreadPlace place = ThreadPlace::Unknown; ///< The first, in the enumeration's order.
};

/// The stacks of all threads merged from their outermost frames. Parents stand before children.
struct StackGraph
{
    QList<StackGraphNode> nodes;
    QList<int> roots;
    int threads = 0;    ///< Those with a stack.
    quint64 weight = 0; ///< Of all roots.
    StackWeight unit = StackWeight::Threads;
    QStringList threadNames;         ///< By the thread's index in the event.
    QList<ThreadPlace> threadPlaces; ///< The same.

    /// Up to three names.
    QString namesOf(const QList<int>& someThreads) const;
    /// The innermost node that has the thread; -1 without one.
    int nodeOf(int thread) const;
};

} // namespace faultline::ui
