import SwiftUI

/// Records motion through the night and sends it to a collector, on an iPhone (experiment E5).
///
/// The settings are in Info.plist, which takes most of them from `Examples/Settings.xcconfig`:
/// `CollectorURL`, `CollectorToken` and `DeviceName` for the collector (without the first one, the app asks for the
/// code that `yoban-collector enroll` prints); `RateHz`, the rate of the sensors; `ChunkSeconds`, the duration of one
/// uploaded chunk; `Hours`, the duration of a night.
/// `RecordsHeartRate` adds a chest strap, `Rooms` the beacons of a house, and a permitted task
/// identifier a nightly task. With `WatchName` and `WatchToken` the app sends the recordings of a watch
/// to the collector, too; with `RecordsMotion` false it does only that. `LeaveOut` names parts of the
/// keep-alive recipe to leave out, to show their effect.
@main public struct NightApp: App {
  @UIApplicationDelegateAdaptor private var delegate: AppDelegate

  public init() {}

  public var body: some Scene {
    WindowGroup { NightView(night: delegate.night) }
  }
}
