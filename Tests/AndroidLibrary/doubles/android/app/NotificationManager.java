package android.app;

/** A double for tests. */
public class NotificationManager {
    public static final int IMPORTANCE_LOW = 2;

    public void createNotificationChannel(NotificationChannel channel) {
        Phone.call("NotificationManager.createNotificationChannel");
    }
}
