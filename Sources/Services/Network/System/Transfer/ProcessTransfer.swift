import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// One transfer of a session that is not a background session.
///
/// All its events belong to the process: a suspended process receives them when it is resumed, an
/// ended process never does.
final class ProcessTransfer: EventSink {
  private enum Event: Int { case sent, answer, piece, received, timeout, resourceTimeout, resumed }

  let process: AppProcess
  private unowned let service: TransferService
  private let task: TransferTask
  private let session: TransferSession
  private var machine: ProcessTransferMachine
  private var timeout: EventToken?
  /// The next step of the exchange and its time, for `hold()`.
  private var next: (event: Event, instant: VirtualInstant)?
  private var remaining: Duration?
  private var response: HTTPExchangeResponse?
  private var received = 0
  private var pieceSize = 0
  private var pausesTaken = 0
  private var hasReportedWaiting = false

  init(
    _ task: TransferTask, _ process: AppProcess,
    of service: TransferService
  ) {
    self.task = task
    session = task.session
    self.process = process
    self.service = service
    machine = ProcessTransferMachine(
      waitsForConnectivity: session.settings.waitsForConnectivity,
      suspensionLimit: service.policy.suspensionLimit,
      suspensionFailure: service.policy.suspensionFailure)
  }

  var transferTask: TransferTask { task }

  func begin() {
    let limit = session.settings.resourceTimeout ?? service.policy.resourceTimeout
    task.timeout = schedule(.resourceTimeout, at: service.now + limit)
    perform(machine.begin(network))
    reportWaiting()
  }

  func networkChanged() {
    // A suspended process is notified when it runs again.
    guard process.isRunning, !task.isHeld else { return }
    perform(machine.networkChanged(network))
    reportWaiting()
  }

  /// Stops the exchange where it is, because the app suspended the task or the process was
  /// suspended.
  func hold() {
    guard remaining == nil else { return }
    if let token = task.token { service.simulation.cancel(token) }
    remaining = next.map { max(.zero, $0.instant - service.now) }
    task.token = nil
    disarmTimeout()
  }

  /// Continues the exchange where it was held.
  func release() {
    if let next, let remaining {
      step(next.event, at: service.now + remaining)
      armTimeout()
    }
    remaining = nil
    networkChanged()
  }

  private func reportWaiting() {
    guard machine.state == .waiting, machine.waitsForConnectivity, !hasReportedWaiting else {
      return
    }
    hasReportedWaiting = true
    report(.waitsForConnectivity)
  }

  private func report(_ progress: TransferProgress) {
    guard let receiver = session.receiver else { return }
    process.process.onMain { [task] in receiver.task(task, made: progress) }
  }

  private func step(_ event: Event, at instant: VirtualInstant) {
    next = (event, instant)
    task.token = schedule(event, at: instant)
  }

  func suspended() {
    perform(machine.suspended(at: service.now))
    schedule(.resumed, at: service.now)
  }

  /// Cancels all events, because the process has ended or the task has its outcome.
  func end() {
    machine.ended()
    for token in [task.token, task.timeout, timeout] {
      if let token { service.simulation.cancel(token) }
    }
    task.token = nil
    task.timeout = nil
    timeout = nil
  }

  func handleEvent(_ number: Int) {
    switch Event(rawValue: number)! {
    case .sent: sent()
    case .answer: answer()
    case .piece: nextPiece()
    case .received: receivedPiece()
    case .timeout, .resourceTimeout: perform(machine.timedOut())
    case .resumed: perform(machine.resumed(network, at: service.now))
    }
  }

  private var network: ProcessTransferMachine.Network {
    switch service.device.network.path {
    case .offline: .offline
    case _ where service.device.network.isInLowDataMode && !allowsConstrained:
      .offline
    case .cellular where !session.settings.allowsCellular || !task.allowsCellular: .offline
    case .cellular, .wifi: mayUseNetwork ? .usable : .blocked
    }
  }

  private var allowsConstrained: Bool {
    session.settings.allowsConstrained && task.allowsConstrained
  }

  private var mayUseNetwork: Bool { service.device.mayUseNetwork(process) }

  @discardableResult
  private func schedule(_ event: Event, at instant: VirtualInstant) -> EventToken {
    service.simulation.schedule(at: instant, self, event.rawValue, in: process.process)
  }

  // MARK: Actions

  private func perform(_ actions: [ProcessTransferMachine.Action]) {
    for action in actions {
      switch action {
      case .send: send()
      case .hold: hold()
      case .release: if !task.isHeld { release() }
      case .stop: stop()
      case .armTimeout: armTimeout()
      case .fail(let failure): service.finish(task, .failure(failure))
      }
    }
  }

  private func send() {
    disarmTimeout()
    task.state = .running
    task.attempts += 1
    service.post(.began(task: task.identifier, session: session.identifier), of: task)
    report(.began)
    (received, pausesTaken, response) = (0, 0, nil)
    // All transfers share one uplink and use it one after the other.
    let network = service.device.network
    let sending = network.duration(uploading: task.bodySize, downloading: 0) - network.latency
    task.timing = TransferTiming(requestStart: max(service.uplinkFreeAt, service.now))
    service.uplinkFreeAt = max(service.uplinkFreeAt, service.now) + sending
    task.uplinkUntil = service.uplinkFreeAt
    task.downlinkUntil = nil
    step(.sent, at: service.uplinkFreeAt + network.latency)
  }

  private func stop() {
    if let token = task.token { service.simulation.cancel(token) }
    task.token = nil
    (next, remaining) = (nil, nil)
    task.state = .waiting
    disarmTimeout()
    service.airIsFree()
  }

  private func armTimeout() {
    guard timeout == nil else { return }
    let limit =
      task.requestTimeout ?? session.settings.requestTimeout ?? service.policy.requestTimeout
    timeout = schedule(.timeout, at: service.now + limit)
  }

  private func disarmTimeout() {
    if let timeout { service.simulation.cancel(timeout) }
    timeout = nil
  }

  // MARK: The exchange

  private func sent() {
    task.token = nil
    guard machine.state == .sending else { return }
    task.timing.requestEnd = task.uplinkUntil
    guard let request = task.exchange else {
      return service.finish(task, .failure(.fileMissing))
    }
    do throws(HTTPExchangeError) {
      let response = try service.device.network.exchange(request)
      self.response = response
      report(.sent(task.bodySize))
      guard response.delivery.delay > .zero else { return answer() }
      step(.answer, at: service.now + response.delivery.delay)
      armTimeout()
    } catch {
      service.finish(task, .failure(.exchange(error)))
    }
  }

  /// The response begins.
  private func answer() {
    guard machine.state == .sending, let response else { return }
    disarmTimeout()
    task.timing.responseStart = service.now
    machine.answerBegan()
    task.state = .receiving(response)
    var head = response
    head.body = []
    report(.response(head, bodySize: response.body.count))
    nextPiece()
  }

  /// Receives the body in pieces, so that the app sees its progress. All transfers share one
  /// downlink.
  private func nextPiece() {
    task.token = nil
    next = nil
    disarmTimeout()
    guard machine.state == .receiving, let response else { return }
    let delivery = response.delivery
    let end = min(delivery.dropsAfter ?? response.body.count, response.body.count)
    pieceSize = min(end - received, Self.longestPiece)
    let pause = pausesTaken < delivery.pauses.count ? delivery.pauses[pausesTaken] : nil
    guard let pause, pause.offset <= received || pause.offset < received + pieceSize else {
      return startPiece()
    }
    if pause.offset > received {
      pieceSize = pause.offset - received
      return startPiece()
    }
    pausesTaken += 1
    step(.piece, at: service.now + pause.duration)
    armTimeout()
  }

  /// The most bytes that the app receives in one call.
  private static let longestPiece = 16384

  private func startPiece() {
    guard machine.state == .receiving, let response else { return }
    let network = service.device.network
    let time = network.duration(uploading: 0, downloading: Int64(pieceSize)) - network.latency
    let pace =
      response.delivery.bytesPerSecond.map { Int64(pieceSize) * 1_000_000_000 / max(1, $0) } ?? 0
    service.downlinkFreeAt = max(service.downlinkFreeAt, service.now) + time
    task.downlinkUntil = service.downlinkFreeAt
    step(.received, at: max(service.downlinkFreeAt, service.now + .nanoseconds(pace)))
  }

  private func receivedPiece() {
    guard machine.state == .receiving, let response else { return }
    if pieceSize > 0 { report(.bytes(Array(response.body[received..<received + pieceSize]))) }
    received += pieceSize
    if let end = response.delivery.dropsAfter, received >= min(end, response.body.count) {
      return service.finish(task, .failure(.exchange(.connectionLost)))
    }
    guard received == response.body.count else { return nextPiece() }
    task.token = nil
    service.finish(task, .response(response))
  }
}
