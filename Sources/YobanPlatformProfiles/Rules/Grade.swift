/// The quality of the evidence for a fact about an operating system.
public enum Grade: String, Sendable, Hashable, Codable, CaseIterable {
  /// The maker of the system or the owner of the specification states it.
  case documented
  /// One of the five articles measured it on a real device.
  case measured
  /// Another developer observed and published it, or it is widely repeated but its original page
  /// was not read.
  case reported
  /// Unknown. The simulator uses a chosen value; set the option if a test depends on it.
  case assumed

  /// From the best known to the least known; a measurement on a device ranks higher than a
  /// document.
  public static let bestFirst: [Grade] = [.measured, .documented, .reported, .assumed]
}
