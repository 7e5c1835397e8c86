/// A time such as `7d`, `12h` or `30m`.
public enum ValidTime {
  /// Returns the seconds; nil if the text is no such time, or too long.
  public static func seconds(_ text: String) -> Int64? {
    guard let unit = text.last, let count = Int64(text.dropLast()), count > 0,
      text.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let factor: Int64
    switch unit {
    case "d": factor = 86_400
    case "h": factor = 3_600
    case "m": factor = 60
    default: return nil
    }
    let (seconds, isOverflow) = count.multipliedReportingOverflow(by: factor)
    return isOverflow ? nil : seconds
  }
}
