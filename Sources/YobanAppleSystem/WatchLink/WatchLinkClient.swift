import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

/// The requests of one app's `WCSession`; see `WatchLinkService.openSession`.
///
/// The session holds it. If the process that it was made for has ended, each call does nothing and
/// reports a finding. Results are delivered to the session's `WatchLinkEventReceiver`, or to the
/// handler that the call takes, never before the call returns.
package struct WatchLinkClient {
  let end: WatchLinkEndpoint
  package let process: AppProcess

  private var service: WatchLinkService { end.service }
  private func isAlive(_ call: String) -> Bool { process.isAlive(for: "WCSession.\(call)") }
  /// The endpoint, while this session belongs to the app's current launch; nil afterwards.
  private var current: WatchLinkEndpoint? { end.process === process ? end : nil }

  // MARK: Session

  package var activationState: WatchLinkActivation { current?.state ?? .notActivated }

  /// Activates the session; required at each launch, with a delegate already set (WC1). The
  /// receiver's `activated` is called with the result. Without a delegate nothing happens, and a
  /// finding is reported.
  package func activate() { if isAlive("activate()") { end.activate() } }

  /// Delivers the waiting content, after a delegate was set.
  package func delegateWasSet() { current?.deliver() }

  /// Handles the return of the delegate from a delivery.
  ///
  /// - Parameter isImplemented: false if the delegate has no method for the content.
  package func handled(_ delivery: WatchLinkDelivery, isImplemented: Bool = true) {
    guard process.process.state != .dead else { return }
    end.handled(delivery)
    service.link?.handled(delivery, isImplemented: isImplemented)
  }

  /// Keeps a delivery waiting until a delegate is set, because there was none.
  package func notHandled(_ delivery: WatchLinkDelivery) { delivery.isDelivered = false }

  // MARK: The other side

  package var isReachable: Bool { current?.isReachable ?? false }
  /// Whether this phone has a watch.
  package var isPaired: Bool { process.app.appleDevice.counterpart != nil }
  /// Whether the app that belongs to this one is installed on the other device.
  package var isCounterpartInstalled: Bool { end.counterpart != nil }
  /// Whether the watch app's complication is on the face.
  package var isComplicationEnabled: Bool { end.hasComplication }
  /// Whether content arrived that was not delivered to the app yet.
  package var hasContentPending: Bool { end.hasContentPending }
  /// Whether the phone is unreachable because it was not unlocked since it booted (WC2).
  package var needsPhoneUnlock: Bool {
    guard let phone = service.link?.phone else { return false }
    return phone.isUp && !phone.isUnlocked
  }

  /// A folder of the phone app for data of this watch, removed with the watch app; nil if there is
  /// no watch app.
  package var watchDirectory: URL? {
    guard activationState == .activated, let watch = process.app.appleDevice.counterpart,
      end.counterpart != nil
    else { return nil }
    let folder = process.app.container.watchDirectory(of: watch)
    Simulation.asSystem {
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    return folder
  }

  // MARK: Messages (WC2)

  /// Sends a message now, if the counterpart is reachable.
  ///
  /// - Parameters:
  ///   - payload: the message, or the reason why it cannot be sent.
  ///   - wantsReply: whether the sender waits for an answer.
  ///   - completion: called on the main queue, at most once, with the answer or an error; never
  ///     called with success if no answer is wanted.
  package func send(
    _ payload: WatchLinkPayload, _ kind: WatchMessageKind, wantsReply: Bool,
    completion: @escaping (WatchLinkPayload) -> Void
  ) {
    guard isAlive("sendMessage") else { return }
    func fail(_ error: WatchLinkError) {
      WatchLinkEndpoint.call(process) { completion(.failure(error)) }
    }
    if let refusal = end.refusal { return fail(refusal) }
    guard let link = service.link else { return fail(.deviceNotPaired) }
    switch limited(payload, to: service.policy.messageLimit, "sendMessage") {
    case .failure(let error): fail(error)
    case .success(let data):
      let number = link.nextNumber()
      let bytes = Int64(data.count)
      end.post(.queued(.message, number: number, bytes: bytes))
      guard end.isReachable else {
        end.post(
          .failed(.message, number: number, code: WatchLinkError.notReachable.rawValue))
        return fail(.notReachable)
      }
      let message = WatchMessage(
        number, kind, data, from: end, process, wantsReply: wantsReply, completion)
      message.fault = end.fault(of: .message, number, bytes: bytes)
      link.send(message)
    }
  }

  // MARK: Application context (WC3)

  package var applicationContext: Data? { end.applicationContext }
  package var receivedApplicationContext: Data? { end.receivedContext }

  /// Replaces the context that is to be sent; the counterpart receives only the latest one.
  package func updateApplicationContext(_ payload: WatchLinkPayload) throws(WatchLinkError) {
    guard isAlive("updateApplicationContext") else { return }
    if let refusal = end.refusal { throw refusal }
    let data = try limited(
      payload, to: service.policy.contextLimit, "updateApplicationContext"
    ).get()
    end.applicationContext = data
    for earlier in outstanding where earlier.item == .applicationContext {
      earlier.link?.remove(earlier)
    }
    _ = submit(.applicationContext, data, nil, bytes: Int64(data.count))
  }

  // MARK: Transfers (WC3)

  /// Queues a user info. All user infos are delivered, in order. One for a complication on the face
  /// goes before the others, as often a day as the budget allows (WC3).
  ///
  /// If it cannot be sent, the transfer fails and the event receiver is notified. If the session is
  /// not activated, nothing happens, and a finding is reported.
  ///
  /// - Returns: The transfer; nil if the session is not activated or the process has ended.
  @discardableResult
  package func transferUserInfo(
    _ payload: WatchLinkPayload, forComplication: Bool = false
  ) -> WatchLinkTransfer? {
    guard isAlive("transferUserInfo"), isUsable("transferUserInfo") else { return nil }
    switch limited(payload, to: service.policy.userInfoLimit, "transferUserInfo") {
    case .failure(let error):
      return submit(.userInfo, nil, nil, bytes: 0, failing: error)
    case .success(let data):
      let isUrgent = forComplication && takeComplicationTransfer()
      if isUrgent {
        for earlier in outstanding { earlier.isCurrentComplicationInfo = false }
      }
      return submit(
        isUrgent ? .complicationUserInfo : .userInfo, data, nil, bytes: Int64(data.count))
    }
  }

  /// The number of transfers to a complication on the face that are left today (WC3).
  package var remainingComplicationTransfers: Int {
    budget.remaining(isOnFace: end.hasComplication, day: today)
  }

  /// Queues a file. It is sent whether or not the app runs.
  ///
  /// - Parameters:
  ///   - file: the file; it must not be moved until the transfer is done.
  ///   - metadata: the file's metadata; nil for none.
  @discardableResult
  package func transferFile(_ file: URL, metadata: WatchLinkPayload?) -> WatchLinkTransfer? {
    guard isAlive("transferFile"), isUsable("transferFile") else { return nil }
    var size: Int64 = 0
    var error: WatchLinkError?
    if !file.isFileURL {
      error = .invalidParameter
    } else if let values = try? FileManager.default.attributesOfItem(atPath: file.path),
      values[.type] as? FileAttributeType == .typeRegular,
      let bytes = values[.size] as? NSNumber
    {
      size = bytes.int64Value
    } else {
      error = .fileAccessDenied
    }
    if case .failure(let reason) = metadata { error = reason }
    if error == nil { service.onFile?(file) }
    return submit(.file, try? metadata?.get(), file, bytes: size, failing: error)
  }

  package var outstandingUserInfoTransfers: [WatchLinkTransfer] {
    outstanding.filter { $0.item == .userInfo || $0.item == .complicationUserInfo }
  }
  package var outstandingFileTransfers: [WatchLinkTransfer] { outstanding.filter(\.isFile) }

  /// Removes a transfer from the queue. Neither side is notified.
  package func cancel(_ transfer: WatchLinkTransfer) {
    guard isAlive("cancel()") else { return }
    transfer.link?.remove(transfer)
  }

  /// Returns the number of bytes of a transfer that were sent; always 0 before watchOS 5 and iOS
  /// 12.
  package func bytesSent(of transfer: WatchLinkTransfer) -> Int64 {
    service.policy.hasProgress ? transfer.link?.carried(transfer) ?? 0 : 0
  }

  // MARK: Parts

  private var outstanding: [WatchLinkTransfer] { service.link?.outstanding(of: end) ?? [] }

  /// Whether the session can send. If it is not activated, a finding is reported.
  private func isUsable(_ call: String) -> Bool {
    switch activationState {
    case .activated: return true
    case .inactive, .notActivated:
      process.report(.watchLinkNotActivated(call))
      return false
    }
  }

  private var budget: ComplicationBudget {
    end.budget ?? ComplicationBudget(perDay: service.policy.complicationTransfers)
  }

  private func takeComplicationTransfer() -> Bool {
    var budget = budget
    let isTaken = budget.take(isOnFace: end.hasComplication, day: today)
    end.budget = budget
    return isTaken
  }

  /// The number of the day, in UTC.
  private var today: Int64 {
    (service.simulation.wallClockAtStart + service.now.nanoseconds / 1_000_000_000) / 86_400
  }

  /// Returns the payload, or an error and a finding if it exceeds the limit.
  private func limited(
    _ payload: WatchLinkPayload, to limit: Int, _ call: String
  ) -> WatchLinkPayload {
    guard case .success(let data) = payload, data.count > limit else { return payload }
    process.report(.payloadTooLarge(call, data.count, limit: limit))
    return .failure(.payloadTooLarge)
  }

  /// Queues a transfer on the link, or notifies the app of the reason why it cannot be sent. Without
  /// a link its number is 0.
  private func submit(
    _ item: TraceEvent.WatchLinkEvent.Item, _ payload: Data?, _ file: URL?, bytes: Int64,
    failing error: WatchLinkError? = nil
  ) -> WatchLinkTransfer {
    let link = service.link
    let transfer = WatchLinkTransfer(
      item, link?.nextNumber() ?? 0, payload: payload, file: file, bytes: bytes, on: link,
      from: end)
    end.post(.queued(item, number: transfer.number, bytes: bytes))
    if let error = error ?? end.absence {
      transfer.isTransferring = false
      end.notify(.init(.finished(transfer, error), item, transfer.number))
    } else {
      transfer.fault = end.fault(of: item, transfer.number, bytes: bytes)
      link?.add(transfer)
    }
    return transfer
  }
}

extension Container {
  /// Returns the folder in which a phone app keeps data of one watch.
  func watchDirectory(of watch: AppleDevice) -> URL {
    library.appending(
      path: "com.apple.watchconnectivity/\(watch.name)", directoryHint: .isDirectory)
  }
}
