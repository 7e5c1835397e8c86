/// The constants of the link between a watch and its phone.
public struct WatchLinkPolicy: Sendable, Hashable {
  /// What becomes of a file whose receiver does not run (WC5).
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// As Apple documents it: it is delivered at the next launch.
    case documented
    /// As it was measured: it is lost, and nobody is told.
    case observed
  }

  public var mode: Mode
  /// Bytes per second over Bluetooth (WC7).
  public var bluetoothBytesPerSecond: Int

  /// The policy of a watchOS version on a watch.
  public init(watchOS version: SystemVersion, _ watch: WatchModel) {
    mode = .observed
    bluetoothBytesPerSecond = WatchLinkFacts.bluetoothBytesPerSecond(version)
  }
}
