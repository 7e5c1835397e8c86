import Foundation

/// What the app's Info.plist says about the variant of the experiment.
struct Settings {
  /// The beacon's proximity UUID.
  var beacon: UUID
  /// Registers the region at every launch, though the system knows it already (BC10).
  var registersAgain: Bool
  /// Ranges from the launch on.
  var ranges: Bool
  /// Holds a background task when it leaves the foreground.
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
