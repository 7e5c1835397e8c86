import YobanSimulatedDevices

extension RunTimeLedger.Grant {
  /// Audio that plays or records (AU1).
  package static let audio = Self("audio", isMode: true)
  /// The end of an interruption of the app's audio (AU2).
  package static let audioEvent = Self("audio event")
}
