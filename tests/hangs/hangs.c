// SPDX-License-Identifier: GPL-3.0-or-later
// Hangs in the way that its arguments name, and writes what is true of the hang to standard output:
//   wait ID KIND OWNER   thread ID waits for an object of KIND, which OWNER holds (0: no thread)
//   cycle ID…            these threads wait for each other, in this order, for good
// A watcher ends the program by a signal once every other thread sleeps.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { kMutexes = 8, kThreads = 16, kCalmRounds = 16 };

static pthread_mutex_t* mutexes;
static pthread_rwlock_t readerWriters[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t meeting;
static sem_t semaphores[2];
static FILE* streams[2];
static pthread_t threads[kThreads];
static atomic_int ids[kThreads];
static atomic_int ready;
static atomic_int expected;
static atomic_int busy; // Threads that never sleep.
static const char* kindName = "normal";
static int type;

static int idOfThread(void)
{
    return (int)syscall(SYS_gettid);
}

static void pauseMs(long milliseconds)
{
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void tell(const char* text)
{
    if (write(1, text, strlen(text)) < 0)
        _exit(3);
}

static void tellWait(int thread, const char* kind, int owner)
{
    char line[128];
    snprintf(line, sizeof line, "wait %d %s %d\n", thread, kind, owner);
    tell(line);
}

// The watcher allocates nothing, because the lock of the allocator may be what hangs.
static int sleeps(const char* thread)
{
    char path[320];
    char text[256] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/stat", thread);
    const int file = open(path, O_RDONLY);
    if (file < 0)
        return 1;
    const ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    text[size < 0 ? 0 : size] = 0;
    const char* end = strrchr(text, ')');
    return end != NULL && end[1] == ' ' && end[2] == 'S';
}

// As the kernel writes it: linux/include/linux/dirent.h.
struct Entry
{
    uint64_t number;
    int64_t offset;
    unsigned short size;
    unsigned char type;
    char name[];
};

static int awake(void)
{
    char self[32];
    char entries[2048];
    snprintf(self, sizeof self, "%d", idOfThread());
    const int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY);
    int count = 0;
    for (long size; (size = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0;) {
        for (long at = 0; at < size;) {
            const struct Entry* entry = (const struct Entry*)(entries + at);
            if (entry->name[0] != '.' && strcmp(entry->name, self) != 0)
                count += !sleeps(entry->name);
            at += entry->size;
        }
    }
    close(folder);
    return count;
}

static void* watch(void* unused)
{
    (void)unused;
    for (int calm = 0; calm < kCalmRounds; pauseMs(3))
        calm = ready >= expected && awake() <= busy ? calm + 1 : 0;
    raise(SIGSEGV);
    return NULL;
}

static void arrive(void)
{
    ready++;
}

static void untilReady(int count)
{
    while (ready < count)
        pauseMs(1);
}

static void start(int number, void* (*run)(void*), long argument)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    if (pthread_create(&threads[number], &attributes, run, (void*)argument) != 0)
        _exit(4);
}

static void initMutexes(const char* kind)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    type = PTHREAD_MUTEX_NORMAL;
    if (strstr(kind, "recursive"))
        type = PTHREAD_MUTEX_RECURSIVE;
    if (strstr(kind, "checking"))
        type = PTHREAD_MUTEX_ERRORCHECK;
#ifdef __GLIBC__
    if (strstr(kind, "adaptive"))
        type = PTHREAD_MUTEX_ADAPTIVE_NP;
#endif
    pthread_mutexattr_settype(&attributes, type);
    if (strstr(kind, "robust"))
        pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    if (strstr(kind, "inheriting"))
        pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    if (strstr(kind, "shared"))
        pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    mutexes = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                   (strstr(kind, "shared") ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < kMutexes; ++i)
        pthread_mutex_init(&mutexes[i], &attributes);
}

static const char* mutexKind(void)
{
    static char name[64];
    snprintf(name, sizeof name, "mutex-%s", kindName);
    return name;
}

static int ring;
static atomic_int holders;

static void* lockRing(void* argument)
{
    const long own = (long)argument;
    ids[own] = idOfThread();
    pthread_mutex_lock(&mutexes[own]);
    if (type == PTHREAD_MUTEX_RECURSIVE)
        pthread_mutex_lock(&mutexes[own]);
    for (holders++; holders < ring; pauseMs(1)) {
    }
    arrive();
    pthread_mutex_lock(&mutexes[(own + 1) % ring]);
    return NULL;
}

static void tellRing(int size, const char* kind)
{
    char line[256] = "cycle";
    for (int i = 0; i < size; ++i) {
        tellWait(ids[i], kind, ids[(i + 1) % size]);
        snprintf(line + strlen(line), sizeof line - strlen(line), " %d", ids[i]);
    }
    strcat(line, "\n");
    tell(line);
}

static void* teller(void* argument)
{
    untilReady(ring);
    tellRing(ring, argument);
    arrive();
    pauseMs(3600000);
    return NULL;
}

static void runRing(int size)
{
    ring = size;
    expected = size + 1;
    start(15, teller, (long)mutexKind());
    for (int i = 1; i < size; ++i)
        start(i, lockRing, i);
    lockRing(NULL);
}

static struct timespec inAnHour(int clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    time.tv_sec += 3600;
    return time;
}

static void* timedRing(void* argument)
{
    const long own = (long)argument;
    const struct timespec limit = inAnHour(CLOCK_REALTIME);
    ids[own] = idOfThread();
    pthread_mutex_lock(&mutexes[own]);
    for (holders++; holders < 2; pauseMs(1)) {
    }
    tellWait(ids[own], mutexKind(), ids[1 - own]);
    arrive();
    // Without a limit one of them would wait for good.
    if (own == 0 && ring == 1)
        pthread_mutex_lock(&mutexes[1]);
    pthread_mutex_timedlock(&mutexes[1 - own], &limit);
    return NULL;
}

static void* lockFirst(void* argument)
{
    tellWait(idOfThread(), mutexKind(), (int)(long)argument);
    arrive();
    pthread_mutex_lock(&mutexes[0]);
    return NULL;
}

static void* lockAndEnd(void* unused)
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

static void tellTwo(int first, const char* kindOfFirst, int second, const char* kindOfSecond)
{
    tellWait(first, kindOfFirst, second);
    tellWait(second, kindOfSecond, first);
    char line[64];
    snprintf(line, sizeof line, "cycle %d %d\n", first, second);
    tell(line);
}

// Each of two threads holds what the other wants. The kinds are chosen by number.
enum Lock { kMutex, kWrite, kStream, kJoin, kRead };
static enum Lock wants[2];
static enum Lock holds[2];

static void take(enum Lock lock, int number)
{
    if (lock == kMutex)
        pthread_mutex_lock(&mutexes[number]);
    if (lock == kWrite)
        pthread_rwlock_wrlock(&readerWriters[number]);
    if (lock == kRead)
        pthread_rwlock_rdlock(&readerWriters[number]);
    if (lock == kStream)
        flockfile(streams[number]);
}

static const char* nameOf(enum Lock held)
{
    if (held == kMutex)
        return mutexKind();
    return held == kWrite ? "rwlock-written" : held == kStream ? "stream" : "rwlock-read";
}

static void* half(void* argument)
{
    const long own = (long)argument;
    ids[own] = idOfThread();
    take(holds[own], (int)own);
    for (holders++; holders < 2; pauseMs(1)) {
    }
    if (own == 0) {
        untilReady(1);
        tellTwo(ids[0], nameOf(holds[1]), ids[1], nameOf(holds[0]));
    }
    arrive();
    take(wants[own], 1 - (int)own);
    return NULL;
}

static void crossed(enum Lock mine, enum Lock minesWish, enum Lock other, enum Lock othersWish)
{
    holds[0] = mine;
    wants[0] = minesWish;
    holds[1] = other;
    wants[1] = othersWish;
    expected = 2;
    start(1, half, 1);
    half(NULL);
}

static void* upgrade(void* argument)
{
    const long own = (long)argument;
    ids[own] = idOfThread();
    pthread_rwlock_rdlock(&readerWriters[0]);
    for (holders++; holders < 2; pauseMs(1)) {
    }
    if (own == 0)
        tellTwo(ids[0], "rwlock-read", ids[1], "rwlock-read");
    arrive();
    pthread_rwlock_wrlock(&readerWriters[0]);
    return NULL;
}

static void* joiner(void* argument)
{
    const long own = (long)argument;
    ids[own] = idOfThread();
    for (holders++; holders < ring; pauseMs(1)) {
    }
    arrive();
    pthread_join(threads[(own + 1) % ring], NULL);
    return NULL;
}

static void* wantsMain(void* unused)
{
    (void)unused;
    ids[1] = idOfThread();
    arrive();
    pthread_mutex_lock(&mutexes[0]);
    return NULL;
}

static void* tryAgain(void* argument)
{
    pthread_mutex_lock(&mutexes[1]);
    ids[1] = idOfThread();
    arrive();
    while (pthread_mutex_trylock(&mutexes[0]) != 0) {
        if ((long)argument == 1)
            sched_yield();
        else
            pauseMs(1000);
    }
    return NULL;
}

static void* waitForCondition(void* argument)
{
    ids[1] = idOfThread();
    pthread_mutex_lock(&mutexes[2]);
    if (argument)
        pthread_mutex_lock(&mutexes[0]);
    tellWait(ids[1], "condition", 0);
    arrive();
    while (expected > 0)
        pthread_cond_wait(&condition, &mutexes[2]);
    return NULL;
}

static atomic_int signalled;

static void* waitAndRelock(void* unused)
{
    (void)unused;
    ids[1] = idOfThread();
    pthread_mutex_lock(&mutexes[1]);
    pthread_mutex_lock(&mutexes[0]);
    signalled = 1;
    pthread_cond_wait(&condition, &mutexes[0]); // Ends, but main has the mutex.
    return NULL;
}

static void* readsToo(void* argument)
{
    tellWait(idOfThread(), "rwlock-written", (int)(long)argument);
    arrive();
    pthread_rwlock_rdlock(&readerWriters[0]);
    return NULL;
}

static void* writesToo(void* argument)
{
    tellWait(idOfThread(), "rwlock-read", (int)(long)argument);
    arrive();
    pthread_rwlock_wrlock(&readerWriters[0]);
    return NULL;
}

static void* meet(void* unused)
{
    (void)unused;
    tellWait(idOfThread(), "barrier", 0);
    arrive();
    pthread_barrier_wait(&meeting);
    return NULL;
}

static void* semaphoreRing(void* argument)
{
    const long own = (long)argument;
    ids[own] = idOfThread();
    sem_wait(&semaphores[own]);
    for (holders++; holders < 2; pauseMs(1)) {
    }
    tellWait(ids[own], "semaphore", 0);
    arrive();
    sem_wait(&semaphores[1 - own]);
    return NULL;
}

static void onceLocks(void)
{
    ids[0] = idOfThread();
    untilReady(1);
    tellTwo(ids[0], mutexKind(), ids[1], "once");
    arrive();
    pthread_mutex_lock(&mutexes[0]);
}

static void* callOnce(void* unused)
{
    (void)unused;
    ids[1] = idOfThread();
    pthread_mutex_lock(&mutexes[0]);
    arrive();
    while (ids[0] == 0)
        pauseMs(1);
    pthread_once(&once, onceLocks);
    return NULL;
}

// The C library holds a lock of its loader while it calls this.
static int insideLoader(struct dl_phdr_info* info, size_t size, void* unused)
{
    (void)info;
    (void)size;
    (void)unused;
    if (ready > 0)
        return 1;
    arrive();
    pthread_mutex_lock(&mutexes[0]);
    return 1;
}

static void* holdsLoader(void* unused)
{
    (void)unused;
    ids[1] = idOfThread();
    dl_iterate_phdr(insideLoader, NULL);
    return NULL;
}

// The sizes are those that threads do not keep for themselves.
static void allocateAndFree(size_t size)
{
    void* volatile kept[4];
    for (int i = 0; i < 4; ++i)
        kept[i] = malloc(size + 1000 * (size_t)i);
    for (int i = 0; i < 4; ++i)
        free(kept[i]);
}

// Comes while the thread has the allocator's lock, sooner or later.
static void allocateInHandler(int number)
{
    (void)number;
    allocateAndFree(2000);
}

static void* keepAllocating(void* unused)
{
    (void)unused;
    ids[1] = idOfThread();
    for (;;)
        allocateAndFree(3000);
}

static int sleepsForLong(int id)
{
    char thread[32];
    snprintf(thread, sizeof thread, "%d", id);
    for (int i = 0; i < 20; ++i) {
        if (!sleeps(thread))
            return 0;
        pauseMs(1);
    }
    return 1;
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

static void stay(int number)
{
    (void)number;
    for (;;)
        pause();
}

static void* interrupted(void* unused)
{
    (void)unused;
    ids[1] = idOfThread();
    pthread_mutex_lock(&mutexes[1]);
    arrive();
    pthread_mutex_lock(&mutexes[0]);
    return NULL;
}

static void locks(const char* how)
{
    if (strncmp(how, "ring", 4) == 0)
        runRing(atoi(how + 4));
    if (strcmp(how, "mutex-rwlock") == 0)
        crossed(kMutex, kWrite, kWrite, kMutex);
    if (strcmp(how, "rwlocks") == 0)
        crossed(kWrite, kWrite, kWrite, kWrite);
    if (strcmp(how, "rwlocks-reading") == 0)
        crossed(kWrite, kRead, kWrite, kRead);
    if (strcmp(how, "readers-writing") == 0)
        crossed(kRead, kWrite, kRead, kWrite);
    if (strcmp(how, "mutex-stream") == 0)
        crossed(kMutex, kStream, kStream, kMutex);
    if (strcmp(how, "streams") == 0)
        crossed(kStream, kStream, kStream, kStream);
    if (strcmp(how, "upgrade") == 0) {
        expected = 2;
        start(1, upgrade, 1);
        upgrade(NULL);
    }
    if (strcmp(how, "joins") == 0) {
        ring = 3;
        threads[0] = pthread_self();
        expected = ring + 1;
        start(15, teller, (long)"join");
        for (int i = 1; i < ring; ++i)
            start(i, joiner, i);
        joiner(NULL);
    }
    if (strcmp(how, "join") == 0) {
        expected = 2;
        pthread_mutex_lock(&mutexes[0]);
        start(1, wantsMain, 0);
        untilReady(1);
        tellTwo(idOfThread(), "join", ids[1], mutexKind());
        arrive();
        pthread_join(threads[1], NULL);
    }
    if (strcmp(how, "once") == 0) {
        expected = 2;
        start(1, callOnce, 0);
        untilReady(1);
        pthread_once(&once, onceLocks);
    }
    if (strcmp(how, "relock") == 0) { // A condition has ended, its mutex is held.
        expected = 1;
        start(1, waitAndRelock, 0);
        while (!signalled)
            pauseMs(1);
        pthread_mutex_lock(&mutexes[0]);
        pthread_cond_signal(&condition);
        pauseMs(20);
        tellTwo(idOfThread(), mutexKind(), ids[1], mutexKind());
        arrive();
        pthread_mutex_lock(&mutexes[1]);
    }
    if (strcmp(how, "loader") == 0) {
        expected = 2;
        pthread_mutex_lock(&mutexes[0]);
        start(1, holdsLoader, 0);
        untilReady(1);
        tellTwo(idOfThread(), "loader", ids[1], mutexKind());
        arrive();
        dl_iterate_phdr(insideLoader, NULL);
    }
    if (strcmp(how, "allocator") == 0) { // A handler allocates above an allocation.
        expected = 1;
        signal(SIGUSR1, allocateInHandler);
        start(1, keepAllocating, 0);
        while (ids[1] == 0)
            pauseMs(1);
        while (!sleepsForLong(ids[1]))
            pthread_kill(threads[1], SIGUSR1);
        char line[64];
        snprintf(line, sizeof line, "cycle %d\n", ids[1]);
        tellWait(ids[1], "allocator", 0);
        tell(line);
        sleepForGood();
    }
    if (strcmp(how, "semaphores") == 0) {
        expected = 2;
        sem_init(&semaphores[0], 0, 1);
        sem_init(&semaphores[1], 0, 1);
        start(1, semaphoreRing, 1);
        semaphoreRing(NULL);
    }
}

static void traps(const char* how)
{
    const int self = idOfThread();
    if (strcmp(how, "timed") == 0 || strcmp(how, "half-timed") == 0) {
        expected = 2;
        ring = how[0] == 'h';
        start(1, timedRing, 1);
        timedRing(NULL);
    }
    if (strcmp(how, "gone") == 0) {
        expected = 1;
        start(1, lockAndEnd, 0);
        pthread_join(threads[1], NULL);
        lockFirst(NULL);
    }
    if (strcmp(how, "convoy") == 0) {
        expected = 9;
        pthread_mutex_lock(&mutexes[0]);
        for (int i = 1; i < 9; ++i)
            start(i, lockFirst, self);
        sleepForGood();
    }
    if (strcmp(how, "reading-holder") == 0) {
        int ends[2];
        char byte;
        expected = 2;
        pthread_mutex_lock(&mutexes[0]);
        start(1, lockFirst, self);
        if (pipe(ends) != 0)
            _exit(5);
        arrive();
        if (read(ends[0], &byte, 1) < 0)
            _exit(6);
    }
    if (strcmp(how, "try") == 0 || strcmp(how, "spin") == 0) {
        expected = 2;
        busy = how[0] == 's';
        pthread_mutex_lock(&mutexes[0]);
        start(1, tryAgain, how[0] == 's');
        untilReady(1);
        tellWait(self, mutexKind(), ids[1]);
        arrive();
        pthread_mutex_lock(&mutexes[1]);
    }
    if (strcmp(how, "finished") == 0) {
        expected = 2;
        pthread_mutex_lock(&mutexes[0]);
        start(1, giveUp, 0);
        sleepForGood();
    }
    if (strcmp(how, "interrupted") == 0) { // A handler runs above the wait.
        expected = 2;
        signal(SIGUSR1, stay);
        pthread_mutex_lock(&mutexes[0]);
        start(1, interrupted, 0);
        untilReady(1);
        pauseMs(30);
        pthread_kill(threads[1], SIGUSR1);
        pauseMs(30);
        tellWait(self, mutexKind(), ids[1]);
        arrive();
        pthread_mutex_lock(&mutexes[1]);
    }
    if (strcmp(how, "reused") == 0) { // The memory of a mutex is another one's.
        expected = 2;
        pthread_mutex_lock(&mutexes[0]);
        memset(&mutexes[0], 0, sizeof mutexes[0]);
        pthread_mutex_init(&mutexes[0], NULL);
        pthread_mutex_lock(&mutexes[0]);
        start(1, lockFirst, self);
        sleepForGood();
    }
    if (strcmp(how, "other-process") == 0) {
        expected = 1;
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            pthread_mutex_lock(&mutexes[0]);
            ((atomic_int*)&mutexes[6])[0] = 1;
            pauseMs(60000);
            _exit(0);
        }
        while (((atomic_int*)&mutexes[6])[0] == 0)
            pauseMs(1);
        lockFirst(NULL);
    }
}

static void others(const char* how)
{
    const int self = idOfThread();
    if (strcmp(how, "condition") == 0) {
        expected = 2;
        start(1, waitForCondition, 0);
        sleepForGood();
    }
    if (strcmp(how, "condition-holder") == 0) { // Holds the first mutex, too.
        expected = 2;
        start(1, waitForCondition, 1);
        untilReady(1);
        lockFirst((void*)(long)ids[1]);
    }
    if (strcmp(how, "written") == 0) {
        expected = 4;
        pthread_rwlock_wrlock(&readerWriters[0]);
        for (int i = 1; i < 4; ++i)
            start(i, readsToo, self);
        sleepForGood();
    }
    if (strcmp(how, "read") == 0) {
        expected = 3;
        pthread_rwlock_rdlock(&readerWriters[0]);
        for (int i = 1; i < 3; ++i)
            start(i, writesToo, self);
        sleepForGood();
    }
    if (strcmp(how, "barrier") == 0) {
        expected = 2;
        pthread_barrier_init(&meeting, NULL, 3);
        start(1, meet, 0);
        meet(NULL);
    }
}

int main(int count, char** arguments)
{
    if (count < 3)
        return 2;
    kindName = arguments[2];
    initMutexes(kindName);
    streams[0] = fopen("/dev/null", "w");
    streams[1] = fopen("/dev/null", "w");
    start(14, watch, 0);
    locks(arguments[1]);
    traps(arguments[1]);
    others(arguments[1]);
    return 0;
}
