package app.legacy;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

final class Causes {
    static class StoreException extends Exception {
        StoreException(String text, Throwable cause) {
            super(text, cause);
        }
    }

    static class Broken extends RuntimeException {
        Broken(Throwable cause) {
            super(cause);
        }
    }

    static final class Coded extends RuntimeException {
        private final int code;

        Coded(int code) {
            this.code = code;
        }

        @Override
        public String getMessage() {
            return "code " + code + "\nsecond line of the message\n\tthird: line";
        }
    }

    static final class Handle implements Closeable {
        private final String name;

        Handle(String name) {
            this.name = name;
        }

        void use() throws IOException {
            throw new IOException("use " + name);
        }

        @Override
        public void close() throws IOException {
            throw new IOException("close " + name, new Coded(name.length()));
        }
    }

    static void chain(int n) {
        try {
            load(n);
        } catch (StoreException e) {
            throw new Broken(e);
        }
    }

    private static void load(int n) throws StoreException {
        try {
            read(n);
        } catch (IOException e) {
            throw new StoreException("load " + n, e);
        }
    }

    private static void read(int n) throws IOException {
        if (n > 0)
            throw new IOException("read");
    }

    static void suppressed() throws IOException {
        try (Handle outer = new Handle("outer"); Handle inner = new Handle("inner")) {
            inner.use();
            outer.use();
        }
    }

    static void circular() {
        Broken first = new Broken(null);
        Coded second = new Coded(2);
        first.addSuppressed(second);
        second.initCause(first);
        throw first;
    }

    static void task(int n) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> {
            if (n > 0)
                throw new Broken(new Coded(n));
            return n;
        });
        task.run();
        try {
            task.get();
        } catch (ExecutionException e) {
            throw new StoreException("task: " + e.getMessage(), e);
        }
    }

    static int finallyBlock(int n) {
        int result = 0;
        try {
            result = 10 / n;
        } finally {
            result += close(n);
        }
        return result;
    }

    private static int close(int n) {
        synchronized (Causes.class) {
            if (n == 0)
                throw new Coded(n);
        }
        return 1;
    }
}
