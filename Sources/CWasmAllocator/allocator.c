// The memory functions that Embedded Swift expects from a C library, for WebAssembly, which has none. In C because
// Swift can neither name `__heap_base` nor grow the memory. Natively this file is empty.
#ifdef __wasm__
#include <stddef.h>
#include <stdint.h>

// One instance has one thread, so nothing is locked. Blocks are powers of two; a freed block waits in the list of its
// size. The eight bytes before a pointer say where its block starts and how large it is.
#define PAGE 65536u
#define SMALLEST 5u

typedef struct {
    uint32_t block, order;
} Header;

extern unsigned char __heap_base;
static uint32_t top;
static uint32_t freed[32];

static uint32_t take(uint32_t order) {
    uint32_t block = freed[order];
    if (block) {
        freed[order] = *(uint32_t *)block;
        return block;
    }
    if (!top) top = ((uint32_t)&__heap_base + 15u) & ~15u;
    uint32_t end = top + (1u << order);
    uint32_t size = (uint32_t)__builtin_wasm_memory_size(0) * PAGE;
    if (end < top) return 0;
    if (end > size && __builtin_wasm_memory_grow(0, (end - size + PAGE - 1) / PAGE) == (size_t)-1) return 0;
    block = top;
    top = end;
    return block;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    uint32_t room = alignment > 16 ? (uint32_t)alignment : 16u;
    uint32_t need = (uint32_t)size + room;
    uint32_t order = SMALLEST;
    if (need < room || need > (1u << 30)) return 12;  // ENOMEM
    while ((1u << order) < need) order++;
    uint32_t block = take(order);
    if (!block) return 12;
    uint32_t address = (block + sizeof(Header) + room - 1) & ~(room - 1);
    *((Header *)address - 1) = (Header){block, order};
    *result = (void *)address;
    return 0;
}

void free(void *pointer) {
    if (!pointer) return;
    Header header = *((Header *)pointer - 1);
    *(uint32_t *)header.block = freed[header.order];
    freed[header.order] = header.block;
}
#endif
