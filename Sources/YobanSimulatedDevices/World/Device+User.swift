import YobanVirtualTime

// The actions of a user on every device.
extension Device {
  /// Whether an action of the user is left out of a scenario that is explored.
  ///
  /// - Parameter action: the rest of a sentence that begins with "the user", such as `goes home`.
  package func leavesOut(_ action: String) -> Bool {
    world.simulation.choices.leavesOut("the user of \(name) \(action)")
  }

  /// Taps the app's icon: launches the app, or brings it to the front. Returns when it is active
  /// (or was killed meanwhile).
  ///
  /// The user unlocks the device to do so, which counts as the first unlock after a reboot (L17).
  /// Does nothing while the device is down.
  public func open(_ app: InstalledApp) async {
    guard isUp, !isExtension(app, "open"), !leavesOut("opens \(app.definition.name)") else {
      return
    }
    bringToFront(app)
    await app.process?.waitForTransition()
  }

  /// Reports a mistake of the test if the user cannot do this because it is an extension.
  package func isExtension(_ app: InstalledApp, _ action: String) -> Bool {
    guard let host = app.host else { return false }
    Misuse.report(
      "\(app.definition.name) is an extension of \(host.definition.name): a user cannot \(action) it, only its app."
    )
    return true
  }

  /// The part of `open(_:)` that happens at once: the app's callbacks begin.
  package func bringToFront(_ app: InstalledApp) {
    userComes()
    post(.user("opens \(app.definition.name)"))
    app.isForceQuit = false
    app.lastOpened = world.now
    lightScreen()
    touched()
    unlocked()
    for other in apps where other !== app && other.isFrontmost { other.process?.leave() }
    if let process = app.process, !process.isPrewarmed {
      process.open()
    } else {
      launch(app, .user)
    }
  }

  /// Makes the home gesture. Returns when the callbacks of the app in front have returned.
  public func goHome() async {
    guard !leavesOut("goes home") else { return }
    userComes()
    post(.user("goes home"))
    await leaveForeground()
  }

  /// Looks at the home screen, which shows every app's badge. The trace records the badges that the
  /// user sees.
  ///
  /// - Returns: the badge numbers by app name, without apps that have none; empty while the screen
  ///   is off or an app is in front.
  @discardableResult
  public func lookAtHomeScreen() -> [String: Int] {
    guard isUp, isScreenOn, !apps.contains(where: \.isFrontmost) else { return [:] }
    let shown = apps.filter { $0.badge > 0 }
    for app in shown {
      post(.user("sees the badge \(app.badge) of \(app.definition.name) on the home screen"))
    }
    return Dictionary(shown.map { ($0.definition.name, $0.badge) }) { first, _ in first }
  }

  /// Presses the side button: the app in front leaves the foreground, the screen turns off, and a
  /// device with a passcode is locked.
  public func lock() async {
    guard !leavesOut("locks the device") else { return }
    post(.user("locks the device"))
    await leaveForeground()
    darkenScreen()
    protection.lockDevice()
  }

  package func darkenScreen() {
    isScreenOn = false
    conditionsChanged()
  }

  /// Presses the side button while the screen is off: the lock screen appears (BC6).
  public func wakeScreen() {
    guard !leavesOut("wakes the screen") else { return }
    post(.user("wakes the screen"))
    lightScreen()
  }

  package func lightScreen() {
    guard !isScreenOn else { return }
    isScreenOn = true
    touched()
    notifyServices { $0.screenCameOn() }
    conditionsChanged()
  }

  /// Simulates a touch: records `control`, a label of your choice, in the trace, and runs the body
  /// in the app's process, on its main queue. Returns when the body has run or the process has
  /// ended. Does not run the body if the app does not run, or is prewarmed and waits (L15).
  ///
  /// Records an issue, without any effect, if the device is locked. In an exploration the user opens the app
  /// first, because a fault may have locked the device.
  public func touch(
    _ app: InstalledApp, _ control: String, _ body: @escaping @MainActor @Sendable () -> Void
  ) async {
    guard !leavesOut("touches \(control)") else { return }
    await returnToScreen(of: app)
    guard
      Misuse.isRight(
        !isLocked,
        "\(name) is locked, so its user cannot touch \(control): unlock it and open the app before."
      )
    else { return }
    userComes()
    touched()
    post(.user("touches \(control)"))
    guard let process = app.process, process.isRunning, !process.isPrewarmed else { return }
    await process.touch(body)
  }

  /// Opens an app in a scenario that is explored if the screen is dark or locked: a fault may have done this, and
  /// the user who wants to touch the app looks at it first.
  package func returnToScreen(of app: InstalledApp) async {
    guard ScenarioSteps.areNoted, isUp, isLocked || !isScreenOn else { return }
    // It is no step of the scenario that an exploration could leave out.
    await ScenarioSteps.$areNoted.withValue(false) { await open(app) }
  }

  package func leaveForeground() async {
    for app in apps where app.isFrontmost {
      let process = app.process
      process?.leave()
      await process?.waitForTransition()
    }
  }

  /// Unlocks the device with its passcode, which counts as the first unlock after a reboot (L17).
  /// Does nothing while the device is down.
  public func unlock() {
    guard isUp, !leavesOut("unlocks the device") else { return }
    post(.user("unlocks the device"))
    lightScreen()
    unlocked()
  }
}
