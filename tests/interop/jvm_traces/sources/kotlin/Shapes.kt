package app.kt

sealed class Shape {
    data class Circle(val radius: Int) : Shape()
    data class Square(val side: Int) : Shape() {
        init {
            require(side > 0) { "side $side" }
        }
    }

    object Nothing : Shape()
}

class ShapeException(shape: Shape, cause: Throwable? = null) : Exception("shape ${shape::class.java.name}", cause)

fun area(shape: Shape): Int = when (shape) {
    is Shape.Circle -> 3 * square(shape.radius)
    is Shape.Square -> square(shape.side)
    Shape.Nothing -> throw ShapeException(shape)
}

private fun square(n: Int): Int {
    check(n < 100) { "too large: $n" }
    return n * n
}

fun String.third(): Char = this[2]

fun List<String>.thirds() = map { it.third() }

inline fun <T> measured(name: String, body: () -> T): T {
    val start = System.nanoTime()
    try {
        return body()
    } finally {
        if (System.nanoTime() < start)
            println(name)
    }
}

inline fun twice(crossinline body: (Int) -> Unit) {
    val run = Runnable { body(2) }
    body(1)
    run.run()
}

fun inlined(n: Int): Int = measured("outer") {
    measured("inner") {
        val list = listOf(1, 2, n).map { it - n }
        list.map { 100 / it }.sum()
    }
}

fun crossed(limit: Int) {
    twice { value ->
        if (value > limit)
            throw ShapeException(Shape.Circle(value))
    }
}

fun defaults(name: String, from: Int = name.length, to: Int = from + 1): String = name.substring(from, to)

class Lateinit {
    lateinit var shape: Shape
    val size by lazy { area(shape) }
}

class SecondInFile(private val numbers: IntArray) {
    operator fun get(index: Int): Int = numbers[index]

    companion object {
        fun of(n: Int) = SecondInFile(IntArray(n))

        @JvmStatic
        fun last(n: Int): Int = of(n)[n]
    }
}
