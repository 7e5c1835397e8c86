package yoban.android;

import android.app.ForegroundServiceStartNotAllowedException;
import android.app.Phone;
import android.app.job.JobParameters;
import android.content.Context;
import android.content.Intent;
import android.net.ConnectivityManager;
import android.os.Handler;
import android.os.Looper;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A process of the app. It performs the commands of its standard input, one in a line, on the main
 * thread, and prints what happens, one fact in a line. It ends at the end of the input.
 */
public final class Scenario {
    private static final RecorderListener LISTENER = new RecorderListener() {
        @Override
        public void onEvent(RecorderEvent event) {
            Phone.say("event " + event);
        }
    };

    private final Phone phone;
    private RecorderJobService job;

    private Scenario(Phone phone) {
        this.phone = phone;
    }

    public static void main(String[] arguments) throws Exception {
        System.setOut(new java.io.PrintStream(System.out, true, "UTF-8"));
        final Phone phone = new Phone(Context.application(new File(arguments[0])));
        final Scenario scenario = new Scenario(phone);
        Recorder.addListener(LISTENER);
        Thread reader = new Thread() {
            @Override
            public void run() {
                scenario.read();
            }
        };
        reader.setDaemon(true);
        reader.start();
        Looper.loop();
    }

    private void read() {
        try (BufferedReader input = new BufferedReader(
                new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String line;
            while ((line = input.readLine()) != null) {
                final String[] words = line.split("\t");
                new Handler(Looper.getMainLooper()).post(new Runnable() {
                    @Override
                    public void run() {
                        try {
                            perform(words);
                        } catch (RuntimeException exception) {
                            Phone.say("exception " + exception);
                        }
                        Phone.say("done " + words[0]);
                    }
                });
            }
        } catch (java.io.IOException exception) {
            Phone.say("exception " + exception);
        }
        Runtime.getRuntime().halt(0);
    }

    private void perform(String[] words) {
        Context context = phone.application;
        switch (words[0]) {
            case "start":
                Recorder.start(context, configuration(words));
                break;
            case "enroll":
                Recorder.enroll(context, words[1]);
                break;
            case "start-enrolled":
                RecorderConfiguration enrolled = RecorderConfiguration.enrolled(context);
                if (enrolled == null) {
                    Phone.say("not enrolled");
                } else {
                    Recorder.start(context, enrolled.setNotification("Night", "Recording")
                            .setRateHz(50).setChunkMillis(1000));
                }
                break;
            case "stop":
                Recorder.stop(context);
                break;
            case "resume":
                Recorder.resume(context);
                break;
            case "listen":
                Recorder.addListener(LISTENER);
                break;
            case "unlisten":
                Recorder.removeListener(LISTENER);
                break;
            case "collector":
                Recorder.setCollector(context, words[1], words[2]);
                break;
            case "heap":
                Runtime runtime = Runtime.getRuntime();
                Phone.say("heap " + (runtime.totalMemory() - runtime.freeMemory()));
                break;
            case "requeue":
                Recorder.requeueQuarantined(context);
                break;
            case "progress":
                RecorderProgress progress = Recorder.progress(context);
                Phone.say("progress " + progress.isRecording + " " + progress.sinceMillis + " "
                        + progress.untilMillis + " " + progress.storedSamples + " " + progress.gaps
                        + " " + progress.deliveredChunks + " " + progress.waitingChunks + " "
                        + progress.quarantinedChunks + " " + (progress.isServiceRunning ? 1 : 0));
                break;
            case "permissions":
                Phone.say("permissions " + String.join(",", Recorder.missingPermissions(context))
                        + " " + Recorder.ignoresBatteryOptimizations(context) + " "
                        + (Recorder.batteryOptimizationIntent(context) != null));
                break;
            case "restart":
                // The system has created the process for the service that it starts again.
                phone.deliver(RecorderService.class, null);
                break;
            case "start-service":
                phone.deliver(
                        RecorderService.class, new Intent(context, RecorderService.class));
                break;
            case "boot":
                new RecorderReceiver().onReceive(
                        context, new Intent(Intent.ACTION_BOOT_COMPLETED, null));
                break;
            case "timeout":
                if (words.length > 1) {
                    phone.service(RecorderService.class).onTimeout(1);
                } else {
                    phone.service(RecorderService.class).onTimeout(1, 1);
                }
                break;
            case "task-removed":
                phone.service(RecorderService.class).onTaskRemoved(null);
                break;
            case "destroy":
                phone.stop(RecorderService.class);
                break;
            case "job":
                job = new RecorderJobService();
                job.attach(context);
                job.onStartJob(new JobParameters());
                break;
            case "job-stop":
                job.onStopJob(new JobParameters());
                break;
            case "online":
                ConnectivityManager.manager.cameOnline();
                break;
            case "fail":
                Phone.fail(words[1], words[2].equals("not-allowed")
                        ? new ForegroundServiceStartNotAllowedException(words[3])
                        : new SecurityException(words[3]));
                break;
            case "work":
                Phone.fail(words[1], null);
                break;
            case "busy":
                try {
                    Thread.sleep(Long.parseLong(words[1]));
                } catch (InterruptedException exception) {
                    throw new IllegalStateException(exception);
                }
                break;
            case "collect":
                System.gc();
                break;
            default:
                throw new IllegalArgumentException("There is no command " + words[0]);
        }
    }

    private static RecorderConfiguration configuration(String[] words) {
        String[] values = new String[] {"phone", "http://127.0.0.1:9", "token"};
        for (String word : words) {
            if (word.startsWith("device=")) values[0] = word.substring(7);
            if (word.startsWith("collector=")) values[1] = word.substring(10);
            if (word.startsWith("token=")) values[2] = word.substring(6);
        }
        RecorderConfiguration configuration =
                new RecorderConfiguration(values[0], values[1], values[2])
                        .setNotification("\u591c\u756a \ud83c\udf19", "Recording");
        for (String word : words) {
            String value = word.substring(word.indexOf('=') + 1);
            if (word.startsWith("duration=")) configuration.setDurationMillis(Long.parseLong(value));
            if (word.startsWith("rate=")) configuration.setRateHz(Integer.parseInt(value));
            if (word.startsWith("chunk=")) configuration.setChunkMillis(Long.parseLong(value));
            if (word.startsWith("type=")) configuration.setServiceType(Integer.parseInt(value));
            if (word.startsWith("icon=")) configuration.setNotificationIcon(value);
            if (word.startsWith("sensors=")) configuration.setSensors(value.split(","));
            if (word.startsWith("latency=")) {
                configuration.setMaxReportLatencyMillis(Long.parseLong(value));
            }
        }
        return configuration;
    }
}
