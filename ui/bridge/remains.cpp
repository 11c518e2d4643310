// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/remains.h"

#include <QThreadPool>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace faultline::ui {

Remains::~Remains()
{
    if (m_values)
        QThreadPool::globalInstance()->start(
            [values = std::move(m_values)]() mutable { values.reset(); });
}

void keepOneHeap()
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
#endif
}

void returnFreeMemory()
{
#ifdef __GLIBC__
    QThreadPool::globalInstance()->start([] { malloc_trim(0); });
#endif
}

} // namespace faultline::ui
