import YobanVirtualTime

@testable import YobanAppleSystem
import YobanSimulatedOS
@testable import YobanSimulatedDevices

/// A state of a launch of a process, with the shortest way to reach it.
enum Situation: String, CaseIterable, Sendable {
  case notRunning, launching, launchingInBackground, leaving, returning, terminating
  case active, background, suspended

  var isDelivering: Bool {
    switch self {
    case .launching, .launchingInBackground, .leaving, .returning, .terminating: true
    case .notRunning, .active, .background, .suspended: false
    }
  }

  /// Whether the state's callbacks have a time limit (L6, L9); returning has none in these tests.
  var hasWatchdog: Bool { isDelivering && self != .returning }

  func machine(_ kind: LifecycleKind) -> AppLifecycleStateMachine {
    var machine = AppLifecycleStateMachine(kind: kind, policy: LifecyclePolicy(iOS: 17))
    let now = at(100)
    switch self {
    case .notRunning: break
    case .launching: _ = machine.launch(inForeground: true, at: now)
    case .launchingInBackground: _ = machine.launch(inForeground: false, at: now)
    case .active:
      machine = Self.launching.machine(kind)
      _ = machine.delivered(at: now)
    case .leaving:
      machine = Self.active.machine(kind)
      _ = machine.leave(at: now)
    case .background:
      machine = Self.leaving.machine(kind)
      _ = machine.delivered(at: now)
    case .suspended:
      machine = Self.background.machine(kind)
      _ = machine.runTimeEnded()
    case .returning:
      machine = Self.background.machine(kind)
      _ = machine.open(hasScene: true, at: now)
    case .terminating:
      machine = Self.active.machine(kind)
      _ = machine.swipeAway(at: now)
    }
    return machine
  }
}

/// Every input of a process except its launch.
enum LifecycleInput: String, CaseIterable, Sendable {
  case delivered, leave, open, openWithoutScene, swipeAway, jetsam, runTimeEnded, runTimeGranted
  case watchdogTooEarly, watchdog

  func apply(
    to machine: inout AppLifecycleStateMachine, at now: VirtualInstant
  ) -> [AppLifecycleStateMachine.Action] {
    switch self {
    case .delivered: machine.delivered(at: now)
    case .leave: machine.leave(at: now)
    case .open: machine.open(hasScene: true, at: now)
    case .openWithoutScene: machine.open(hasScene: false, at: now)
    case .swipeAway: machine.swipeAway(at: now)
    case .jetsam: machine.kill(.jetsam)
    case .runTimeEnded: machine.runTimeEnded()
    case .runTimeGranted: machine.runTimeGranted()
    case .watchdogTooEarly:
      machine.watchdogFired(at: (machine.watchdogDeadline ?? now) - .nanoseconds(1))
    case .watchdog: machine.watchdogFired(at: machine.watchdogDeadline ?? at(1e6))
    }
  }
}

/// The callbacks of each transition with the state that they read, as measured (L1 to L5).
extension LifecycleKind {
  var launchSteps: [LifecycleStep] {
    switch self {
    case .scenes:  // L1
      [.init(.didFinishLaunching, .background), .init(.sceneWillConnect, .background)] + returnSteps
    case .applicationDelegate, .watch:  // L5
      [.init(.didFinishLaunching, .inactive), .init(.applicationDidBecomeActive, .active)]
    case .android:  // onCreate, onStart, onResume
      [
        .init(.applicationOnCreate, .background), .init(.activityOnStart, .inactive),
        .init(.activityOnResume, .active),
      ]
    case .appExtension: []  // L23
    }
  }

  /// The callbacks of a launch in the background (L13).
  var backgroundLaunchSteps: [LifecycleStep] {
    switch self {
    case .scenes, .applicationDelegate, .watch: [.init(.didFinishLaunching, .background)]
    case .android: [.init(.applicationOnCreate, .background)]
    case .appExtension: []  // L23
    }
  }

  var leaveSteps: [LifecycleStep] {
    switch self {
    case .scenes:  // L2
      [.init(.sceneWillResignActive, .active), .init(.sceneDidEnterBackground, .background)]
    case .applicationDelegate, .watch:  // L5
      [
        .init(.applicationWillResignActive, .active),
        .init(.applicationDidEnterBackground, .background),
      ]
    case .android: [.init(.activityOnPause, .active), .init(.activityOnStop, .background)]
    case .appExtension: []
    }
  }

  var returnSteps: [LifecycleStep] {
    switch self {
    case .scenes:  // L3
      [.init(.sceneWillEnterForeground, .background), .init(.sceneDidBecomeActive, .inactive)]
    case .applicationDelegate, .watch:  // L5
      [
        .init(.applicationWillEnterForeground, .background),
        .init(.applicationDidBecomeActive, .active),
      ]
    case .android: [.init(.activityOnStart, .background), .init(.activityOnResume, .active)]
    case .appExtension: []
    }
  }

  /// The first visit to the foreground of a process that was launched in the background, where no
  /// scene was connected (L13).
  var firstReturnSteps: [LifecycleStep] {
    switch self {
    case .scenes: [.init(.sceneWillConnect, .background)] + returnSteps
    case .applicationDelegate, .watch, .android, .appExtension: returnSteps
    }
  }

  var swipeSteps: [LifecycleStep] {
    switch self {
    case .scenes:  // L4
      [
        .init(.sceneWillResignActive, .active), .init(.sceneDidDisconnect, .background),
        .init(.applicationWillTerminate, .background),
      ]
    case .applicationDelegate:  // L5
      leaveSteps + [.init(.applicationWillTerminate, .background)]
    // On these systems the app is not notified of its end.
    case .watch, .android, .appExtension: leaveSteps
    }
  }

  var swipeInBackgroundSteps: [LifecycleStep] {
    switch self {
    case .scenes:
      [.init(.sceneDidDisconnect, .background), .init(.applicationWillTerminate, .background)]
    case .applicationDelegate: [.init(.applicationWillTerminate, .background)]
    case .watch, .android, .appExtension: []
    }
  }
}
