/// Advice about delays of the app's code, which do not pass while the app is suspended (L7).
extension AppProcess {
  /// Reports an app that is suspended while only its own delays are outstanding: neither they nor the
  /// system will make it run again.
  func reportDelays() {
    guard device.profile.platform == .iOS, !app.definition.infoPlist.backgroundModes.isEmpty,
      let delay = process.nextDelay, device.obligations(to: app).isEmpty
    else { return }
    reportOnce(.nothingOutstanding(delay))
  }

  /// Reports that several delays have ended during the suspension, so that their blocks run at once.
  func reportLateBlocks() {
    guard device.profile.platform == .iOS, process.lateBlocks >= Self.manyBlocks else { return }
    reportOnce(.lateBlocks(process.lateBlocks))
  }

  /// Fewer are usual, such as the delay of an animation.
  private static let manyBlocks = 3
}
