import Foundation
import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// A live message under way, with its answer (WC2).
final class WatchMessage {
  let number: Int
  let kind: WatchMessageKind
  let payload: Data
  let sender: WatchLinkEndpoint
  let process: AppProcess
  let completion: (WatchLinkPayload) -> Void
  var exchange: MessageExchange
  var fault: WatchLinkFault?
  var receiver: WatchLinkEndpoint?
  /// The deliveries to the receiving app; two if the fault is `doubled`.
  var deliveries: [WatchLinkDelivery] = []
  var timeout: EventToken?

  init(
    _ number: Int, _ kind: WatchMessageKind, _ payload: Data, from sender: WatchLinkEndpoint,
    _ process: AppProcess, wantsReply: Bool, _ completion: @escaping (WatchLinkPayload) -> Void
  ) {
    self.number = number
    self.kind = kind
    self.payload = payload
    self.sender = sender
    self.process = process
    self.completion = completion
    exchange = MessageExchange(wantsReply: wantsReply)
  }
}

extension WatchLink {
  /// Sends a message.
  func send(_ message: WatchMessage) {
    messages.append(message)
    let delay: Duration = if case .delayed(let delay) = message.fault { delay } else { .zero }
    message.timeout = simulation.schedule(at: now + delay + policy.messageReplyTimeout) {
      [weak self] in
      self?.perform(message.exchange.timedOut(), message)
    }
    carry(message.payload.count, from: message.sender.device, after: delay) { [weak self] in
      self?.arrived(message)
    }
  }

  /// Delivers the messages and answers of one side in the order in which they were sent. A message
  /// with a delay fault is independent of that order.
  private func carry(
    _ bytes: Int, from device: AppleDevice, after delay: Duration, _ body: @escaping () -> Void
  ) {
    let radio = radio
    let travel = radio.map { policy.duration(of: Int64(bytes), over: $0) } ?? .zero
    var start = now + delay
    if delay == .zero {
      start = max(now, messagesSent[device.name] ?? now)
      messagesSent[device.name] = start + travel
    }
    simulation.schedule(at: start + travel + policy.messageLatency) { [weak self, weak device] in
      if let self, let device, let radio {
        device.watchLink.count(Int64(bytes), over: radio, to: other(than: device), for: nil)
      }
      body()
    }
  }

  private func arrived(_ message: WatchMessage) {
    guard message.fault != .lost else {
      message.sender.post(.lost(.message, number: message.number))
      if !message.exchange.wantsReply { forget(message) }
      return
    }
    let app = message.sender.counterpart
    perform(
      message.exchange.arrived(
        isInReach: radio != nil, isReceived: app.map { receives($0) } ?? false), message)
  }

  /// Whether an app can receive a message: on a watch one that runs, on a phone one that runs or
  /// can be launched.
  private func receives(_ app: InstalledApp) -> Bool {
    app.device === phone ? phone.watchLink.mayWake(app) : app.runsCode
  }

  private func perform(_ action: MessageExchange.Action?, _ message: WatchMessage) {
    switch action {
    case nil: break
    case .deliver: deliver(message)
    case .sendReply: break  // done by `reply`, which has the answer
    case .succeed: break  // done by `replyArrived`, which has the answer
    case .lose: message.sender.post(.lost(.message, number: message.number))
    case .fail(let error): complete(message, .failure(error))
    }
    if message.exchange.state == .over { forget(message) }
  }

  /// Delivers a message. Each copy of a doubled message can be answered; only the first answer
  /// counts.
  private func deliver(_ message: WatchMessage) {
    guard let app = message.sender.counterpart else { return }
    let receiver = app.appleDevice.watchLink.end(of: app)
    message.receiver = receiver
    let copies = message.fault == .doubled ? 2 : 1
    for _ in 0..<copies {
      let reply: ((WatchLinkPayload) -> Void)? =
        message.exchange.wantsReply ? { [weak self] in self?.reply($0, message) } : nil
      let delivery = WatchLinkDelivery(
        .message(message.payload, message.kind, reply: reply), .message, message.number)
      message.deliveries.append(delivery)
      receiver.receive(delivery)
    }
  }

  /// Handles the return of the receiving app's delegate.
  func handled(_ delivery: WatchLinkDelivery, isImplemented: Bool) {
    guard
      let message = messages.first(where: { $0.deliveries.contains { $0 === delivery } })
    else { return }
    perform(message.exchange.delivered(isImplemented: isImplemented), message)
  }

  private func reply(_ answer: WatchLinkPayload, _ message: WatchMessage) {
    guard message.exchange.replied() == .sendReply, let receiver = message.receiver else { return }
    guard case .success(let data) = answer, data.count <= policy.messageLimit, radio != nil else {
      return perform(message.exchange.replyFailed(), message)
    }
    let number = nextNumber()
    receiver.post(.queued(.reply, number: number, bytes: Int64(data.count)))
    let fault = receiver.fault(of: .reply, number, bytes: Int64(data.count))
    let delay: Duration = if case .delayed(let delay) = fault { delay } else { .zero }
    carry(data.count, from: receiver.device, after: delay) { [weak self] in
      guard let self else { return }
      guard fault != .lost else { return receiver.post(.lost(.reply, number: number)) }
      replyArrived(data, number, message)
    }
  }

  private func replyArrived(_ data: Data, _ number: Int, _ message: WatchMessage) {
    let action = message.exchange.replyArrived(isInReach: radio != nil)
    if action == .succeed {
      message.sender.post(.received(.reply, number: number))
      complete(message, .success(data))
    }
    perform(action, message)
  }

  private func complete(_ message: WatchMessage, _ result: WatchLinkPayload) {
    if case .failure(let error) = result {
      message.sender.post(.failed(.message, number: message.number, code: error.rawValue))
    }
    WatchLinkEndpoint.call(message.process) { message.completion(result) }
  }

  private func forget(_ message: WatchMessage) {
    if let timeout = message.timeout { simulation.cancel(timeout) }
    messages.removeAll { $0 === message }
    for delivery in message.deliveries where !delivery.isDelivered {
      message.receiver?.drop(delivery)
    }
  }

  /// Handles the end of a process on either side.
  func processEnded(_ process: AppProcess) {
    for message in messages {
      if message.process === process { perform(message.exchange.senderEnded(), message) }
      if let receiver = message.receiver, receiver.app === process.app {
        perform(message.exchange.receiverEnded(), message)
      }
    }
  }
}

extension WatchLinkEndpoint {
  /// Returns the fault of a message or transfer; called once for each (see the service's `fault`).
  func fault(
    of item: TraceEvent.WatchLinkEvent.Item, _ number: Int, bytes: Int64
  ) -> WatchLinkFault? {
    if !service.nextFaults.isEmpty { return service.nextFaults.removeFirst() }
    return service.fault?(
      WatchLinkMessage(
        number: number, item: item, sender: device.profile.platform,
        bundleIdentifier: app.definition.bundleIdentifier, bytes: bytes))
  }
}
