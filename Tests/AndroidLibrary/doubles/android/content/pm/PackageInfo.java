package android.content.pm;

/** A double for tests. */
public class PackageInfo {
    public String versionName = "1.2 \u591c\u756a \ud83c\udf19";
}
