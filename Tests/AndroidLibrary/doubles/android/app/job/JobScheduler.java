package android.app.job;

import android.app.Phone;

/** A double for tests. */
public class JobScheduler {
    public int schedule(JobInfo job) {
        Phone.call("JobScheduler.schedule");
        Phone.say("job scheduled every " + job.period / 60000 + " min" + (job.isPersisted ? ", persisted" : ""));
        return 1;
    }

    public void cancel(int number) {
        Phone.call("JobScheduler.cancel");
        Phone.say("job canceled");
    }
}
