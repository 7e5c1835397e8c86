package android.app.job;

import android.app.Phone;
import android.os.Handler;
import android.os.Looper;

/** A double for tests: a periodic job starts as soon as it is scheduled, as in AOSP. */
public class JobScheduler {
    private static JobInfo pending;
    private static JobService running;

    public int schedule(JobInfo job) {
        Phone.call("JobScheduler.schedule");
        pending = job;
        Phone.say("job scheduled every " + job.period / 60000 + " min" + (job.isPersisted ? ", persisted" : ""));
        stopRunning();
        new Handler(Looper.getMainLooper()).post(new Runnable() {
            @Override
            public void run() {
                if (pending == null) return;
                Phone.say("job starts");
                running = (JobService) Phone.phone.make(pending.service);
                running.onStartJob(new JobParameters());
            }
        });
        return 1;
    }

    private static void stopRunning() {
        JobService stopped = running;
        running = null;
        if (stopped != null) stopped.onStopJob(new JobParameters());
    }

    static void finished(JobService job) {
        if (running == job) running = null;
    }

    public JobInfo getPendingJob(int number) {
        Phone.call("JobScheduler.getPendingJob");
        return pending;
    }

    public void cancel(int number) {
        Phone.call("JobScheduler.cancel");
        Phone.say("job canceled");
        pending = null;
        stopRunning();
    }
}
