import YobanSimulatedDevices

extension LaunchCause {
  /// An event of a region, a significant change or a visit (L13).
  public static let location = Self(
    "location", [Option("UIApplicationLaunchOptionsLocationKey", .flag(true))])
  /// A push for the Location Push Service Extension of an app (LOC12).
  public static let locationPush = Self("location push")
}

extension RunTimeLedger.Grant {
  /// Location updates that keep the process running (LOC1, LOC8).
  package static let location = Self("location", isMode: true)
  /// An event of a region, a significant change or a visit (BC8, L12).
  package static let locationEvent = Self("location event")
  /// A Location Push Service Extension has a push (LOC12).
  package static let locationPush = Self("location push")
}
