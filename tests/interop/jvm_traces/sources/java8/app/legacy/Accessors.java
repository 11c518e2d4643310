package app.legacy;

/** Private members of nested classes, which Java 8 reaches through methods that the compiler adds. */
final class Accessors {
    private int balance = 7;
    private static int total;

    private void debit(int amount) {
        if (amount > balance)
            throw new IllegalStateException("balance " + balance);
        balance -= amount;
        total += amount;
    }

    private static int sum(int a, int b) {
        return a / (b - b);
    }

    private final class Ledger {
        void post(int amount) {
            balance += 1;
            debit(amount);
        }

        int count(int value) {
            total++;
            return sum(value, total);
        }
    }

    static void ofMethod(int amount) {
        new Accessors().new Ledger().post(amount + 20);
    }

    static int ofStatic(int amount) {
        return new Accessors().new Ledger().count(amount) + 1;
    }

    static void ofConstructor(int amount) {
        new Nested(amount, "x").check();
    }

    private static class Nested {
        private final String name;

        private Nested(int amount, String name) {
            this.name = amount > 100 ? null : name;
            if (amount > -1)
                refuse(amount);
        }

        private void refuse(int amount) {
            throw new IllegalArgumentException(
                "refused " + amount);
        }

        private void check() {
            System.out.println(name.length());
        }
    }
}
