/// The names of devices that come from other systems, such as from the topic of a message.
public enum ForeignDevice {
  /// The largest number of bytes of the name of a device.
  private static let maximumLength = 64

  /// Returns the name of a device that is identified by several parts.
  ///
  /// The parts follow the rules of `ForeignName` and are joined by periods, so that different parts never give the same
  /// name: `jane` and `phone` are `jane.phone`. An empty part is `-`.
  public static func name(_ parts: [String]) -> String {
    let whole = parts.map { part in
      part.isEmpty ? "-" : ForeignName.encodePart(Array(part.utf8))
    }
    return ForeignName.shorten(whole.joined(separator: "."), to: maximumLength)
  }
}
