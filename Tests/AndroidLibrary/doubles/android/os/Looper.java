package android.os;

import java.util.concurrent.LinkedBlockingQueue;

/** A double for tests: the queue of the main thread. */
public final class Looper {
    private static final Looper main = new Looper();
    final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();

    public static Looper getMainLooper() {
        return main;
    }

    /** Runs the main thread for ever. */
    public static void loop() throws InterruptedException {
        while (true) main.queue.take().run();
    }
}
