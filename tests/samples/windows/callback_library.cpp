#define CALLBACK_LIBRARY
#include "callback_library.h"

#include "../sample.h"

namespace sample {

class Walk
{
public:
    Walk(Visitor visitor, void* context) : m_visitor(visitor), m_context(context) {}

    SAMPLE_FRAME int visit(int item)
    {
        const int result = m_visitor(item, m_context); // @visit
        m_sum += result;
        return m_sum;
    }

private:
    Visitor m_visitor;
    void* m_context;
    int m_sum = 0;
};

} // namespace sample

extern "C" SAMPLE_FRAME int eachItem(int count, Visitor visitor, void* context)
{
    sample::Walk walk(visitor, context);
    int sum = 0;
    for (int i = 0; i < sample::opaque(count); ++i)
        sum += walk.visit(i); // @each
    return sample::opaque(sum);
}

#if defined(_MSC_VER)
extern "C" int __stdcall _DllMainCRTStartup(void*, unsigned, void*)
{
    return 1;
}
#endif
