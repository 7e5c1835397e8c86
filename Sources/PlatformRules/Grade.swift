/// How well a fact about an operating system is known.
public enum Grade: String, Sendable, Hashable, CaseIterable {
  /// The maker of the system or the owner of the specification states it.
  case documented
  /// One of the five articles measured it on a real device.
  case measured
  /// Somebody else observed and published it, or it is widely repeated and its page was not read.
  case reported
  /// Unknown. The value is a choice of the simulator; set the option if a test depends on it.
  case assumed

  /// From the best known to the least known: a measurement on a device stands above a document.
  public static let bestFirst: [Grade] = [.measured, .documented, .reported, .assumed]
}
