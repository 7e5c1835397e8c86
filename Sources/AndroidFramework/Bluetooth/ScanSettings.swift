internal import YobanSimulatedAndroid

/// `android.bluetooth.le.ScanSettings`.
public final class ScanSettings {
  /// Receives only advertisements that other apps' scans find.
  public static let SCAN_MODE_OPPORTUNISTIC: Int32 = -1
  public static let SCAN_MODE_LOW_POWER: Int32 = 0
  public static let SCAN_MODE_BALANCED: Int32 = 1
  public static let SCAN_MODE_LOW_LATENCY: Int32 = 2
  public static let CALLBACK_TYPE_ALL_MATCHES: Int32 = 1

  let mode: ScanMode

  fileprivate init(_ mode: ScanMode) { self.mode = mode }

  public func getScanMode() -> Int32 { mode.rawValue }
  public func getCallbackType() -> Int32 { Self.CALLBACK_TYPE_ALL_MATCHES }

  public final class Builder {
    private var mode = ScanMode.lowPower

    public init() {}

    /// - Throws: `IllegalArgumentException` if the number is not a scan mode.
    @discardableResult
    public func setScanMode(_ scanMode: Int32) throws -> Builder {
      guard let mode = ScanMode(rawValue: scanMode) else {
        throw IllegalArgumentException("invalid scan mode \(scanMode)")
      }
      self.mode = mode
      return self
    }

    public func build() -> ScanSettings { ScanSettings(mode) }
  }
}
