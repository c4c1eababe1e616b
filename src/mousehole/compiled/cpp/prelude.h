// What the rules of every game stand on: whole numbers, sets as bits, luck, and a pen for what is seen.
// Read before a game's rules.h, by a GPU's run-time compiler and by the compiler of WebAssembly modules.
#ifdef __CUDACC__
#define DO __device__ __forceinline__
#define MEMBER __device__ __forceinline__
#define UNROLL _Pragma("unroll")
#else
#define DO static inline
#define MEMBER inline
#define UNROLL
#endif

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned char u8;

enum { CHANCE = -1, OVER = -2 };  // what `turn` returns when no seat decides
enum { HOLD = -1, BEGIN = -2 };   // instead of an id: leave a game as it is, begin it anew

#ifdef __CUDACC__
DO int count(u64 set) { return __popcll(set); }
DO int count32(u32 set) { return __popc(set); }
DO int lowest(u64 set) { return __ffsll((long long)set) - 1; }
DO u32 high_product(u32 a, u32 b) { return __umulhi(a, b); }
#else
DO int count(u64 set) { return __builtin_popcountll(set); }
DO int count32(u32 set) { return __builtin_popcount(set); }
DO int lowest(u64 set) { return __builtin_ctzll(set); }
DO u32 high_product(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
#endif

DO u64 bit(int n) { return 1ull << n; }

DO u64 ones(int n) { return n >= 64 ? ~0ull : bit(n) - 1; }

// A whole number from 0 to n - 1 (xorshift64).
DO int below(u64& luck, u32 n) {
    u64 x = luck;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    luck = x;
    return (int)high_product((u32)(x >> 32), n);
}

// The number of the kth set bit, found by halving: no lane of a warp waits for a longer loop of another.
DO int nth(u64 set, int k) {
    u32 word = (u32)set;
    int at = 0, low = count32(word);
    if (k >= low) k -= low, at = 32, word = (u32)(set >> 32);
    UNROLL
    for (int half = 16; half; half >>= 1) {
        low = count32(word & ((1u << half) - 1));
        if (k >= low) k -= low, at += half, word >>= half;
    }
    return at;
}

// Writes numbers of few bits one after the other.
struct Pen {
    u32* out;
    u64 held;
    int many;

    MEMBER explicit Pen(u32* out) : out(out), held(0), many(0) {}

    MEMBER void add(u32 value, int size) {
        held |= (u64)value << many;
        many += size;
        if (many >= 32) *out++ = (u32)held, held >>= 32, many -= 32;
    }

    MEMBER void set(u64 bits, int size) {
        add((u32)(bits & ones(size < 32 ? size : 32)), size < 32 ? size : 32);
        if (size > 32) add((u32)(bits >> 32 & ones(size - 32)), size - 32);
    }

    MEMBER void one_of(int where, int size) { set(where < 0 ? 0 : bit(where), size); }

    MEMBER void lift() {
        if (many) *out++ = (u32)held;
        held = 0, many = 0;
    }

    // Counts follow, a byte each, in words that begin where those of the bits before them end.
    MEMBER void begin_bytes(int bits) { lift(), add(0, 8 * (bits % 4)); }

    MEMBER void number(int value) { add((u32)value & 255, 8); }

    MEMBER void number_of(int where, int size) {
        UNROLL
        for (int n = 0; n < size; n++) number(n == where);
    }
};
