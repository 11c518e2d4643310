// For scenarios that throw and have no C++ runtime's library: what the descriptions of thrown types point to.

extern "C" {
/// The virtual table of type_info. Nothing is called through it.
extern const void* const typeInfoFunctions[1] __asm__("??_7type_info@@6B@");
const void* const typeInfoFunctions[1] = {};
}
