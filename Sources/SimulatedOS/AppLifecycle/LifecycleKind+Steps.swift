/// The callbacks of each transition, in order, with the state that the app reads inside them.
extension LifecycleKind {
  /// A user opened the app, which had no process.
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
    }
  }

  /// The system launched the app in background (L13).
  func launchInBackground(connectsScene: Bool) -> [LifecycleStep] {
    switch self {
    case .scenes:
      [.init(.didFinishLaunching, .background)]
        + (connectsScene ? [.init(.sceneWillConnect, .background)] : [])
    case .applicationDelegate, .watch: [.init(.didFinishLaunching, .background)]
    case .android: [.init(.applicationOnCreate, .background)]
    }
  }

  /// From the foreground to the background (L2, L5).
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
    }
  }

  /// On a watch: the wrist goes down, and the app stays frontmost (WK1).
  var lowerWrist: [LifecycleStep] { [.init(.applicationWillResignActive, .active)] }

  /// On a watch: the wrist comes up while the app is frontmost (WK1).
  var raiseWrist: [LifecycleStep] { [.init(.applicationDidBecomeActive, .active)] }

  /// On a watch: an app leaves the foreground that was told of the wrist before (WK1).
  var leaveWithWristDown: [LifecycleStep] { [.init(.applicationDidEnterBackground, .background)] }

  /// From the background to the foreground (L3, L5).
  ///
  /// - Parameter hasScene: false if the process was launched in background and has no scene yet.
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
    }
  }

  /// A user ends an app that runs (L4, L5).
  func quit(fromForeground: Bool) -> [LifecycleStep] {
    switch self {
    case .scenes:
      (fromForeground ? [.init(.sceneWillResignActive, .active)] : [])
        + [.init(.sceneDidDisconnect, .background), .init(.applicationWillTerminate, .background)]
    case .applicationDelegate:
      (fromForeground ? leave : []) + [.init(.applicationWillTerminate, .background)]
    case .watch, .android: fromForeground ? leave : []
    }
  }
}
