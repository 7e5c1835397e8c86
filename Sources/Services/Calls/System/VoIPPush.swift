import YobanSimulatedDevices
import YobanVirtualTime

/// A VoIP push that a server has sent.
struct VoIPPush: Hashable {
  /// JSON text.
  let payload: String
  let sent: VirtualInstant
  /// The time at which the push service discards it; nil for never.
  let expires: VirtualInstant?
}

/// A VoIP push that the system has given to a process (CK3).
package final class VoIPPushDelivery {
  /// JSON text of an object.
  package let payload: String
  /// Whether the app must report a call for it.
  package let mustReport: Bool
  let process: AppProcess
  /// Whether the app has reported a call since the push was given to it, or need not do so any more.
  var isReported = false
  /// Whether the registry has received it.
  var isDelivered = false
  /// The time of the second check.
  var alarm: EventToken?

  init(_ push: VoIPPush, mustReport: Bool, _ process: AppProcess) {
    payload = push.payload
    self.mustReport = mustReport
    self.process = process
  }

  /// Whether the app owes a call for it.
  var isOwed: Bool { mustReport && !isReported }
}

/// The VoIP pushes of an app that wait, and its failures to report a call (CK2, CK4). It has no side effects.
struct VoIPPushQueue: Equatable {
  /// The push that the push service has stored because the device was offline.
  private var stored: VoIPPush?
  /// Those that have arrived on a device that was not unlocked since its boot.
  private var held: [VoIPPush] = []
  private var failures: RollingBudget

  init(_ policy: CallPolicy) { failures = RollingBudget(within: policy.failureMemory) }

  var isEmpty: Bool { stored == nil && held.isEmpty }

  /// Adds a push for a device that is offline: the push service keeps only the newest.
  ///
  /// - Returns: whether an older push was discarded.
  mutating func store(_ push: VoIPPush) -> Bool {
    defer { stored = push }
    return stored != nil
  }

  /// Adds a push that has arrived.
  mutating func hold(_ push: VoIPPush) { held.append(push) }

  /// The device is online: the stored push arrives, unless it has expired.
  ///
  /// - Returns: whether it has expired.
  mutating func cameOnline(at now: VirtualInstant) -> Bool {
    guard let push = stored else { return false }
    stored = nil
    if let expires = push.expires, expires <= now { return true }
    held.append(push)
    return false
  }

  /// Removes and returns those that have arrived, in order.
  mutating func release() -> [VoIPPush] {
    defer { held = [] }
    return held
  }

  /// The app has not reported a call for a push.
  mutating func noteFailure(at now: VirtualInstant) { failures.note(at: now) }

  /// Whether the system launches the app for no push.
  func isBlocked(_ policy: CallPolicy, at now: VirtualInstant) -> Bool {
    failures.nextUse(limit: policy.failureLimit, at: now) != nil
  }
}
