package android.content.res;

/** A double for tests. */
public class Resources {
    public int getIdentifier(String name, String type, String packageName) {
        return name.equals("drawable/recording") ? 7 : 0;
    }
}
