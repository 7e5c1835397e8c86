package yoban.android;

import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.Build;
import android.os.PowerManager;
import android.provider.Settings;

/**
 * Records the motion sensors through a night and sends them to a collector. The recording survives
 * kills, reboots and a full disk; what is missing is in gaps with their cause.
 *
 * <p>All methods can be called on any thread. They wait for the recorder, which writes to the disk: {@link #start},
 * {@link #stop} and the first call in a process take longest, the others normally less than a millisecond.
 */
public final class Recorder {
    private Recorder() {}

    /**
     * Sends a code to its collector, which gives this installation its name and its token, once. The code is what the
     * user has scanned or pasted. The event {@code enrolled}, {@code enrollment-refused} or {@code enrollment-failed}
     * follows, the last one after a minute without an answer. The same code can be sent again, also by a later process:
     * the collector repeats its answer for this installation. A code whose answer has not come when the process ends is
     * sent again by the next process.
     *
     * @see RecorderConfiguration#enrolled
     */
    public static void enroll(Context context, String code) {
        if (code == null) throw new IllegalArgumentException("The code must not be null.");
        Native.open(context);
        Native.enroll(code);
    }

    /**
     * Starts a recording. Call it while the app is visible: from Android 12 on a foreground service
     * cannot be started in the background. The service starts later; if Android refuses it, the event
     * {@code service-refused} follows, and the recording waits. After an exception the earlier configuration holds.
     *
     * @throws IllegalArgumentException if a value of the configuration is wrong; the message names it
     * @throws IllegalStateException if a recording is in progress, or the disk cannot be used
     */
    public static void start(Context context, RecorderConfiguration configuration) {
        Native.open(context);
        Native.start(configuration.fields());
    }

    /**
     * Ends the recording. Does nothing without one. What was recorded is sent: the service stays up to ten minutes for
     * it, and then a job sends what still waits. A sensor that holds samples back may need a second, until the event
     * {@code stopped}.
     */
    public static void stop(Context context) {
        Native.open(context);
        Native.stop();
    }

    /**
     * Starts the service again, if a recording is in progress and the system has stopped the
     * service. Call it in {@code onStart} of an activity.
     */
    public static void resume(Context context) {
        Native.open(context);
        Native.holdIfNeeded();
    }

    /**
     * Sends what waits, and what later recordings record, to another collector, or with another token. What the
     * collector has refused is sent again with {@link #requeueQuarantined}.
     *
     * @throws IllegalArgumentException if a value is wrong, or there was no recording yet
     * @throws IllegalStateException if a recording is in progress, or the disk cannot be used
     */
    public static void setCollector(Context context, String collector, String token) {
        if (collector == null || token == null) {
            throw new IllegalArgumentException("The collector and the token must not be null.");
        }
        Native.open(context);
        Native.setCollector(collector, token);
    }

    /** Sends again the chunks that the collector has refused, for example after {@link #setCollector}. */
    public static void requeueQuarantined(Context context) {
        Native.open(context);
        Native.requeueQuarantined();
    }

    /** Returns the state of the recording and of the uploads. */
    public static RecorderProgress progress(Context context) {
        Native.open(context);
        return new RecorderProgress(Native.progress());
    }

    /**
     * Adds a listener, which is kept until it is removed; an activity removes it in {@code onStop}. It is called on the
     * main thread, in the order of the events. The newest hundred events of this process that came while there was no
     * listener come first.
     */
    public static void addListener(RecorderListener listener) {
        Native.add(listener);
    }

    public static void removeListener(RecorderListener listener) {
        Native.remove(listener);
    }

    /**
     * Returns the permissions that the user has not given and an activity should request: that for
     * notifications, from Android 13 on. Without it the recording works, but its notification is
     * hidden.
     */
    public static String[] missingPermissions(Context context) {
        String notifications = "android.permission.POST_NOTIFICATIONS";
        boolean isMissing = Build.VERSION.SDK_INT >= 33
                && context.checkSelfPermission(notifications) != PackageManager.PERMISSION_GRANTED;
        return isMissing ? new String[] {notifications} : new String[0];
    }

    /**
     * Returns whether the user has switched battery optimization off for the app. From Android 14
     * on, only then does the recording continue by itself after the system has ended the process.
     */
    public static boolean ignoresBatteryOptimizations(Context context) {
        Object power = context.getSystemService(Context.POWER_SERVICE);
        return power instanceof PowerManager
                && ((PowerManager) power).isIgnoringBatteryOptimizations(context.getPackageName());
    }

    /** Returns the intent of the system's question whether battery optimization may be switched off. */
    public static Intent batteryOptimizationIntent(Context context) {
        return new Intent(
                Settings.ACTION_REQUEST_IGNORE_BATTERY_OPTIMIZATIONS,
                Uri.parse("package:" + context.getPackageName()));
    }
}
