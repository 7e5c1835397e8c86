import Foundation
import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// The measurements of the sensors during a workout, and their way to the builder (WK12).
extension HealthService {
  /// Lets the sensors measure a type while a workout session runs, as the body of a scenario has it.
  ///
  /// The first sample comes one interval after the session began to run, or has been resumed. Each sample lasts one
  /// interval, is stored, and reaches the builder of the session if its data source collects the type. Each type has
  /// one sensor: a second call for a type replaces the first one.
  ///
  /// - Parameters:
  ///   - type: the identifier of the type, such as `HKQuantityTypeIdentifierHeartRate`.
  ///   - interval: more than zero. Default: `HealthPolicy.workoutSampleInterval`.
  ///   - value: receives the time since the activity began, pauses included, and returns the value of the sample in
  ///     units of SI with grams for masses (a heart rate in beats per second, an energy in thousandths of a joule), or
  ///     nil if the sensor measures nothing.
  public func measure(
    _ type: String, every interval: Duration? = nil, _ value: @escaping (Duration) -> Double?
  ) {
    let given = interval.flatMap { $0 > .zero ? $0 : nil }
    let interval = given ?? healthPolicy.workoutSampleInterval
    let measurement = WorkoutMeasurement(type, interval, value)
    for former in measurements where former.type == type {
      if let alarm = former.alarm { simulation.cancel(alarm) }
    }
    measurements.removeAll { $0.type == type }
    measurements.append(measurement)
    if active?.state == .running { schedule(measurement) }
  }

  /// The state of a session has changed: its sensors measure while it runs.
  func updateMeasurements(of session: WorkoutSession) {
    guard active === session else { return }
    for measurement in measurements {
      if let alarm = measurement.alarm { simulation.cancel(alarm) }
      measurement.alarm = nil
      if session.state == .running { schedule(measurement) }
    }
  }

  private func schedule(_ measurement: WorkoutMeasurement) {
    measurement.alarm = simulation.schedule(at: now + measurement.interval) {
      [weak self, weak measurement] in
      guard let self, let measurement else { return }
      measurement.alarm = nil
      guard let active, active.state == .running, let started = active.started else { return }
      schedule(measurement)
      guard let value = measurement.value(now - started) else { return }
      let end = device.date
      let sample = make(
        measurement.type, value, from: end - measurement.interval.seconds, to: end,
        source: device.profile.platform == .watchOS ? "Apple Watch" : "iPhone")
      commit([sample])
      collect([sample])
    }
  }

  /// Passes samples that a device has measured to the builder of the running session.
  func collect(_ samples: [HealthSample]) {
    guard let session = active, session.state == .running, session.collection.phase == .collecting,
      let process = session.process, let wants = session.wants
    else { return }
    let wanted = simulation.perform(as: process.process) { samples.filter(wants) }
    let types = session.collection.add(wanted).filter { mayRead($0, session.app) == true }
    if !types.isEmpty { session.notify(.collected(types)) }
  }

  /// The samples of a workout that an app may see, of one type or of all types.
  package func samples(
    of type: String? = nil, in workout: UUID, for process: AppProcess
  ) -> [HealthSample] {
    guard isAccessible(for: process.app) else { return [] }
    return record.entries.map(\.sample).filter { sample in
      sample.workouts.contains(workout) && sample.type == type ?? sample.type
        && mayRead(sample, process)
    }
  }

  /// Whether an app may see a sample.
  package func mayRead(_ sample: HealthSample, _ process: AppProcess) -> Bool {
    sample.source == process.app.definition.bundleIdentifier
      || mayRead(sample.type, process.app) == true
  }

  /// Saves the samples that are not saved yet, and lets all of them belong to a workout, if there is one.
  ///
  /// - Returns: why nothing was saved; nil if everything was.
  package func add(
    _ samples: [HealthSample], to workout: UUID? = nil, for process: AppProcess
  ) -> HealthFailure? {
    let new = samples.filter { !isKnown($0.uuid) }
    if !new.isEmpty, let failure = save(new, for: process) { return failure }
    if let workout { associate(Set(samples.map(\.uuid)), with: workout) }
    return nil
  }

  /// Lets samples belong to a workout.
  package func associate(_ samples: Set<UUID>, with workout: UUID) {
    record.associate(samples, with: workout)
    for index in waiting.indices where samples.contains(waiting[index].uuid) {
      waiting[index].workouts.insert(workout)
    }
  }
}

/// A type that the sensors measure during workouts.
final class WorkoutMeasurement {
  let type: String
  let interval: Duration
  let value: (Duration) -> Double?
  var alarm: EventToken?

  init(_ type: String, _ interval: Duration, _ value: @escaping (Duration) -> Double?) {
    (self.type, self.interval, self.value) = (type, interval, value)
  }
}
