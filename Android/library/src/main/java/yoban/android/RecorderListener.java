package yoban.android;

/** Receives the events of the recording, on the main thread. */
public interface RecorderListener {
    void onEvent(RecorderEvent event);
}
