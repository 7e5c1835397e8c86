package android.app;

import android.content.Context;

/** A double for tests: keeps what the builder is given. */
public class Notification {
    public static final int FOREGROUND_SERVICE_IMMEDIATE = 1;

    public String channel;
    public String title;
    public String text;
    public int icon;

    public static class Builder {
        private final Notification notification = new Notification();

        public Builder(Context context, String channelId) {
            notification.channel = channelId;
        }

        public Builder setContentTitle(CharSequence title) {
            notification.title = title.toString();
            return this;
        }

        public Builder setContentText(CharSequence text) {
            notification.text = text.toString();
            return this;
        }

        public Builder setSmallIcon(int icon) {
            notification.icon = icon;
            return this;
        }

        public Builder setOngoing(boolean ongoing) {
            return this;
        }

        public Builder setContentIntent(PendingIntent intent) {
            return this;
        }

        public Builder setForegroundServiceBehavior(int behavior) {
            return this;
        }

        public Notification build() {
            return notification;
        }
    }
}
