package app.kt

object Scenarios {
    @JvmField
    val names = arrayOf("area", "require", "check", "thirds", "inlined", "crossed", "defaults", "lateinit", "index", "value", "delegate",
        "notNull", "local", "cast", "todo", "scopes", "labelled", "count", "sequence", "parts", "blocking", "structured", "switching",
        "flows", "launched")

    @JvmStatic
    fun run(name: String, n: Int) {
        when (name) {
            "area" -> area(if (n > 50) Shape.Circle(1) else Shape.Nothing)
            "require" -> Shape.Square(-n)
            "check" -> area(Shape.Circle(100 * n))
            "thirds" -> println(listOf("abc", "ab").thirds())
            "inlined" -> println(inlined(n))
            "crossed" -> crossed(n)
            "defaults" -> println(defaults("name"))
            "lateinit" -> println(Lateinit().size)
            "index" -> println(SecondInFile.last(n))
            "value" -> println(speed(n))
            "delegate" -> println(CountedPlugin().twice(n))
            "notNull" -> println(NamedPlugin(if (n > 50) "" else null).start(n))
            "local" -> println(localFunctions(n))
            "cast" -> println(casts(if (n > 50) Shape.Nothing else NamedPlugin("x")))
            "todo" -> println(todo(n))
            "scopes" -> println(scopes(if (n > 50) "" else null))
            "labelled" -> println(labelled(listOf(0, 1, n + 1)))
            "count" -> println(count(n + 5, 0))
            "sequence" -> println(sequence(n))
            "parts" -> println(partA(n))
            "blocking" -> blocking()
            "structured" -> structured()
            "switching" -> switching()
            "flows" -> flows()
            "launched" -> launched()
        }
    }
}
