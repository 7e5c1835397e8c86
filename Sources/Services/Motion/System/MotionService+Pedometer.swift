import YobanSimulatedDevices
import YobanVirtualTime

/// The steps of a period.
package struct PedometerReading: Sendable, Hashable {
  /// Nanoseconds since 1970 by the device's wall clock.
  package var start: Int64
  package var end: Int64
  package var steps: Int
  package var meters: Double
  /// Seconds per meter now, and steps per second now; nil while nobody walks, and in a query.
  package var pace: Double?
  package var cadence: Double?
  /// Seconds per meter while walking; nil without a step.
  package var averagePace: Double?
}

/// Receives steps, on the process's main queue.
package protocol PedometerEventReceiver: AnyObject {
  func received(_ reading: PedometerReading)
  /// The user has begun to walk, or has stopped.
  func walkingChanged(isWalking: Bool, wallTime: Int64)
  /// The user does not allow motion for the app; nothing is delivered.
  func wasRefused()
}

/// One process's use of the pedometer: of steps since a time, or of the beginnings and ends of walks. Steps that are
/// taken while the process is suspended come with the next update.
final class PedometerUse {
  let app: AppProcess
  let receiver: any PedometerEventReceiver
  /// The time from which steps are counted, in nanoseconds since the simulation began; nil for the events.
  let start: Int64?
  var delivered = 0
  var isScheduled = false
  var isStopped = false

  init(_ app: AppProcess, _ receiver: any PedometerEventReceiver, from start: Int64?) {
    self.app = app
    self.receiver = receiver
    self.start = start
  }
}

/// `CMPedometer` (MO6).
extension MotionService {
  /// The name of steps in the trace.
  static let stepStream = "steps"
  static let stepEventStream = "stepEvents"

  /// Counts steps from a time on, which may be in the past. Replaces an earlier start by the same receiver.
  ///
  /// - Parameter start: in nanoseconds since 1970.
  package func startSteps(
    from start: Int64, for process: AppProcess, _ receiver: any PedometerEventReceiver
  ) {
    stopSteps(for: process, receiver)
    begin(process, receiver, from: device.simulatedTime(ofWallTime: start), Self.stepStream)
  }

  package func stopSteps(for process: AppProcess, _ receiver: any PedometerEventReceiver) {
    end(process, receiver, Self.stepStream) { $0.start != nil }
  }

  package func startStepEvents(
    for process: AppProcess, _ receiver: any PedometerEventReceiver
  ) {
    stopStepEvents(for: process, receiver)
    begin(process, receiver, from: nil, Self.stepEventStream)
  }

  package func stopStepEvents(for process: AppProcess, _ receiver: any PedometerEventReceiver) {
    end(process, receiver, Self.stepEventStream) { $0.start == nil }
  }

  private func begin(
    _ process: AppProcess, _ receiver: any PedometerEventReceiver, from start: Int64?,
    _ stream: String
  ) {
    guard process.isAlive(for: "CMPedometer start") else { return }
    guard canClassify else { return process.report(.noPedometer) }
    guard mayUseMotion(process, withoutKey: .pedometerWithoutUsageDescription) else {
      return process.process.onMain { receiver.wasRefused() }
    }
    let use = PedometerUse(process, receiver, from: start)
    pedometerUses.append(use)
    process.post(.sensor(stream, isOn: true))
    schedule(use)
  }

  private func end(
    _ process: AppProcess, _ receiver: any PedometerEventReceiver, _ stream: String,
    _ isMeant: (PedometerUse) -> Bool
  ) {
    let i = pedometerUses.firstIndex {
      $0.app === process && $0.receiver === receiver && isMeant($0)
    }
    guard let i else { return }
    pedometerUses.remove(at: i).isStopped = true
    process.post(.sensor(stream, isOn: false))
  }

  /// Returns the steps of a period of at most the last seven days; nil without permission.
  ///
  /// - Parameters:
  ///   - start: in nanoseconds since 1970, as `end`.
  package func steps(from start: Int64, to end: Int64, for process: AppProcess) -> PedometerReading?
  {
    guard process.isAlive(for: "queryPedometerData(from:to:withHandler:)"), canClassify,
      mayUseMotion(process, withoutKey: .pedometerWithoutUsageDescription)
    else { return nil }
    let oldest = device.world.now.nanoseconds - policy.activityKept.nanoseconds
    var reading = reading(
      from: max(device.simulatedTime(ofWallTime: start), oldest),
      to: device.simulatedTime(ofWallTime: end))
    (reading.start, reading.end) = (start, end)
    return reading
  }

  // MARK: Updates

  /// Called when the activity has changed.
  func walkingChanged() {
    let changes = activities.changes
    let before = activities.gait(of: changes[max(changes.count - 2, 0)].activity) != nil
    let isWalking = activities.gait(of: activities.current) != nil
    let wallTime = device.wallTime(ofSimulatedTime: device.world.now.nanoseconds)
    for use in pedometerUses {
      if use.start != nil {
        schedule(use)
      } else if before != isWalking {
        use.app.process.onMain {
          guard !use.isStopped else { return }
          use.receiver.walkingChanged(isWalking: isWalking, wallTime: wallTime)
        }
      }
    }
  }

  /// Looks for new steps after the interval. While nobody walks, there is nothing to look for.
  private func schedule(_ use: PedometerUse) {
    guard let start = use.start, !use.isScheduled, !use.isStopped else { return }
    let now = device.world.simulation.now
    let isWalking = activities.gait(of: activities.current) != nil
    let hasNew = activities.walk(from: start, to: now.nanoseconds).steps > use.delivered
    guard isWalking || hasNew else { return }
    use.isScheduled = true
    device.world.simulation.schedule(at: now + policy.stepInterval) { [weak self] in
      guard let self, !use.isStopped else { return }
      // A suspended process gets the update when it continues, with all steps until then.
      use.app.process.onMain { [weak self] in
        guard let self else { return }
        use.isScheduled = false
        guard !use.isStopped else { return }
        deliver(use, from: start)
        schedule(use)
      }
    }
  }

  private func deliver(_ use: PedometerUse, from start: Int64) {
    var reading = reading(from: start, to: device.world.simulation.now.nanoseconds)
    guard reading.steps > use.delivered else { return }
    use.delivered = reading.steps
    if let gait = activities.gait(of: activities.current) {
      reading.cadence = gait.cadence
      reading.pace = 1 / (gait.cadence * gait.stepLength)
    }
    use.app.post(.samples(stream: Self.stepStream, count: 1))
    use.receiver.received(reading)
  }

  private func reading(from start: Int64, to end: Int64) -> PedometerReading {
    let walk = activities.walk(from: start, to: end)
    return PedometerReading(
      start: device.wallTime(ofSimulatedTime: start), end: device.wallTime(ofSimulatedTime: end),
      steps: walk.steps, meters: walk.meters,
      averagePace: walk.steps == 0 ? nil : Double(walk.activeTime) / 1e9 / walk.meters)
  }
}
