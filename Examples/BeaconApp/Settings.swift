import Foundation

/// The variant of the experiment, from the app's Info.plist.
struct Settings {
  /// The beacon's proximity UUID.
  var beacon: UUID
  /// Whether the region is registered at every launch, although the system knows it already (BC10).
  var registersAgain: Bool
  /// Whether the beacon is ranged from the launch on.
  var ranges: Bool
  /// Whether the app holds a background task when it leaves the foreground.
  var keepsRunning: Bool

  init(_ bundle: Bundle = .main) {
    func flag(_ key: String) -> Bool { bundle.object(forInfoDictionaryKey: key) as? Bool ?? false }
    let text = bundle.object(forInfoDictionaryKey: "BeaconUUID") as? String
    guard let beacon = text.flatMap(UUID.init(uuidString:)) else {
      preconditionFailure("Info.plist needs a UUID under BeaconUUID")
    }
    self.beacon = beacon
    registersAgain = flag("RegistersAgain")
    ranges = flag("Ranges")
    keepsRunning = flag("KeepsRunning")
  }
}
