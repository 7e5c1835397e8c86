import YobanPlatformProfiles
import YobanVirtualTime

/// Limits the scans that one app starts: the sixth within 30 s is dropped (AN11). Pure.
///
/// It counts like `AppScanStats`: by the times of the last starts that were allowed.
struct ScanStartThrottle: Equatable {
  private var starts: [VirtualInstant] = []

  /// The app starts a scan. Returns whether it is allowed; if not, there is no callback.
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
