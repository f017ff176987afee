#pragma once

// Why this shim: libev hands out its watchers only through macros (ev_io_init, ev_timer_set, …), which Swift does not
// import, and libwebsockets runs on the libev loop that it is given. What Swift can call itself is not wrapped here.

#include <libwebsockets.h>
#include <stdbool.h>
#include <sys/socket.h>

/// A libev loop with two watchers of its own: one runs before each wait, one is the wake-up from other threads.
typedef struct shim_loop shim_loop;
/// One file descriptor watched on a loop.
typedef struct shim_watch shim_watch;
/// One timer that fires once.
typedef struct shim_timer shim_timer;

typedef void (*shim_callback)(void *_Nullable context);

/// Null when the loop cannot be had (out of descriptors or memory).
shim_loop *_Nullable shim_loop_create(void);
/// The `struct ev_loop *` for `lws_context_creation_info.foreign_loops`.
void *_Nonnull shim_loop_foreign(shim_loop *_Nonnull loop);
/// Runs on the calling thread until `shim_loop_break`, calling `before_wait` each time before it waits.
void shim_loop_run(shim_loop *_Nonnull loop, shim_callback _Nonnull before_wait, void *_Nullable context);
/// On the loop's own thread.
void shim_loop_break(shim_loop *_Nonnull loop);
/// From any thread, also before the loop runs and after it has ended. Costs no system call on the loop's own thread.
void shim_loop_wake(shim_loop *_Nonnull loop);
/// Only when the loop does not run (any more).
void shim_loop_destroy(shim_loop *_Nonnull loop);

/// Watches for room to write, or else for input. On the loop's thread, or before it runs.
shim_watch *_Nullable shim_watch_start(
    shim_loop *_Nonnull loop, int descriptor, bool for_writing, shim_callback _Nonnull ready, void *_Nullable context);
void shim_watch_stop(shim_watch *_Nonnull watch);

/// Whether anybody watches the descriptor for room to write. Exact only before the loop waits, when nothing is pending;
/// whoever watches is called once more.
bool shim_has_write_watch(shim_loop *_Nonnull loop, int descriptor);

/// On the loop's thread, or before it runs. The timer stays allocated after it has fired, until it is stopped.
shim_timer *_Nullable shim_timer_start(
    shim_loop *_Nonnull loop, double seconds, shim_callback _Nonnull fired, void *_Nullable context);
void shim_timer_stop(shim_timer *_Nonnull timer);

// GNU extensions, which Swift's Glibc module does not show.

/// `accept4` without blocking and closed on exec.
int shim_accept(int listener, struct sockaddr *_Nonnull peer, socklen_t *_Nonnull length);
/// Names the calling thread for debuggers and `top`; at most 15 characters.
void shim_name_thread(const char *_Nonnull name);
