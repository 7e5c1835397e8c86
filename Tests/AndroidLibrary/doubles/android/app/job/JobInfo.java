package android.app.job;

import android.app.Phone;
import android.content.ComponentName;

/** A double for tests. */
public class JobInfo {
    long period;
    boolean isPersisted;
    Class<?> service;

    public static final class Builder {
        private final JobInfo job = new JobInfo();

        public Builder(int number, ComponentName service) {
            job.service = service.type;
        }

        public Builder setPeriodic(long milliseconds) {
            job.period = milliseconds;
            return this;
        }

        public Builder setPersisted(boolean isPersisted) {
            job.isPersisted = isPersisted;
            return this;
        }

        public JobInfo build() {
            Phone.call("JobInfo.Builder.build");
            return job;
        }
    }
}
