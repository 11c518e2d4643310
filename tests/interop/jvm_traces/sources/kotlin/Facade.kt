@file:JvmName("RenamedFacade")

package app.kt

@JvmInline
value class Meters(val value: Int) {
    fun per(seconds: Int): Meters = Meters(value / seconds)
}

interface Plugin {
    val id: String

    fun start(n: Int): String = id.repeat(n)
}

class NamedPlugin(name: String?) : Plugin {
    override val id: String = name!!
}

class CountedPlugin : Plugin by NamedPlugin("counted") {
    fun twice(n: Int) = start(n) + start(-n)
}

fun speed(n: Int) = Meters(100).per(n - n)

fun localFunctions(n: Int): Int {
    fun deeper(i: Int): Int {
        fun deepest(j: Int) = n / (i - j)
        return deepest(i)
    }
    return deeper(n)
}

fun casts(any: Any): String {
    val shape = any as Shape
    return shape.toString()
}

fun todo(n: Int): Int = if (n > 0) TODO("later") else n

fun <T> T.applied(block: T.() -> Unit): T = apply { block() }

fun scopes(text: String?): Int = text.let { it!!.length }.also { println(it) }

fun labelled(numbers: List<Int>): Int {
    numbers.forEachIndexed outer@{ index, number ->
        if (number == 0)
            return@outer
        numbers.filter { it > index }.forEach { other ->
            if (other / (number - other) < 0)
                throw NoSuchElementException("label")
        }
    }
    return 0
}

tailrec fun count(n: Int, sum: Int): Int = if (n == 0) error("sum $sum") else count(n - 1, sum + n)

fun sequence(n: Int): Int = sequence {
    yield(n)
    yieldAll(listOf(1, 2).map { it / (n - n) })
}.sum()
