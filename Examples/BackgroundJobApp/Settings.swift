import Foundation

/// What the app's Info.plist says about the variant of the experiment.
struct Settings {
  /// How long the job counts.
  var seconds: Int
  /// Begins a task that nobody ends, instead of the job's own.
  var leaksTask: Bool
  /// At the end of the system's time the job stands still, instead of being cancelled.
  var suspendsAtExpiration: Bool
  /// How long didEnterBackground works, in seconds.
  var workInBackground: Double

  init(_ bundle: Bundle = .main) {
    func value(_ key: String) -> Any? { bundle.object(forInfoDictionaryKey: key) }
    seconds = value("Seconds") as? Int ?? 60
    leaksTask = value("LeaksTask") as? Bool ?? false
    suspendsAtExpiration = value("SuspendsAtExpiration") as? Bool ?? false
    workInBackground = value("WorkInBackground") as? Double ?? 0
  }
}
