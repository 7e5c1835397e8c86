import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

// Actions that the app must perform: those of the user, and those that the app has asked for (CK5).
extension CallService {
  // MARK: Requests of the app

  /// `CXCallController.request(_:completion:)`
  package func request(
    _ requests: [CallActionRequest], _ process: AppProcess
  ) throws(CallRequestRefusal) {
    do throws(CallRequestRefusal) {
      try check(requests, process)
    } catch {
      let id = requests.first?.call
      let name = id.flatMap { call($0, of: process)?.name } ?? "of the app"
      post(.refused(name, error: "\(error)"), process.app)
      if error == .unentitled { process.reportOnce(.callNotEntitled("An action was requested")) }
      throw error
    }
    guard let provider = record(of: process.app).provider else { return }
    for request in requests {
      guard case .start(let handle, let isVideo) = request.kind else { continue }
      var details = CallDetails()
      details.handle = handle
      details.hasVideo = isVideo
      _ = begin(request.call, isOutgoing: true, details, process, provider)
    }
    perform(requests, by: call(requests[0].call, of: process)?.provider ?? provider, process)
  }

  private func check(
    _ requests: [CallActionRequest], _ process: AppProcess
  ) throws(CallRequestRefusal) {
    let record = record(of: process.app)
    guard hasVoIPMode(process.app) else { throw .unentitled }
    guard !requests.isEmpty else { throw .emptyTransaction }
    guard let provider = record.provider else { throw .unknownCallProvider }
    let groups = Set(calls(of: process).map(\.group)).count
    var started: Set<UUID> = []
    for request in requests {
      let call = call(request.call, of: process)
      if case .start = request.kind {
        if call != nil || !started.insert(request.call).inserted { throw .callUUIDAlreadyExists }
        if groups + started.count > provider.maximumCallGroups { throw .maximumCallGroupsReached }
        continue
      }
      guard let call else { throw .unknownCallUUID }
      guard call.machine.accepts(request.kind) else { throw .invalidAction }
      if case .setHeld = request.kind, call.details.supportsHolding == false {
        throw .invalidAction
      }
      if case .setGroup(let other?) = request.kind, self.call(other, of: process) == nil {
        throw .unknownCallUUID
      }
    }
  }

  // MARK: Actions of the user

  func perform(_ kinds: [CallActionKind], on call: Call) {
    let requests = kinds.map { CallActionRequest(id: drawIdentifier(), call: call.id, kind: $0) }
    guard let provider = call.provider, let process = call.process else {
      return noProvider(requests, call)
    }
    perform(requests, by: provider, process)
  }

  /// The app has released the provider of a call: nobody performs the actions.
  private func noProvider(_ requests: [CallActionRequest], _ call: Call) {
    for request in requests {
      call.process?.report(.actionWithoutProvider(request.kind, call.name))
      post(.performed(call.name, request.kind.word, how: "without a provider"), call.app)
      change(call) { $0.failed(request.kind) }
    }
  }

  private func perform(
    _ requests: [CallActionRequest], by provider: any CallProviderReceiver, _ process: AppProcess
  ) {
    let actions = requests.map { CallAction($0, timeout: policy.timeout(of: $0.kind)) }
    let transaction = CallTransaction(id: drawIdentifier(), actions)
    record(of: process.app).actions += actions
    for action in actions {
      post(.action(name(of: action, process), action.request.kind.word), process.app)
      if action.request.kind == .answer, let call = call(action.request.call, of: process) {
        stopRinging(call)
      }
      action.alarm = simulation.schedule(at: now + action.timeout) { [weak self, weak action] in
        if let self, let action { timedOut(action, provider, process) }
      }
    }
    process.process.onMain { [weak provider] in provider?.perform(transaction) }
  }

  /// The call rings no longer, or the user has answered it: then the time of the action counts.
  func stopRinging(_ call: Call) {
    if let ringing = call.ringing { simulation.cancel(ringing) }
    call.ringing = nil
  }

  // MARK: Completion

  /// `CXAction.fulfill()` and `fail()`. Ignored for an action that is complete.
  package func complete(_ action: CallAction, isFulfilled: Bool, _ process: AppProcess) {
    guard !action.isComplete else { return }
    finish(action, isFulfilled ? "fulfilled" : "failed", process)
    apply(action, isFulfilled: isFulfilled, process)
  }

  private func timedOut(
    _ action: CallAction, _ provider: any CallProviderReceiver, _ process: AppProcess
  ) {
    guard !action.isComplete, process.process.state != .dead else { return }
    // Nobody misses another action of a call that has ended.
    if action.request.kind == .end || call(action.request.call, of: process) != nil {
      process.report(
        .actionNotPerformed(
          action.request.kind, name(of: action, process), within: action.timeout))
    }
    finish(action, "timed out", process)
    process.process.onMain { [weak provider] in provider?.timedOut(action) }
    apply(action, isFulfilled: false, process)
  }

  private func finish(_ action: CallAction, _ how: String, _ process: AppProcess) {
    action.isComplete = true
    cancelAlarm(of: action)
    record(of: process.app).actions.removeAll { $0 === action }
    post(.performed(name(of: action, process), action.request.kind.word, how: how), process.app)
  }

  private func apply(_ action: CallAction, isFulfilled: Bool, _ process: AppProcess) {
    guard let call = call(action.request.call, of: process) else { return }
    let kind = action.request.kind
    if isFulfilled, case .setGroup(let other) = kind {
      call.group =
        other.flatMap { self.call($0, of: process)?.group } ?? nextGroup
    }
    change(call) { isFulfilled ? $0.fulfilled(kind) : $0.failed(kind) }
  }

  func cancelAlarm(of action: CallAction) {
    if let alarm = action.alarm { simulation.cancel(alarm) }
    action.alarm = nil
  }

  private func name(of action: CallAction, _ process: AppProcess) -> String {
    (ongoing + recents).last { $0.id == action.request.call && $0.process === process }?.name
      ?? "unknown"
  }
}
