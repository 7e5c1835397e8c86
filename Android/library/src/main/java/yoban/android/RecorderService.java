package yoban.android;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.app.Service;
import android.content.Intent;
import android.os.Build;
import android.os.IBinder;

/**
 * The service that keeps the recording running. Android starts it again after it has ended the
 * process ({@code START_STICKY}).
 */
public class RecorderService extends Service {
    private static final int NOTIFICATION = 0x596f6261;
    private static final String CHANNEL = "yoban.recording";

    @Override
    public void onCreate() {
        super.onCreate();
        Native.open(this);
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        if (Native.serviceStarted(this)) return START_STICKY;
        if (intent != null) enterForegroundOnce();
        // A start that is on its way keeps the service.
        stopSelf(startId);
        return START_NOT_STICKY;
    }

    /**
     * A service that was started for the foreground must enter it before it stops, or Android ends the app. The
     * system's own start after a kill has no intent, and needs nothing.
     */
    private void enterForegroundOnce() {
        try {
            enterForeground(0, "", "", "");
            stopForeground(STOP_FOREGROUND_REMOVE);
        } catch (RuntimeException refused) {
            // It was not started for the foreground.
        }
    }

    /** The time of a short service is over. */
    @Override
    public void onTimeout(int startId) {
        timedOut();
    }

    /** The time of the service's type is over. The app ends if the service does not stop within seconds. */
    @Override
    public void onTimeout(int startId, int type) {
        timedOut();
    }

    private void timedOut() {
        stopSelf();
        Native.serviceTimedOut();
    }

    /** The user has removed the app from the recent apps. The service goes on. */
    @Override
    public void onTaskRemoved(Intent rootIntent) {
        Native.holdIfNeeded();
    }

    @Override
    public void onDestroy() {
        Native.serviceDestroyed();
        super.onDestroy();
    }

    @Override
    public IBinder onBind(Intent intent) {
        return null;
    }

    /**
     * Called by the runtime: moves the service to the foreground with its notification.
     *
     * @param type the types of the foreground service; 0 for those of the manifest
     */
    final void enterForeground(int type, String title, String text, String icon) {
        createChannel(title);
        Notification notification = makeNotification(title, text, icon);
        if (type != 0 && Build.VERSION.SDK_INT >= 29) {
            startForeground(NOTIFICATION, notification, type);
        } else {
            startForeground(NOTIFICATION, notification);
        }
    }

    private Notification makeNotification(String title, String text, String icon) {
        Notification.Builder builder = new Notification.Builder(this, CHANNEL)
                .setContentTitle(title.isEmpty() ? "Recording" : title)
                .setContentText(text)
                .setSmallIcon(iconNumber(icon))
                .setOngoing(true);
        PendingIntent open = opensApp();
        if (open != null) builder.setContentIntent(open);
        if (Build.VERSION.SDK_INT >= 31) {
            builder.setForegroundServiceBehavior(Notification.FOREGROUND_SERVICE_IMMEDIATE);
        }
        return builder.build();
    }

    /**
     * Does nothing if the channel exists. If it cannot be created now, an earlier process has created it, or the
     * system refuses the notification.
     */
    private void createChannel(String title) {
        try {
            NotificationManager manager =
                    (NotificationManager) getSystemService(NOTIFICATION_SERVICE);
            manager.createNotificationChannel(new NotificationChannel(
                    CHANNEL, title.isEmpty() ? "Recording" : title,
                    NotificationManager.IMPORTANCE_LOW));
        } catch (RuntimeException refused) {
            Native.onEvent(RecorderEvent.NOTIFICATION_INCOMPLETE, refused.toString());
        }
    }

    /** What a touch of the notification does: opens the app, if it has an activity for that. */
    private PendingIntent opensApp() {
        try {
            Intent open = getPackageManager().getLaunchIntentForPackage(getPackageName());
            return open == null
                    ? null : PendingIntent.getActivity(this, 0, open, PendingIntent.FLAG_IMMUTABLE);
        } catch (RuntimeException refused) {
            Native.onEvent(RecorderEvent.NOTIFICATION_INCOMPLETE, refused.toString());
            return null;
        }
    }

    /** The number of a resource may be another one after an update of the app, so its name is stored. */
    private int iconNumber(String icon) {
        int number = icon.isEmpty()
                ? 0 : getResources().getIdentifier(icon, null, getPackageName());
        if (number == 0) number = getApplicationInfo().icon;
        return number == 0 ? android.R.drawable.stat_notify_sync : number;
    }
}
