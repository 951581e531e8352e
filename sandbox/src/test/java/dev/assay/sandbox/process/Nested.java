package dev.assay.sandbox.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Programs for {@link ChildProcessIT}: a parent that has a child, and the child. */
final class Nested {
    private Nested() {}

    /** Starts a child, says the child's process id and waits to be killed. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] args) throws InterruptedException {
            ChildProcess child = ChildProcess.start(
                    Child.class, JvmOptions.small(64), List.of(ParentWatch.ARGUMENT), Map.of(), Path.of(args[0]));
            ReadyLine.say(child.awaitReady(Duration.ofSeconds(30)));
            new CountDownLatch(1).await();
        }
    }

    /** Says its process id and waits for the end of its parent. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws InterruptedException {
            if (List.of(args).contains(ParentWatch.ARGUMENT)) {
                ParentWatch.start();
            }
            System.out.println("some other output");
            ReadyLine.say(String.valueOf(ProcessHandle.current().pid()));
            System.err.println("written to the log");
            new CountDownLatch(1).await();
        }
    }

    /** Ends before it is ready. */
    static final class Failing {
        private Failing() {}

        public static void main(String[] args) {
            System.err.println("cannot do " + args[0]);
            System.exit(3);
        }
    }
}
