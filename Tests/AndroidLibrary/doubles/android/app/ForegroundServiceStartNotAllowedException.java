package android.app;

/** A double for tests: Android refuses a foreground service. */
public final class ForegroundServiceStartNotAllowedException extends IllegalStateException {
    public ForegroundServiceStartNotAllowedException(String message) {
        super(message);
    }
}
