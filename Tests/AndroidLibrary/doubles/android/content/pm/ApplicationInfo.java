package android.content.pm;

/** A double for tests. */
public class ApplicationInfo {
    public int icon = 1;
}
