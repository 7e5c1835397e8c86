import YobanVirtualTime

/// Decides whether an app may play, request the audio focus or change a volume now (AN25). Pure.
struct BackgroundAudioGate {
  enum Use { case playback, focus, volume }

  enum Refusal: String {
    case noForegroundService =
      "the app has no visible activity and no foreground service that may use audio"
    case notInUse =
      "its foreground service did not start while the app was visible or by an action of the user"
  }

  /// Whether the app has a visible activity.
  var isVisible = false
  /// The time until which it counts as visible, because it has just left the screen; nil if it never was there.
  var graceEnd: VirtualInstant?
  var hasForegroundService = false
  /// Whether it has a foreground service that is not a short service.
  var hasLongForegroundService = false
  /// Whether such a service started while the app was in use, so that it has while-in-use capabilities (AN3).
  var isInUse = false
  /// Whether the device restricts audio in the background.
  var isHardened = false
  /// Whether the app also targets a version that does so, so that its service must be in use.
  var demandsInUse = false
  /// Whether the app may only request the focus with a foreground service, on a device that does not restrict audio.
  var restrictsFocus = false
  var maySetExactAlarms = false
  var holdsBluetoothConnect = false

  /// Returns why a use is refused; nil if it is allowed.
  ///
  /// - Parameter isAlarm: whether it is for USAGE_ALARM; a volume has no usage.
  func refusal(of use: Use, isAlarm: Bool, at now: VirtualInstant) -> Refusal? {
    guard !isVisible, graceEnd.map({ $0 <= now }) ?? true else { return nil }
    guard isHardened else {
      return use == .focus && restrictsFocus && !hasForegroundService ? .noForegroundService : nil
    }
    guard hasLongForegroundService else { return .noForegroundService }
    guard demandsInUse, !isInUse else { return nil }
    let isExempt =
      switch use {
      case .volume: maySetExactAlarms
      case .focus, .playback: isAlarm && maySetExactAlarms || holdsBluetoothConnect
      }
    return isExempt ? nil : .notInUse
  }
}
