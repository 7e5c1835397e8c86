import Foundation

/// The settings in Info.plist. Experiment E4 uses all of them.
struct Settings {
  /// The beacon's proximity UUID; nil if it is missing.
  var beacon: UUID?
  /// Whether the region is registered at every launch, although the system knows it already (BC10).
  var registersAgain: Bool
  /// Whether the beacon is ranged while it is watched.
  var ranges: Bool
  /// Whether the app holds a background task after it left the foreground.
  var keepsRunning: Bool

  init(_ bundle: Bundle = .main) {
    func flag(_ key: String) -> Bool { bundle.object(forInfoDictionaryKey: key) as? Bool ?? false }
    let text = bundle.object(forInfoDictionaryKey: "BeaconUUID") as? String
    beacon = text.flatMap(UUID.init(uuidString:))
    registersAgain = flag("RegistersAgain")
    ranges = flag("Ranges")
    keepsRunning = flag("KeepsRunning")
  }
}
