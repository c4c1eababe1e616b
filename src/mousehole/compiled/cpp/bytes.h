// A pen that writes a byte for each bit, where prelude.h's packs them for a GPU.
struct Bytes {
    u8* out;

    MEMBER explicit Bytes(u8* out) : out(out) {}

    MEMBER void set(u64 bits, int size) {
        for (; size >= 8; size -= 8, bits >>= 8, out += 8) *(Eight*)out = spread(bits & 255);
        for (; size > 0; size--, bits >>= 1) *out++ = bits & 1;
    }

    MEMBER void one_of(int where, int size) { set(where < 0 ? 0 : bit(where), size); }

    MEMBER void number(int value) { *out++ = (u8)value; }

    MEMBER void number_of(int where, int size) {
        for (int n = 0; n < size; n++) number(n == where);
    }

    // Of so many places, only these.
    MEMBER void only(const int* places, int many, int size) {
        for (int n = 0; n < size; n++) out[n] = 0;
        for (int n = 0; n < many; n++) out[places[n]] = 1;
    }

    MEMBER void begin_bytes(int) {}

    MEMBER void lift() {}

    typedef u64 Eight __attribute__((aligned(1), may_alias));

    static MEMBER u64 spread(u64 byte) {
        return ((byte & 127) * 0x40810204081ull & 0x0101010101010101ull) | byte >> 7 << 56;
    }
};
