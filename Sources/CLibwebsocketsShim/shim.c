#define _GNU_SOURCE
#include "CLibwebsocketsShim.h"

#include <ev.h>
#include <pthread.h>
#include <stdlib.h>

struct shim_loop {
    struct ev_loop *ev;
    ev_prepare prepare;
    ev_async wake;
    shim_callback before_wait;
    void *context;
};

struct shim_watch {
    ev_io io;
    shim_loop *loop;
    shim_callback ready;
    void *context;
};

struct shim_timer {
    ev_timer timer;
    shim_loop *loop;
    shim_callback fired;
    void *context;
};

static void on_prepare(struct ev_loop *ev, ev_prepare *watcher, int events) {
    shim_loop *loop = watcher->data;
    loop->before_wait(loop->context);
}

// Nothing to do: having been woken, the loop comes round to `prepare`, which looks into the mailbox.
static void on_wake(struct ev_loop *ev, ev_async *watcher, int events) {}

shim_loop *shim_loop_create(void) {
    shim_loop *loop = calloc(1, sizeof *loop);
    if (!loop) return NULL;
    loop->ev = ev_loop_new(EVFLAG_AUTO);
    if (!loop->ev) {
        free(loop);
        return NULL;
    }
    ev_async_init(&loop->wake, on_wake);
    ev_async_start(loop->ev, &loop->wake);
    return loop;
}

void *shim_loop_foreign(shim_loop *loop) { return loop->ev; }

void shim_loop_run(shim_loop *loop, shim_callback before_wait, void *context) {
    loop->before_wait = before_wait;
    loop->context = context;
    ev_prepare_init(&loop->prepare, on_prepare);
    loop->prepare.data = loop;
    ev_prepare_start(loop->ev, &loop->prepare);
    ev_run(loop->ev, 0);
    ev_prepare_stop(loop->ev, &loop->prepare);
}

void shim_loop_break(shim_loop *loop) { ev_break(loop->ev, EVBREAK_ALL); }
void shim_loop_wake(shim_loop *loop) { ev_async_send(loop->ev, &loop->wake); }

void shim_loop_destroy(shim_loop *loop) {
    ev_async_stop(loop->ev, &loop->wake);
    ev_loop_destroy(loop->ev);
    free(loop);
}

static void on_ready(struct ev_loop *ev, ev_io *watcher, int events) {
    shim_watch *watch = watcher->data;
    watch->ready(watch->context);
}

shim_watch *shim_watch_start(
    shim_loop *loop, int descriptor, bool for_writing, shim_callback ready, void *context) {
    shim_watch *watch = calloc(1, sizeof *watch);
    if (!watch) return NULL;
    watch->loop = loop;
    watch->ready = ready;
    watch->context = context;
    ev_io_init(&watch->io, on_ready, descriptor, for_writing ? EV_WRITE : EV_READ);
    watch->io.data = watch;
    ev_io_start(loop->ev, &watch->io);
    return watch;
}

void shim_watch_stop(shim_watch *watch) {
    ev_io_stop(watch->loop->ev, &watch->io);
    free(watch);
}

bool shim_has_write_watch(shim_loop *loop, int descriptor) {
    unsigned pending = ev_pending_count(loop->ev);
    ev_feed_fd_event(loop->ev, descriptor, EV_WRITE);
    return ev_pending_count(loop->ev) > pending;
}

static void on_timer(struct ev_loop *ev, ev_timer *watcher, int events) {
    shim_timer *timer = watcher->data;
    timer->fired(timer->context);
}

shim_timer *shim_timer_start(shim_loop *loop, double seconds, shim_callback fired, void *context) {
    shim_timer *timer = calloc(1, sizeof *timer);
    if (!timer) return NULL;
    timer->loop = loop;
    timer->fired = fired;
    timer->context = context;
    // libev counts from when it last looked at the clock; a long turn would make the timer fire early.
    ev_now_update(loop->ev);
    ev_timer_init(&timer->timer, on_timer, seconds, 0.);
    timer->timer.data = timer;
    ev_timer_start(loop->ev, &timer->timer);
    return timer;
}

void shim_timer_stop(shim_timer *timer) {
    ev_timer_stop(timer->loop->ev, &timer->timer);
    free(timer);
}

int shim_accept(int listener, struct sockaddr *peer, socklen_t *length) {
    return accept4(listener, peer, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

void shim_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
