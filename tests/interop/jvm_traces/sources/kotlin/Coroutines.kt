package app.kt

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield

class FetchException(message: String, cause: Throwable? = null) : RuntimeException(message, cause)

private suspend fun fetch(n: Int): String {
    yield()
    if (n > 2)
        throw FetchException("fetch $n")
    return "page $n"
}

private suspend fun pages(n: Int): List<String> {
    val first = fetch(n - 1)
    val second = fetch(n + 1)
    return listOf(first, second)
}

class Client(private val limit: Int) {
    suspend fun load(n: Int): Int = coroutineScope {
        val all = (0..n).map { async { pages(it).size / (limit - it) } }
        all.sumOf { it.await() }
    }

    suspend fun direct(n: Int): Int {
        val numbers = IntArray(limit)
        return withContext(Dispatchers.Default) { numbers[n] }
    }
}

fun blocking() = runBlocking { println(pages(2)) }

fun structured() = runBlocking { println(Client(1).load(1)) }

fun switching() = runBlocking { println(Client(2).direct(5)) }

fun flows() = runBlocking {
    flow {
        emit(1)
        delay(1)
        emit(0)
    }.map { 10 / it }.collect { println(it) }
}

fun launched() = runBlocking {
    launch {
        nested(3)
    }.join()
}

private suspend fun CoroutineScope.nested(n: Int) {
    if (n == 0)
        throw FetchException("nested", IllegalStateException("inner"))
    nested(n - 1)
}
