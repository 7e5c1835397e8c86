import Foundation
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
  /// The builder has collected samples of these types (WK12).
  case collected(Set<String>)
  /// The other side of a mirrored session has sent data, in this order (WK13).
  case received([Data])
  /// The connection to the other side has ended, with the reason if it is an error (WK13).
  case disconnected(String?)
}

/// A workout session as its `HKWorkoutSession` uses it: a session of this device, or the mirror of one of the watch.
package protocol WorkoutControl: AnyObject {
  var configuration: WorkoutConfiguration { get }
  var state: WorkoutState { get }
  /// The time at which the activity began; nil before.
  var started: VirtualInstant? { get }
  /// The time at which the activity was stopped or ended; nil before.
  var stopped: VirtualInstant? { get }
  /// The samples and events that the builder of the session has collected. A mirror collects nothing (WK13).
  var collection: WorkoutCollection { get }
  var isMirror: Bool { get }
  /// Makes a call of the app. It returns at once; its effect follows in the order of the calls (WK4).
  func call(_ input: WorkoutInput)
  /// Sets what the data source of the builder collects; nil without a data source.
  func collect(_ wants: ((HealthSample) -> Bool)?)
  /// Sends data to the other side (WK13).
  func send(_ data: Data, _ done: @escaping WorkoutDone)
}

/// Receives the result of a call, in the app's process: nil for success, or an error with a readable message.
package typealias WorkoutDone = ((error: HealthError, text: String)?) -> Void

/// The receiver of a session's events: the `HKWorkoutSession` of an app.
package protocol WorkoutEventReceiver: AnyObject {
  /// Called in the app's process. The receiver passes the event on to a serial queue of its own
  /// (WK4).
  func received(_ event: WorkoutEvent)
  /// Whether the app has set a delegate.
  var hasDelegate: Bool { get }
}

/// The receiver of what a watch app must do for workouts: WatchKit inside the app. Called on the process's main queue.
package protocol WorkoutLaunchReceiver: ApplicationEventReceiver {
  /// The iPhone app began a workout (WK2).
  func handleWorkout(_ configuration: WorkoutConfiguration)
  /// The app's process ended during a workout that continues (WK2).
  func handleActiveWorkoutRecovery()
}
