package android.app;

import android.content.Context;
import android.content.Intent;
import android.os.IBinder;

/** A double for tests: a service of the phone. */
public abstract class Service extends Context {
    public static final int START_STICKY = 1;
    public static final int START_NOT_STICKY = 2;
    public static final int STOP_FOREGROUND_REMOVE = 1;

    public void onCreate() {}

    public int onStartCommand(Intent intent, int flags, int startId) {
        return START_STICKY;
    }

    public void onTimeout(int startId) {}

    public void onTimeout(int startId, int type) {}

    public void onTaskRemoved(Intent rootIntent) {}

    public void onDestroy() {}

    public abstract IBinder onBind(Intent intent);

    public final void startForeground(int id, Notification notification) {
        startForeground(id, notification, 0);
    }

    public final void startForeground(int id, Notification notification, int type) {
        Phone.phone.callsStartForeground();
        Phone.call("Service.startForeground");
        Phone.phone.enteredForeground(this, notification, type);
    }

    public final void stopForeground(int behavior) {
        Phone.call("Service.stopForeground");
    }

    public final void stopSelf(int startId) {
        stopSelf();
    }

    public final void stopSelf() {
        Phone.call("Service.stopSelf");
        Phone.phone.stop(this);
    }
}
