package yoban.android;

/** The state of the recording and of the uploads at one moment. */
public final class RecorderProgress {
    /** Whether a recording is in progress. */
    public final boolean isRecording;
    /** The start of the recording in milliseconds since 1970; 0 without one. */
    public final long sinceMillis;
    /** The end of the recording in milliseconds since 1970; 0 without one. */
    public final long untilMillis;
    /** The samples that this process has stored, of all sensors. */
    public final long storedSamples;
    /** The gaps that this process has stored, of all sensors. */
    public final long gaps;
    /** The chunks that this process has delivered. */
    public final long deliveredChunks;
    /** The chunks that are being sent or wait for it. */
    public final long waitingChunks;
    /** The chunks that the collector has refused. */
    public final long quarantinedChunks;
    /** Whether the service keeps the process running. If not during a recording, the app should be opened. */
    public final boolean isServiceRunning;

    RecorderProgress(long[] numbers) {
        isRecording = numbers[0] != 0;
        sinceMillis = numbers[1];
        untilMillis = numbers[2];
        storedSamples = numbers[3];
        gaps = numbers[4];
        deliveredChunks = numbers[5];
        waitingChunks = numbers[6];
        quarantinedChunks = numbers[7];
        isServiceRunning = numbers[8] != 0;
    }
}
