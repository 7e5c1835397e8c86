/// The version of the collector.
public enum CollectorVersion {
  public static let text = "0.1.0"
}
