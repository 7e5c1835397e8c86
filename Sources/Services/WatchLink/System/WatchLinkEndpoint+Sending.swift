import Foundation
import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// The calls with which an app sends. Results are delivered to the session's `WatchLinkEventReceiver`, or to the
/// handler that the call takes, never before the call returns.
extension WatchLinkEndpoint {
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
    guard let process else { return }
    func fail(_ error: WatchLinkError) {
      Self.call(process) { completion(.failure(error)) }
    }
    if let refusal { return fail(refusal) }
    guard let link = service.link else { return fail(.deviceNotPaired) }
    switch limited(payload, to: service.policy.messageLimit, "sendMessage") {
    case .failure(let error): fail(error)
    case .success(let data):
      let number = link.nextNumber()
      let bytes = Int64(data.count)
      post(.queued(.message, number: number, bytes: bytes))
      guard isReachable else {
        post(.failed(.message, number: number, code: WatchLinkError.notReachable.rawValue))
        return fail(.notReachable)
      }
      let message = WatchMessage(
        number, kind, data, from: self, process, wantsReply: wantsReply, completion)
      message.fault = fault(of: .message, number, bytes: bytes)
      link.send(message)
    }
  }

  // MARK: Application context (WC3)

  /// Replaces the context that is to be sent; the counterpart receives only the latest one.
  package func updateApplicationContext(_ payload: WatchLinkPayload) throws(WatchLinkError) {
    if let refusal { throw refusal }
    let data = try limited(
      payload, to: service.policy.contextLimit, "updateApplicationContext"
    ).get()
    applicationContext = data
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
  /// - Returns: The transfer; nil if the session is not activated.
  package func transferUserInfo(
    _ payload: WatchLinkPayload, forComplication: Bool = false
  ) -> WatchLinkTransfer? {
    guard isUsable("transferUserInfo") else { return nil }
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
    currentBudget.remaining(isOnFace: hasComplication, day: service.today)
  }

  /// Queues a file. It is sent whether or not the app runs.
  ///
  /// - Parameters:
  ///   - file: the file; it must not be moved until the transfer is done.
  ///   - metadata: the file's metadata; nil for none.
  package func transferFile(_ file: URL, metadata: WatchLinkPayload?) -> WatchLinkTransfer? {
    guard isUsable("transferFile") else { return nil }
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

  // MARK: Parts

  private var outstanding: [WatchLinkTransfer] { service.link?.outstanding(of: self) ?? [] }

  /// Whether the session can send. If it is not activated, a finding is reported.
  private func isUsable(_ call: String) -> Bool {
    switch state {
    case .activated: return true
    case .inactive, .notActivated:
      process?.report(.watchLinkNotActivated(call))
      return false
    }
  }

  private var currentBudget: ComplicationBudget {
    budget ?? ComplicationBudget(perDay: service.policy.complicationTransfers)
  }

  private func takeComplicationTransfer() -> Bool {
    var budget = currentBudget
    let isTaken = budget.take(isOnFace: hasComplication, day: service.today)
    self.budget = budget
    return isTaken
  }

  /// Returns the payload, or an error and a finding if it exceeds the limit.
  private func limited(
    _ payload: WatchLinkPayload, to limit: Int, _ call: String
  ) -> WatchLinkPayload {
    guard case .success(let data) = payload, data.count > limit else { return payload }
    process?.report(.payloadTooLarge(call, data.count, limit: limit))
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
      from: self)
    post(.queued(item, number: transfer.number, bytes: bytes))
    if let error = error ?? absence {
      transfer.isTransferring = false
      notify(.init(.finished(transfer, error), item, transfer.number))
    } else {
      transfer.fault = fault(of: item, transfer.number, bytes: bytes)
      link?.add(transfer)
    }
    return transfer
  }
}
