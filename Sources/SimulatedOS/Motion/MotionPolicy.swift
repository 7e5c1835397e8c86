/// The constants of the motion sensors.
public struct MotionPolicy: Sendable, Hashable {
  /// Samples per second of the sensors, 1 to 800, while nothing else is their source (WK8: about
  /// 100 on a watch; the same is assumed of a phone).
  public var samplesPerSecond: Int

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) {
    samplesPerSecond = DeviceFacts.samplesPerSecond(version)
  }
}
