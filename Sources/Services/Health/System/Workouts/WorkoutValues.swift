import YobanSimulatedDevices
import YobanVirtualTime

/// `HKWorkoutConfiguration`, with the raw values of its enumerations.
package struct WorkoutConfiguration: Sendable, Hashable {
  package var activityType: UInt
  package var locationType: Int
  package var swimmingLocationType: Int
  /// In meters; nil if none was given.
  package var lapLength: Double?

  package init(
    activityType: UInt = 3000, locationType: Int = 1, swimmingLocationType: Int = 0,
    lapLength: Double? = nil
  ) {
    self.activityType = activityType
    self.locationType = locationType
    self.swimmingLocationType = swimmingLocationType
    self.lapLength = lapLength
  }
}

/// The codes of `HKError` (WK2).
package enum HealthError: Int, Error, Sendable, Hashable, CaseIterable {
  case unknown = 0
  case healthDataUnavailable = 1
  case healthDataRestricted = 2
  case invalidArgument = 3
  case authorizationDenied = 4
  case authorizationNotDetermined = 5
  case databaseInaccessible = 6
  case userCanceled = 7
  case anotherWorkoutSessionStarted = 8
  case userExitedWorkoutSession = 9
  case requiredAuthorizationDenied = 10
  case noData = 11
  case workoutActivityNotAllowed = 12
  case dataSizeExceeded = 13
  case backgroundWorkoutSessionNotAllowed = 14
}

/// An event of a workout session for its `HKWorkoutSession`, with the time at which it happened
/// (WK4).
package enum WorkoutEvent: Sendable, Hashable {
  case changed(to: WorkoutState, from: WorkoutState, at: VirtualInstant)
  /// A pause event or a resume event was generated.
  case generated(isPause: Bool, at: VirtualInstant)
  /// The session failed, with an error and a readable message.
  case failed(HealthError, String)
}

/// The receiver of a session's events: the `HKWorkoutSession` of an app.
package protocol WorkoutEventReceiver: AnyObject {
  /// Called in the app's process. The receiver passes the event on to a serial queue of its own
  /// (WK4).
  func received(_ event: WorkoutEvent)
}

/// The receiver of what a watch app must do for workouts: WatchKit inside the app. Called on the process's main queue.
package protocol WorkoutLaunchReceiver: ApplicationEventReceiver {
  /// The iPhone app began a workout (WK2).
  func handleWorkout(_ configuration: WorkoutConfiguration)
  /// The app's process ended during a workout that continues (WK2).
  func handleActiveWorkoutRecovery()
}

extension Finding {
  static let noWorkoutMode = Finding(
    .plistMissingKey, rule: .wk2,
    what:
      "A workout session was started without the background mode workout-processing: it gives no run time.",
    remedy: "Name workout-processing in WKBackgroundModes of the watch app's Info.plist.")

  static func workoutNotAuthorized(_ error: HealthError) -> Finding {
    Finding(
      .healthkitNotAuthorized, rule: .wk2,
      what:
        "A workout session was started without permission to share workouts: HKError \(error.rawValue).",
      remedy:
        "Call requestAuthorization(toShare:read:completion:) with HKObjectType.workoutType() to share, and start after its answer."
    )
  }

  static let workoutInBackground = Finding(
    .healthkitStartedInBackground, rule: .wk2,
    what: "A workout session was started in background, which fails from watchOS 10 on.",
    remedy:
      "Start it while the app is in front, or when the iPhone app has called startWatchApp(toHandle:)."
  )

  static let workoutNotRecovered = Finding(
    .healthkitNotRecovered, rule: .wk2,
    what:
      "The app was launched after it had ended during a workout, and did not recover the session.",
    remedy:
      "Call HKHealthStore.recoverActiveWorkoutSession(completion:) in handleActiveWorkoutRecovery()."
  )
}

extension Finding.Kind {
  /// A workout began without the permission to share workouts.
  public static let healthkitNotAuthorized = Self("healthkit.not-authorized")
  /// The launch after the end of a workout's process did not recover the session.
  public static let healthkitNotRecovered = Self("healthkit.not-recovered")
  /// A workout began in the background.
  public static let healthkitStartedInBackground = Self("healthkit.started-in-background")
}
