import Foundation
import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// The mirror of a watch's workout session in the app of its iPhone (WK13). Each connection has its own.
package final class MirroredWorkout: WorkoutControl {
  /// The session on the watch.
  let primary: WorkoutSession
  package let app: InstalledApp
  var process: AppProcess?
  private weak var receiver: (any WorkoutEventReceiver)?
  package let collection = WorkoutCollection()
  /// The state that the iPhone knows.
  package var state: WorkoutState
  var isConnected = true
  /// The time of the disconnection, if the app was running then.
  var disconnected: VirtualInstant?
  /// Whether the app's handler has received the session.
  var isGiven = false
  var outgoing = MirrorWindow()
  /// The data that the app has not received yet.
  private var incoming: [Data] = []
  /// The time of the last wake for data.
  private var lastWake: VirtualInstant
  private var isWakeScheduled = false

  init(_ primary: WorkoutSession, _ app: InstalledApp) {
    (self.primary, self.app, state) = (primary, app, primary.state)
    lastWake = primary.service.now
  }

  private var service: HealthService { app.appleDevice.health }
  package var configuration: WorkoutConfiguration { primary.configuration }
  package var started: VirtualInstant? { primary.started }
  package var stopped: VirtualInstant? { primary.stopped }
  package var isMirror: Bool { true }

  /// Sets the object that receives the events of the session.
  package func adopt(_ receiver: any WorkoutEventReceiver) { self.receiver = receiver }

  // MARK: Calls of HKWorkoutSession

  /// Makes a call of the iPhone's app to the session on the watch. Without a connection it has no effect, which is
  /// a finding if the app must have known.
  package func call(_ input: WorkoutInput) {
    let watch = primary.service
    if let disconnected, disconnected + watch.healthPolicy.mirrorLatency <= watch.now {
      process?.report(.mirrorNotValid)
    }
    watch.simulation.schedule(at: watch.now + watch.healthPolicy.mirrorLatency) { [weak self] in
      guard let self, isConnected, watch.reachesPhone else { return }
      watch.handle(input, primary, calledInFront: primary.app.isFrontmost)
    }
  }

  package func collect(_ wants: ((HealthSample) -> Bool)?) {}

  package func send(_ data: Data, _ done: @escaping WorkoutDone) {
    guard let process else { return }
    primary.service.send(data, from: self, process, done)
  }

  // MARK: Events

  func notify(_ event: WorkoutEvent) {
    guard let process, let receiver, process.process.state != .dead else { return }
    service.simulation.perform(as: process.process) { receiver.received(event) }
  }

  /// Whether the app can receive data from the watch.
  var takesData: Bool { receiver?.hasDelegate == true }

  /// Data of the watch's app has arrived. A suspended app is woken for it from time to time.
  func receive(_ data: Data) {
    incoming.append(data)
    deliverData()
    guard !incoming.isEmpty, !isWakeScheduled else { return }
    isWakeScheduled = true
    let due = max(service.now, lastWake + service.healthPolicy.mirrorWakeInterval)
    service.simulation.schedule(at: due) { [weak self] in
      guard let self else { return }
      isWakeScheduled = false
      guard isConnected, !incoming.isEmpty, let process else { return }
      lastWake = service.now
      process.grantForEvents(
        .workoutMirroring, until: service.now + service.healthPolicy.mirrorWake)
      deliverData()
    }
  }

  func deliverData() {
    guard !incoming.isEmpty, process?.isRunning == true else { return }
    notify(.received(incoming))
    incoming = []
  }
}

/// The bytes that one side of a mirrored session has sent within a window of time (WK13). Pure.
struct MirrorWindow: Sendable, Equatable {
  private struct Sent: Sendable, Equatable {
    var instant: VirtualInstant
    var bytes: Int64
  }

  private var sent: [Sent] = []

  /// Counts bytes if they may be sent now.
  ///
  /// - Returns: whether they may.
  mutating func accepts(
    _ bytes: Int64, at now: VirtualInstant, limit: Int64, in window: Duration
  ) -> Bool {
    sent.removeAll { $0.instant + window <= now }
    // The sum is never larger than the limit.
    let used = sent.reduce(Int64(0)) { $0 + $1.bytes }
    guard bytes >= 0, bytes <= max(0, limit) - min(used, max(0, limit)) else { return false }
    sent.append(Sent(instant: now, bytes: bytes))
    return true
  }
}
