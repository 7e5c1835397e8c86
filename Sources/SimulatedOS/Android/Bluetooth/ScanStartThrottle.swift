import VirtualTime

/// Counts the scans that one app starts: the sixth within 30 s is dropped (AN11). Pure.
///
/// As `AppScanStats` counts: the moments of the last starts that were let through.
struct ScanStartThrottle: Equatable {
  private var starts: [VirtualInstant] = []

  /// The app starts a scan. Returns whether it is let through; if not, there is no callback.
  mutating func start(at now: VirtualInstant, _ policy: AndroidBluetoothPolicy) -> Bool {
    if starts.count >= policy.scanStartLimit,
      now - starts[starts.count - policy.scanStartLimit] < policy.scanStartWindow
    {
      return false
    }
    starts.append(now)
    if starts.count > policy.scanStartLimit { starts.removeFirst() }
    return true
  }
}
