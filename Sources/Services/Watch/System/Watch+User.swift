import YobanAppleSystem

/// The actions of a user on a watch.
extension Watch {
  /// Lowers the wrist: the screen goes dark, and the app in front becomes inactive but stays
  /// frontmost for a while (WK1). Returns when the app was notified.
  ///
  /// Does nothing if the wrist is down.
  public func lowerWrist() async {
    guard isUp, isWristUp else { return }
    post(.watch(.wrist(isUp: false)))
    watchService.lowerWrist()
    darkenScreen()
    await waitForTransitions()
  }

  /// Raises the wrist: the frontmost app becomes active again; without one, the watch shows the
  /// clock (WK1). Returns when the app was notified.
  ///
  /// Does nothing if the wrist is up.
  public func raiseWrist() async {
    guard isUp, !isWristUp else { return }
    liftWrist()
    await waitForTransitions()
  }

  /// Presses the Digital Crown: the app in front goes to background, and the watch shows the clock.
  /// Returns when the app was notified.
  public func pressCrown() async {
    liftWrist()
    post(.user("presses the crown"))
    await leaveForeground()
  }

  /// Raises the wrist if it is down, because a user must look at a watch to use it.
  func liftWrist() {
    guard isUp, !isWristUp else { return }
    post(.watch(.wrist(isUp: true)))
    lightScreen()
    watchService.raiseWrist()
  }

  private func waitForTransitions() async {
    for app in apps where app.isFrontmost { await app.process?.waitForTransition() }
  }
}
