package yoban.android;

/** Something that happened to the recording, its uploads or the service. */
public final class RecorderEvent {
    /** A code has given the access to a collector. The message is the name of this phone there. */
    public static final String ENROLLED = "enrolled";
    /** The text is no code, or the collector has refused it. Another code is needed. */
    public static final String ENROLLMENT_REFUSED = "enrollment-refused";
    /** No collector has answered, or nothing can be stored. The same code can be sent again. */
    public static final String ENROLLMENT_FAILED = "enrollment-failed";
    /** The recording has started. */
    public static final String STARTED = "started";
    /** A recording of an earlier process continues. The message is the cause of the gap. */
    public static final String RESUMED = "resumed";
    /** The recording has ended, and all of it is stored. */
    public static final String STOPPED = "stopped";
    /** Samples are missing; the message names the stream, the time and the cause. */
    public static final String GAP = "gap";
    /** A sensor delivers nothing. */
    public static final String SENSOR_FAILED = "sensor-failed";
    /** Nothing can be stored, for example because the disk is full. */
    public static final String STORAGE_FAILED = "storage-failed";
    /** Storing works again. */
    public static final String STORAGE_WORKS = "storage-works";
    /** The wall clock was changed. The times of the recording are not affected. */
    public static final String CLOCK_CHANGED = "clock-changed";
    /** The collector has a chunk. */
    public static final String DELIVERED = "delivered";
    /** A chunk could not be sent. It is sent again after a growing delay, or with a new network. */
    public static final String UPLOAD_FAILED = "upload-failed";
    /** The collector has refused a chunk, for example for a wrong token; it is kept. */
    public static final String QUARANTINED = "quarantined";
    /**
     * Android has refused the service. The recording stays wanted: it goes on when the user opens the app, or when a
     * boot or the job may start the service.
     */
    public static final String SERVICE_REFUSED = "service-refused";
    /** The time of the service's type is over. The recording stays wanted, as after a refusal. */
    public static final String SERVICE_TIMED_OUT = "service-timed-out";
    /** The system has stopped the service. The recording stays wanted, as after a refusal. */
    public static final String SERVICE_STOPPED = "service-stopped";
    /** Android has refused the wake lock: the CPU sleeps while the screen is off. */
    public static final String WAKE_LOCK_REFUSED = "wake-lock-refused";
    /** The recording of an earlier process cannot continue now. The next call of Recorder tries again. */
    public static final String OPEN_FAILED = "open-failed";
    /** Android has refused a part of the notification, such as its channel. */
    public static final String NOTIFICATION_INCOMPLETE = "notification-incomplete";
    /** The system does not tell when there is a network. */
    public static final String NETWORK_UNKNOWN = "network-unknown";

    /** One of the constants above. */
    public final String kind;
    /** Details in English, for a log; may be empty. */
    public final String message;

    RecorderEvent(String kind, String message) {
        this.kind = kind;
        this.message = message;
    }

    @Override
    public String toString() {
        return message.isEmpty() ? kind : kind + ": " + message;
    }
}
