package android.app;

/** A double for tests. */
public final class NotificationChannel {
    public NotificationChannel(String id, CharSequence name, int importance) {}
}
