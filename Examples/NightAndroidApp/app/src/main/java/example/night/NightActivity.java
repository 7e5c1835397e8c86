package example.night;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;
import java.text.DateFormat;
import java.util.Date;
import yoban.android.Recorder;
import yoban.android.RecorderConfiguration;
import yoban.android.RecorderEvent;
import yoban.android.RecorderListener;
import yoban.android.RecorderProgress;

/** Two buttons that start and stop a night, and a line with its progress. */
public final class NightActivity extends Activity implements RecorderListener {
    private static final long REFRESH_MILLIS = 2000;

    private final Handler main = new Handler(Looper.getMainLooper());
    private final Runnable refresh = new Runnable() {
        @Override
        public void run() {
            showProgress();
            main.postDelayed(this, REFRESH_MILLIS);
        }
    };
    private TextView progress;
    private TextView lastEvent;

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        super.onCreate(savedInstanceState);
        LinearLayout layout = new LinearLayout(this);
        layout.setOrientation(LinearLayout.VERTICAL);
        layout.setPadding(48, 96, 48, 48);
        layout.addView(button(R.string.start, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                startNight();
            }
        }));
        layout.addView(button(R.string.stop, new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                Recorder.stop(NightActivity.this);
            }
        }));
        progress = new TextView(this);
        layout.addView(progress);
        lastEvent = new TextView(this);
        layout.addView(lastEvent);
        setContentView(layout);
    }

    private Button button(int title, View.OnClickListener action) {
        Button button = new Button(this);
        button.setText(title);
        button.setOnClickListener(action);
        return button;
    }

    @Override
    protected void onStart() {
        super.onStart();
        Recorder.addListener(this);
        // The system may have stopped the service of a recording that is in progress.
        Recorder.resume(this);
        main.post(refresh);
    }

    @Override
    protected void onStop() {
        main.removeCallbacks(refresh);
        Recorder.removeListener(this);
        super.onStop();
    }

    private void startNight() {
        String[] missing = Recorder.missingPermissions(this);
        if (missing.length > 0) requestPermissions(missing, 0);
        // From Android 14 on, a recording continues by itself after a kill only without battery optimization.
        try {
            if (!Recorder.ignoresBatteryOptimizations(this)) {
                startActivity(Recorder.batteryOptimizationIntent(this));
            }
        } catch (ActivityNotFoundException absent) {
            lastEvent.setText(absent.getMessage());
        }
        try {
            Recorder.start(this, new RecorderConfiguration(
                    getString(R.string.device_name), getString(R.string.collector_url),
                    getString(R.string.collector_token))
                    .setNotification(getString(R.string.app_name), getString(R.string.recording)));
        } catch (IllegalArgumentException | IllegalStateException mistake) {
            lastEvent.setText(mistake.getMessage());
        }
        showProgress();
    }

    private void showProgress() {
        RecorderProgress now = Recorder.progress(this);
        String end = DateFormat.getTimeInstance(DateFormat.SHORT).format(new Date(now.untilMillis));
        String first = now.isRecording
                ? getString(R.string.recording_until, end) : getString(R.string.not_recording);
        progress.setText(first + "\n" + getString(
                R.string.counts, now.storedSamples, now.gaps, now.deliveredChunks, now.waitingChunks,
                now.quarantinedChunks));
    }

    @Override
    public void onEvent(RecorderEvent event) {
        lastEvent.setText(event.toString());
    }
}
