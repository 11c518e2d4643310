// A second compilation unit for shapes.cpp.
#include "shapes.inc"

volatile int lastSunk;

extern "C" void sink(int value)
{
    lastSunk = value == 0 ? twice(lastSunk) : value;
}
