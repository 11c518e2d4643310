// SPDX-License-Identifier: GPL-3.0-or-later
// Hangs in the way that its argument names. A watcher, the first thread after main, ends the
// program by a signal once all others sleep, so that the test sees them as they wait.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { kMutexes = 4, kThreads = 8, kCalmRounds = 20 };

static pthread_mutex_t mutexes[kMutexes];
static pthread_rwlock_t readerWriter = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t meeting;
static sem_t semaphore;
static FILE* stream;
static pthread_t threads[kThreads];
static atomic_int ready;
static int expected;

static void pauseMs(long milliseconds)
{
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static int sleeps(const char* thread)
{
    char path[320];
    char text[256] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/stat", thread);
    FILE* file = fopen(path, "r");
    if (file == NULL)
        return 1;
    const size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    const char* end = strrchr(text, ')');
    return end != NULL && end[1] == ' ' && end[2] == 'S';
}

static int allSleep(void)
{
    char self[32];
    snprintf(self, sizeof self, "%ld", (long)syscall(SYS_gettid));
    DIR* folder = opendir("/proc/self/task");
    int all = 1;
    for (struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, self) != 0)
            all = all && sleeps(entry->d_name);
    }
    closedir(folder);
    return all;
}

static void* watch(void* unused)
{
    (void)unused;
    for (int calm = 0; calm < kCalmRounds; pauseMs(5))
        calm = ready >= expected && allSleep() ? calm + 1 : 0;
    raise(SIGSEGV);
    return NULL;
}

// The last step before a thread waits for good.
static void arrive(void)
{
    ready++;
}

static void start(int number, void* (*run)(void*), long argument)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    pthread_create(&threads[number], &attributes, run, (void*)argument);
}

static void initMutexes(int type, int isRobust, int isInheriting)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, type);
    if (isRobust)
        pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    if (isInheriting)
        pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    for (int i = 0; i < kMutexes; ++i)
        pthread_mutex_init(&mutexes[i], &attributes);
}

static int ring;
static atomic_int holders;

// Each thread of the ring holds its mutex and wants the next one's.
static void* lockRing(void* argument)
{
    const long own = (long)argument;
    pthread_mutex_lock(&mutexes[own]);
    for (holders++; holders < ring; pauseMs(1)) {
    }
    arrive();
    pthread_mutex_lock(&mutexes[(own + 1) % ring]);
    return NULL;
}

static void runRing(int size)
{
    ring = size;
    expected = size;
    for (int i = 1; i < size; ++i)
        start(i, lockRing, i);
    lockRing(NULL);
}

static struct timespec inAnHour(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_sec += 3600;
    return time;
}

static void* lockRingTimed(void* argument)
{
    const long own = (long)argument;
    const struct timespec limit = inAnHour();
    pthread_mutex_lock(&mutexes[own]);
    for (holders++; holders < 2; pauseMs(1)) {
    }
    arrive();
    pthread_mutex_timedlock(&mutexes[1 - own], &limit);
    return NULL;
}

static void* lockFirst(void* unused)
{
    (void)unused;
    arrive();
    pthread_mutex_lock(&mutexes[0]);
    return NULL;
}

static void* takeAndEnd(void* unused)
{
    (void)unused;
    pthread_mutex_lock(&mutexes[0]);
    return NULL;
}

static void sleepForGood(void)
{
    arrive();
    while (expected > 0)
        pauseMs(3600000);
}

static void* sleeper(void* unused)
{
    (void)unused;
    sleepForGood();
    return NULL;
}

// Holds the second mutex while it tries the first, which main holds, again and again.
static void* tryAgain(void* unused)
{
    (void)unused;
    pthread_mutex_lock(&mutexes[1]);
    arrive();
    while (pthread_mutex_trylock(&mutexes[0]) != 0)
        pauseMs(1000);
    return NULL;
}

static void* waitForCondition(void* unused)
{
    (void)unused;
    pthread_mutex_lock(&mutexes[0]);
    arrive();
    while (expected > 0)
        pthread_cond_wait(&condition, &mutexes[0]);
    return NULL;
}

static void* readLocked(void* unused)
{
    (void)unused;
    pthread_mutex_lock(&mutexes[0]);
    arrive();
    pthread_rwlock_rdlock(&readerWriter);
    return NULL;
}

static void* writeLocked(void* unused)
{
    (void)unused;
    arrive();
    pthread_rwlock_wrlock(&readerWriter);
    return NULL;
}

static void* meet(void* unused)
{
    (void)unused;
    arrive();
    pthread_barrier_wait(&meeting);
    return NULL;
}

static void* waitForSemaphore(void* unused)
{
    (void)unused;
    arrive();
    sem_wait(&semaphore);
    return NULL;
}

static void* lockStream(void* unused)
{
    (void)unused;
    pthread_mutex_lock(&mutexes[0]);
    arrive();
    flockfile(stream);
    return NULL;
}

static void* giveUp(void* unused)
{
    (void)unused;
    const struct timespec past = {0, 0};
    pthread_mutex_lock(&mutexes[1]);
    pthread_mutex_timedlock(&mutexes[0], &past);
    sleepForGood();
    return NULL;
}

static void holdersWaitForEachOther(const char* how)
{
    if (strcmp(how, "two") == 0)
        runRing(2);
    if (strcmp(how, "three") == 0)
        runRing(3);
    if (strcmp(how, "self") == 0)
        runRing(1);
    if (strcmp(how, "timed") == 0) {
        expected = 2;
        start(1, lockRingTimed, 1);
        lockRingTimed(NULL);
    }
    if (strcmp(how, "join") == 0) {
        expected = 2;
        pthread_mutex_lock(&mutexes[0]);
        start(1, lockFirst, 0);
        arrive();
        pthread_join(threads[1], NULL);
    }
    if (strcmp(how, "stream") == 0) {
        expected = 2;
        flockfile(stream);
        start(1, lockStream, 0);
        while (ready < 1)
            pauseMs(1);
        arrive();
        pthread_mutex_lock(&mutexes[0]);
    }
    if (strcmp(how, "writer") == 0) {
        expected = 2;
        pthread_rwlock_wrlock(&readerWriter);
        start(1, readLocked, 0);
        while (ready < 1)
            pauseMs(1);
        arrive();
        pthread_mutex_lock(&mutexes[0]);
    }
}

static void oneSided(const char* how)
{
    if (strcmp(how, "gone") == 0) {
        expected = 1;
        start(1, takeAndEnd, 0);
        pthread_join(threads[1], NULL);
        lockFirst(NULL);
    }
    if (strcmp(how, "robust-gone") == 0) {
        expected = 1;
        start(1, takeAndEnd, 0);
        pthread_join(threads[1], NULL);
        if (pthread_mutex_lock(&mutexes[0]) == EOWNERDEAD)
            sleepForGood();
    }
    if (strcmp(how, "convoy") == 0) {
        expected = 4;
        pthread_mutex_lock(&mutexes[0]);
        for (int i = 1; i < 4; ++i)
            start(i, lockFirst, 0);
        sleepForGood();
    }
    if (strcmp(how, "try") == 0) {
        expected = 2;
        pthread_mutex_lock(&mutexes[0]);
        start(1, tryAgain, 0);
        while (ready < 1)
            pauseMs(1);
        arrive();
        pthread_mutex_lock(&mutexes[1]);
    }
    if (strcmp(how, "finished") == 0) {
        expected = 2;
        pthread_mutex_lock(&mutexes[0]);
        start(1, giveUp, 0);
        sleepForGood();
    }
}

static void withoutOwners(const char* how)
{
    if (strcmp(how, "condition") == 0) {
        expected = 2;
        start(1, waitForCondition, 0);
        sleepForGood();
    }
    if (strcmp(how, "reader") == 0) {
        expected = 2;
        pthread_rwlock_rdlock(&readerWriter);
        start(1, writeLocked, 0);
        sleepForGood();
    }
    if (strcmp(how, "barrier") == 0) {
        expected = 2;
        pthread_barrier_init(&meeting, NULL, 3);
        start(1, meet, 0);
        meet(NULL);
    }
    if (strcmp(how, "semaphore") == 0) {
        expected = 2;
        sem_init(&semaphore, 0, 0);
        start(1, waitForSemaphore, 0);
        sleepForGood();
    }
    if (strcmp(how, "pool") == 0) {
        expected = 4;
        for (int i = 1; i < 4; ++i)
            start(i, i == 3 ? sleeper : waitForCondition, 0);
        char byte;
        int ends[2];
        if (pipe(ends) != 0)
            exit(1);
        arrive();
        if (read(ends[0], &byte, 1) < 0)
            exit(1);
    }
}

int main(int count, char** arguments)
{
    if (count < 3)
        return 2;
    const char* kind = arguments[2];
    const int type = strcmp(kind, "recursive") == 0  ? PTHREAD_MUTEX_RECURSIVE
                     : strcmp(kind, "checking") == 0 ? PTHREAD_MUTEX_ERRORCHECK
                                                     : PTHREAD_MUTEX_NORMAL;
    initMutexes(type, strcmp(kind, "robust") == 0, strcmp(kind, "inheriting") == 0);
    stream = fopen("/dev/null", "w");
    start(0, watch, 0);
    holdersWaitForEachOther(arguments[1]);
    oneSided(arguments[1]);
    withoutOwners(arguments[1]);
    return 0;
}
