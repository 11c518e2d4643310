package app.modern;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

final class Nestmates {
    private final Deque<String> queue = new ArrayDeque<>();

    private String take() {
        return queue.removeFirst();
    }

    private final class Reader {
        private String read() {
            return take() + queue.size();
        }
    }

    interface Audit {
        private int level() {
            return Objects.requireNonNull(limit(), "limit");
        }

        Integer limit();

        default int check() {
            return level();
        }
    }

    static class AuditFailure extends IllegalStateException {
        AuditFailure(Class<?> owner, Throwable cause) {
            super("audit of " + owner.getName(), cause);
        }
    }

    static String read() {
        return new Nestmates().new Reader().read();
    }

    static int audit() {
        try {
            return new Audit() {
                @Override
                public Integer limit() {
                    return null;
                }
            }.check();
        } catch (NullPointerException e) {
            throw new AuditFailure(Reader.class, e);
        }
    }

    static Object future(int n) {
        return CompletableFuture.completedFuture(n - n)
            .thenApply(v -> 10 / v)
            .thenApply(v -> v + 1)
            .join();
    }

    static Object iterate(List<Integer> numbers) {
        var copy = new java.util.ArrayList<>(numbers);
        for (var number : copy) {
            if (number > 1)
                copy.remove(number);
        }
        return copy;
    }

    static void concat(String text, int n, Object object) {
        throw new IllegalArgumentException("text " + text + " n " + n + " object " + object.getClass());
    }
}
