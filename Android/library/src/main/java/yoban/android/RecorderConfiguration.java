package yoban.android;

import android.content.Context;
import java.util.ArrayList;
import java.util.List;

/**
 * What is recorded, for how long, and where it is sent. The runtime checks the values and stores
 * them, so that the recording continues in a new process.
 */
public final class RecorderConfiguration {
    private final List<String> fields = new ArrayList<>();

    /**
     * @param device the name of this phone at the collector: 1 to 64 of the characters A-Z a-z 0-9 . _ -. A new
     *     installation of the app needs a new name
     * @param collector the address of the collector, without /v1
     * @param token the token of this phone there
     */
    public RecorderConfiguration(String device, String collector, String token) {
        set("device", device);
        set("collector", collector);
        set("token", token);
    }

    /**
     * Returns a configuration with the access that a code has given, or null without one: then let the user scan a
     * code, and call {@link Recorder#enroll}.
     *
     * @throws IllegalStateException if the access cannot be read
     */
    public static RecorderConfiguration enrolled(Context context) {
        Native.open(context);
        String[] access = Native.access();
        return access.length == 0 ? null : new RecorderConfiguration(access[0], access[1], access[2]);
    }

    /** The length of the recording. Default: 12 h. */
    public RecorderConfiguration setDurationMillis(long milliseconds) {
        return set("durationMillis", Long.toString(milliseconds));
    }

    /** The names of the sensors: accelerometer, gyroscope. Default: both. */
    public RecorderConfiguration setSensors(String... names) {
        StringBuilder joined = new StringBuilder();
        for (String name : names) joined.append(joined.length() > 0 ? "," : "").append(name);
        return set("sensors", joined.toString());
    }

    /** Samples per second, 1 to 200. Default: 50. */
    public RecorderConfiguration setRateHz(int rate) {
        return set("rateHz", Integer.toString(rate));
    }

    /** The longest time for which a sensor may hold samples back, 0 to 2,000 s. Default: 0. */
    public RecorderConfiguration setMaxReportLatencyMillis(long milliseconds) {
        return set("maxReportLatencyMillis", Long.toString(milliseconds));
    }

    /** The length of one uploaded chunk, 1 s to a day. Default: 5 min. */
    public RecorderConfiguration setChunkMillis(long milliseconds) {
        return set("chunkMillis", Long.toString(milliseconds));
    }

    /**
     * The type of the foreground service, a constant of ServiceInfo. The manifest must declare it for the service.
     * Default: health, which the manifest of this library declares.
     */
    public RecorderConfiguration setServiceType(int type) {
        return set("serviceType", Integer.toString(type));
    }

    /** The texts of the notification that is shown during the recording. */
    public RecorderConfiguration setNotification(String title, String text) {
        return set("title", title).set("text", text);
    }

    /** The small icon of the notification, such as drawable/recording. Default: the icon of the app. */
    public RecorderConfiguration setNotificationIcon(String name) {
        return set("icon", name);
    }

    private RecorderConfiguration set(String name, String value) {
        if (value == null) throw new IllegalArgumentException(name + " is null");
        fields.add(name);
        fields.add(value);
        return this;
    }

    /** Names and values in turn; a later value replaces an earlier one. */
    String[] fields() {
        return fields.toArray(new String[0]);
    }
}
