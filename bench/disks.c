/* A disk that fails, between SQLite and the system: compiled and preloaded by bench/disks.py.

   Every write to a watched file is noted with what was there before, until a sync of that file has returned. A power cut
   keeps, loses or tears (by sectors of 512 bytes) each write that was never synced. A sync that fails loses nothing at
   once, but what it should have kept stays in doubt, as a system that drops its pages leaves it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define SECTOR 512
#define MOST 100000

typedef struct {
    int fd;
    off_t at;
    size_t size, before;
    char *old;
} Write;

static Write noted[MOST];
static int count, steps, cut_at = -2;
static double failing;
static uint64_t state;

static double chance(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (state >> 11) * (1.0 / 9007199254740992.0);
}

static void begin(void) {
    if (cut_at != -2) return;
    cut_at = atoi(getenv("DISK_CUT_AT")), failing = atof(getenv("DISK_FAILING"));
    state = strtoull(getenv("DISK_SEED"), NULL, 10) * 2654435769u + 88172645463325252u;
}

static int watched(int fd) {
    char link[64], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size <= 0) return 0;
    path[size] = 0;
    return strstr(path, "mousehole.db") && !strstr(path, "-shm");
}

static ssize_t put(int fd, const void *data, size_t size, off_t at) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    return real(fd, data, size, at);
}

/* Lose power: the later a write, the sooner it is undone, so that what was there before comes back in order. */
static void cut(void) {
    while (count--) {
        Write *one = &noted[count];
        double fate = chance();
        for (size_t from = 0; fate > 0.3 && from < one->before; from += SECTOR) {
            size_t size = one->before - from < SECTOR ? one->before - from : SECTOR;
            if (fate > 0.65 || chance() < 0.5) put(one->fd, one->old + from, size, one->at + from);
        }
        if (fate > 0.65 && one->before < one->size && ftruncate(one->fd, one->at + one->before)) _exit(8);
    }
    _exit(9);
}

static void step(void) {
    begin();
    if (cut_at >= 0 && ++steps > cut_at) cut();
}

ssize_t pwrite64(int fd, const void *data, size_t size, off_t at) {
    if (watched(fd)) {
        step();
        if (count == MOST) _exit(7);
        Write *one = &noted[count++];
        *one = (Write){fd, at, size, 0, malloc(size)};
        ssize_t had = pread(fd, one->old, size, at);
        one->before = had > 0 ? had : 0;
    }
    return put(fd, data, size, at);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return pwrite64(fd, data, size, at); }

static int synced(int fd) {
    if (!watched(fd)) return 0;
    step();
    if (chance() < failing) {
        errno = EIO;
        return -1;
    }
    int kept = 0;
    for (int n = 0; n < count; n++) {
        if (noted[n].fd == fd) free(noted[n].old);
        else noted[kept++] = noted[n];
    }
    count = kept;
    return 0;
}

int fsync(int fd) { return synced(fd); }

int fdatasync(int fd) { return synced(fd); }
