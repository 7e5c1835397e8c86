import Foundation
import YobanAppleSystem
import YobanAudio
import YobanNotifications
import YobanSimulatedDevices
import YobanVirtualTime

/// The calls of a phone, as CallKit's daemon keeps them: which calls the user sees, which actions the app owes, and
/// the VoIP pushes that launch apps for calls.
public final class CallService {
  unowned let device: AppleDevice
  private var random: RandomStream
  private(set) var records: [CallRecord] = []
  /// The calls that go on, in the order of their begin.
  private(set) var ongoing: [Call] = []
  /// The calls that have ended, in the order of their end.
  public private(set) var recents: [Call] = []
  /// The values of handles whose calls the user has blocked, as in Settings (CK5). Used only for lookup.
  public var blockedCallers: Set<String> = []

  package init(_ device: AppleDevice) {
    self.device = device
    random = RandomStream(seed: device.world.simulation.seed, name: "\(device.name)/calls")
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  package var policy: CallPolicy { device.policy(CallPolicy.self) }

  func record(of app: InstalledApp) -> CallRecord {
    if let record = existing(app) { return record }
    let record = CallRecord(app, policy)
    records.append(record)
    return record
  }

  func existing(_ app: InstalledApp) -> CallRecord? { records.first { $0.app === app } }

  func post(_ event: TraceEvent.PhoneCallEvent, _ app: InstalledApp) {
    device.post(.phoneCall(event), process: app.nameInTraces)
  }

  func drawToken() -> Data { Data(random.bytes(32)) }
  func drawIdentifier() -> UUID {
    random.bytes(16).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  func hasVoIPMode(_ app: InstalledApp) -> Bool {
    app.definition.infoPlist.backgroundModes.contains("voip")
  }

  // MARK: What the user sees

  /// The calls that the user sees, in the order of their begin: those that ring, are connecting, or are connected.
  public var shown: [Call] { ongoing }

  /// The calls of an app that go on.
  func calls(of process: AppProcess) -> [Call] { ongoing.filter { $0.process === process } }

  /// The number of a group for a call that is in none of the present ones.
  var nextGroup: Int { (ongoing.map(\.group).max() ?? 0) + 1 }

  /// The call with an identifier that goes on.
  func call(_ id: UUID, of process: AppProcess) -> Call? {
    ongoing.first { $0.id == id && $0.process === process }
  }

  // MARK: Objects of the app

  /// `CXProvider.init(configuration:)`
  package func open(_ provider: any CallProviderReceiver, _ process: AppProcess) {
    record(of: process.app).add(provider)
  }

  /// `CXProvider.invalidate()`: its calls end as failed, and it receives nothing more.
  package func invalidate(_ provider: any CallProviderReceiver, _ process: AppProcess) {
    let own = (ongoing + recents).filter { $0.process === process && $0.provider === provider }
    for action in record(of: process.app).actions
    where own.contains(where: { $0.id == action.request.call }) {
      cancelAlarm(of: action)
    }
    for call in own { change(call) { $0.ended(.failed) } }
    record(of: process.app).remove(provider)
  }

  /// `CXCallObserver`: it is notified of all calls of the phone.
  package func open(_ observer: any CallObserverReceiver, _ process: AppProcess) {
    record(of: process.app).add(observer)
  }

  /// `CXCallObserver.calls`
  package var snapshots: [CallSnapshot] { ongoing.map(CallSnapshot.init) }

  // MARK: Reports of the app

  /// `reportNewIncomingCall`: shows the call to the user, or refuses it (CK5).
  ///
  /// - Returns: nil if the user sees the call.
  package func reportIncoming(
    _ id: UUID, _ details: CallDetails, by provider: any CallProviderReceiver,
    _ process: AppProcess
  ) -> IncomingCallRefusal? {
    noteReport(process)
    if let refusal = refusal(of: id, details, process.app) {
      post(.refused(details.shownName, error: "\(refusal)"), process.app)
      if refusal == .unentitled { process.reportOnce(.callNotEntitled("A call was reported")) }
      return refusal
    }
    let call = begin(id, isOutgoing: false, details, process, provider)
    if policy.endsRinging {
      call.ringing = simulation.schedule(at: now + policy.ringingTime) { [weak self, weak call] in
        guard let self, let call, call.machine.state == .ringing else { return }
        change(call) { $0.ended(.unanswered) }
        perform([.end], on: call)
      }
    }
    device.notifications.lightScreen()
    return nil
  }

  private func refusal(
    of id: UUID, _ details: CallDetails, _ app: InstalledApp
  ) -> IncomingCallRefusal? {
    if !hasVoIPMode(app) { return .unentitled }
    if ongoing.contains(where: { $0.id == id }) { return .callUUIDAlreadyExists }
    if let handle = details.handle, blockedCallers.contains(handle.value) {
      return .filteredByBlockList
    }
    return device.notifications.isFocusOn ? .filteredByDoNotDisturb : nil
  }

  func begin(
    _ id: UUID, isOutgoing: Bool, _ details: CallDetails, _ process: AppProcess,
    _ provider: any CallProviderReceiver
  ) -> Call {
    let call = Call(id, isOutgoing: isOutgoing, details, group: nextGroup, process, provider)
    ongoing.append(call)
    post(.shown(call.name, isOutgoing: isOutgoing), call.app)
    updateRunTime(of: process)
    notifyObservers(of: call)
    return call
  }

  /// `reportCall(with:updated:)`. Ignored for a call that has ended.
  package func update(_ id: UUID, _ details: CallDetails, _ process: AppProcess) {
    call(id, of: process)?.details.apply(details)
  }

  /// `reportCall(with:endedAt:reason:)`. Ignored for a call that has ended.
  package func end(_ id: UUID, _ reason: CallEnd, _ process: AppProcess) {
    if let call = call(id, of: process) { change(call) { $0.ended(reason) } }
  }

  /// `reportOutgoingCall(with:startedConnectingAt:)` and `connectedAt`.
  package func reportProgress(_ id: UUID, isConnected: Bool, _ process: AppProcess) {
    guard let call = call(id, of: process), call.isOutgoing else { return }
    change(call) { $0.reportedProgress(isConnected: isConnected) }
  }

  // MARK: Changes

  /// Makes a change, and tells the app and the user about it.
  func change(_ call: Call, _ body: (inout CallMachine) -> Void) {
    let before = call.machine
    body(&call.machine)
    guard call.machine != before else { return }
    if call.machine.state != before.state {
      let end = call.end.map { ": \($0.rawValue)" } ?? ""
      post(.state(call.name, call.state + end), call.app)
    } else if call.isOnHold != before.isOnHold {
      post(.state(call.name, call.isOnHold ? "on hold" : call.state), call.app)
    }
    if call.machine.state != .ringing { stopRinging(call) }
    if !call.machine.isOngoing {
      ongoing.removeAll { $0 === call }
      recents.append(call)
    }
    if let process = call.process, process.app.process === process {
      updateAudio(of: call, process)
      updateRunTime(of: process)
    }
    notifyObservers(of: call)
  }

  private func notifyObservers(of call: Call) {
    let snapshot = CallSnapshot(call)
    for record in records {
      guard let process = record.app.process, !process.isPrewarmed else { continue }
      for observer in record.liveObservers {
        process.process.onMain { [weak observer] in observer?.changed(snapshot) }
      }
    }
  }

  // MARK: Run time and audio

  /// From the report of a call until its end the app runs (CK6).
  private func updateRunTime(of process: AppProcess) {
    let record = record(of: process.app)
    let isKept = !calls(of: process).isEmpty
    guard process.isInBackground, record.isKept != isKept else { return }
    record.isKept = isKept
    if !isKept { process.grantGrace() }
    process.grant(.call, until: isKept ? .distantFuture : nil)
  }

  /// The system activates the audio session of the app for a call that is not on hold (CK6).
  private func updateAudio(of call: Call, _ process: AppProcess) {
    let record = record(of: process.app)
    let isActive = calls(of: process).contains { $0.machine.usesAudio }
    guard record.hasAudio != isActive else { return }
    record.hasAudio = isActive
    if isActive { record.audioProvider = call.provider }
    let session = device.audio.session(of: process)
    if isActive { session.beginCall() } else { session.endCall() }
    post(.audio(isActive: isActive), process.app)
    process.process.onMain { [weak provider = record.audioProvider] in
      provider?.audioSessionChanged(isActive: isActive)
    }
  }
}

extension CallService: SystemService {
  package func enteredBackground(_ process: AppProcess) {
    existing(process.app)?.isKept = false
    if existing(process.app) != nil { updateRunTime(of: process) }
  }

  package func enteredForeground(_ process: AppProcess) { existing(process.app)?.isKept = false }

  package func becameActive(_ process: AppProcess) {
    existing(process.app)?.isKnownAsBlocked = false
  }

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    guard let record = existing(process.app) else { return }
    endPushes(of: record, reason)
    for action in record.actions { cancelAlarm(of: action) }
    record.processEnded()
    for call in calls(of: process) { change(call) { $0.ended(.failed) } }
  }

  package func appDeleted(_ app: InstalledApp) {
    records.removeAll { $0.app === app }
    recents.removeAll { $0.app === app }
  }

  package func deviceCameUp() { deliverWaiting() }
  package func deviceWasUnlocked() { deliverWaiting() }
  package func conditionsChanged() { deliverWaiting() }

  package func obligations(to app: InstalledApp) -> [String] {
    existing(app)?.isRegistered == true ? ["a VoIP push"] : []
  }
}

extension AppleDevice {
  /// The calls of apps, and their VoIP pushes.
  public final var calls: CallService { self[CallService.self] }
}
