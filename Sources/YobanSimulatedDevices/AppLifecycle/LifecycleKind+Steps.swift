/// The callbacks of each transition, in order, with the state that the app reads inside them.
extension LifecycleKind {
  /// The callbacks after the user opened an app without a process.
  var launchInForeground: [LifecycleStep] {
    switch self {
    case .scenes:  // L1
      [
        .init(.didFinishLaunching, .background), .init(.sceneWillConnect, .background),
        .init(.sceneWillEnterForeground, .background), .init(.sceneDidBecomeActive, .inactive),
      ]
    case .applicationDelegate, .watch:  // L5
      [.init(.didFinishLaunching, .inactive), .init(.applicationDidBecomeActive, .active)]
    case .android:
      [
        .init(.applicationOnCreate, .background), .init(.activityOnStart, .inactive),
        .init(.activityOnResume, .active),
      ]
    case .appExtension: []
    }
  }

  /// Returns the callbacks of a launch in the background (L13).
  func launchInBackground(connectsScene: Bool) -> [LifecycleStep] {
    switch self {
    case .scenes:
      [.init(.didFinishLaunching, .background)]
        + (connectsScene ? [.init(.sceneWillConnect, .background)] : [])
    case .applicationDelegate, .watch: [.init(.didFinishLaunching, .background)]
    case .android: [.init(.applicationOnCreate, .background)]
    case .appExtension: []
    }
  }

  /// The callbacks from foreground to background (L2, L5).
  var leave: [LifecycleStep] {
    switch self {
    case .scenes:
      [.init(.sceneWillResignActive, .active), .init(.sceneDidEnterBackground, .background)]
    case .applicationDelegate, .watch:
      [
        .init(.applicationWillResignActive, .active),
        .init(.applicationDidEnterBackground, .background),
      ]
    case .android: [.init(.activityOnPause, .active), .init(.activityOnStop, .background)]
    case .appExtension: []
    }
  }

  /// The callbacks on a watch when the wrist goes down and the app stays frontmost (WK1).
  var lowerWrist: [LifecycleStep] { [.init(.applicationWillResignActive, .active)] }

  /// The callbacks on a watch when the wrist comes up while the app is frontmost (WK1).
  var raiseWrist: [LifecycleStep] { [.init(.applicationDidBecomeActive, .active)] }

  /// The callbacks on a watch when an app leaves the foreground after `lowerWrist` (WK1).
  var leaveWithWristDown: [LifecycleStep] { [.init(.applicationDidEnterBackground, .background)] }

  /// Returns the callbacks from background to foreground (L3, L5).
  ///
  /// - Parameter hasScene: false if the process was launched in the background and has no scene
  ///   yet.
  func open(hasScene: Bool) -> [LifecycleStep] {
    switch self {
    case .scenes:
      (hasScene ? [] : [.init(.sceneWillConnect, .background)])
        + [.init(.sceneWillEnterForeground, .background), .init(.sceneDidBecomeActive, .inactive)]
    case .applicationDelegate, .watch:
      [
        .init(.applicationWillEnterForeground, .background),
        .init(.applicationDidBecomeActive, .active),
      ]
    case .android: [.init(.activityOnStart, .background), .init(.activityOnResume, .active)]
    case .appExtension: []
    }
  }

  /// Returns the callbacks when the user ends a running app (L4, L5).
  func quit(fromForeground: Bool) -> [LifecycleStep] {
    switch self {
    case .scenes:
      (fromForeground ? [.init(.sceneWillResignActive, .active)] : [])
        + [.init(.sceneDidDisconnect, .background), .init(.applicationWillTerminate, .background)]
    case .applicationDelegate:
      (fromForeground ? leave : []) + [.init(.applicationWillTerminate, .background)]
    case .watch, .android, .appExtension: fromForeground ? leave : []
    }
  }
}
