import Foundation
import HealthKit
import YobanTesting

/// A delegate that prints the callbacks of a workout session.
package final class WorkoutListener: NSObject, HKWorkoutSessionDelegate {
  package func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {
    let late = Int(Date().timeIntervalSince(date).rounded())
    print("\(fromState) to \(toState)", "late \(late)", Thread.isMainThread)
  }
  package func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)
  {
    print("failed", (error as? HKError)?.code.rawValue ?? -1)
  }
  package func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent)
  {
    print("event \(event.type)")
  }
}

/// Starts a workout as tutorials do: requests permission, then creates and starts a session.
@MainActor package func startWorkout(pausing: Bool = false) {
  let store = HKHealthStore()
  let listener = WorkoutListener()
  Kept.of("listener", listener)
  store.requestAuthorization(toShare: [HKObjectType.workoutType()], read: []) { success, error in
    DispatchQueue.main.async {
      guard success else { return print("refused", (error as? HKError)?.code.rawValue ?? -1) }
      makeWorkout(store, pausing: pausing)
    }
  }
}

@MainActor package func makeWorkout(_ store: HKHealthStore = HKHealthStore(), pausing: Bool = false)
{
  let configuration = HKWorkoutConfiguration()
  configuration.activityType = .mindAndBody
  configuration.locationType = .indoor
  do {
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
    session.delegate = Kept.get("listener", as: WorkoutListener.self)
    Kept.of("session", session)
    session.startActivity(with: Date())
    if pausing { session.pause() }
  } catch {
    print("thrown", (error as? HKError)?.code.rawValue ?? -1)
  }
}

@MainActor package var workout: HKWorkoutSession { Kept.get("session")! }
