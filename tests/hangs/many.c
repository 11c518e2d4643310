// SPDX-License-Identifier: GPL-3.0-or-later
// many COUNT: so many threads hang in calls of 16 kinds. Half of them wait for each other in one ring, a quarter behind
// one lock, and the others sleep. Then the program ends by a signal.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { kDepth = 20, kKinds = 16 };

static pthread_mutex_t* mutexes;
static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static atomic_int started;
static int ring;

static void pauseMs(long milliseconds)
{
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void hang(long own)
{
    if (own < ring) {
        pthread_mutex_lock(&mutexes[own]);
        for (ready++; ready < ring; pauseMs(20)) {
        }
        started++;
        pthread_mutex_lock(&mutexes[(own + 1) % ring]);
    }
    started++;
    if (own % 2)
        pthread_mutex_lock(&common);
    for (;;)
        pauseMs(3600000);
}

// Stacks of different kinds meet in different functions.
static void descend(long own, int depth, int kind);

#define KIND(n)                                        \
    __attribute__((noinline)) static void step##n(long own, int depth) \
    {                                                  \
        descend(own, depth, n);                        \
        __asm__ volatile("");                          \
    }
KIND(0) KIND(1) KIND(2) KIND(3)
KIND(4) KIND(5) KIND(6) KIND(7)
KIND(8) KIND(9) KIND(10) KIND(11)
KIND(12) KIND(13) KIND(14) KIND(15)

static void (*const steps[kKinds])(long, int) = {step0, step1, step2,  step3,  step4,  step5,  step6,  step7,
                                                 step8, step9, step10, step11, step12, step13, step14, step15};

__attribute__((noinline)) static void descend(long own, int depth, int kind)
{
    if (depth == kDepth)
        hang(own);
    else
        steps[(kind + (depth == 10 ? own : 0)) % kKinds](own, depth + 1);
    __asm__ volatile("");
}

static void* run(void* argument)
{
    descend((long)argument, 0, 0);
    return NULL;
}

int main(int count, char** arguments)
{
    const int threads = count > 1 ? atoi(arguments[1]) : 100;
    ring = threads / 2;
    mutexes = calloc((size_t)ring + 1, sizeof *mutexes);
    pthread_mutex_lock(&common);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 10);
    for (long i = 0; i < threads; ++i) {
        pthread_t thread;
        if (pthread_create(&thread, &attributes, run, (void*)i) != 0)
            return 3;
    }
    while (started < threads)
        pauseMs(20);
    pauseMs(1000);
    raise(SIGSEGV);
    return 0;
}
