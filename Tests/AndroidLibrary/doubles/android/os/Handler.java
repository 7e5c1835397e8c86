package android.os;

/** A double for tests. */
public class Handler {
    private final Looper looper;

    public Handler(Looper looper) {
        this.looper = looper;
    }

    public final boolean post(Runnable work) {
        looper.queue.add(work);
        return true;
    }
}
