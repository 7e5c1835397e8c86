import Foundation

/// The settings in Info.plist. Experiment E3 uses all of them.
struct Settings {
  /// Whether the app asks for the permission to show a number on its icon. Without it, the number is
  /// shown only up to iOS 7.
  var asksForBadge: Bool
  /// The number of seconds that the job counts.
  var seconds: Int
  /// Whether the app begins a background task and never ends it; the job then begins none.
  var leaksTask: Bool
  /// Whether the job is suspended when the background time that the system grants runs out, instead
  /// of being canceled.
  var suspendsAtExpiration: Bool
  /// The duration of the work in didEnterBackground, in seconds.
  var workInBackground: Double

  init(_ bundle: Bundle = .main) {
    func value(_ key: String) -> Any? { bundle.object(forInfoDictionaryKey: key) }
    asksForBadge = value("AsksForBadge") as? Bool ?? false
    seconds = value("Seconds") as? Int ?? 60
    leaksTask = value("LeaksTask") as? Bool ?? false
    suspendsAtExpiration = value("SuspendsAtExpiration") as? Bool ?? false
    workInBackground = value("WorkInBackground") as? Double ?? 0
  }
}
