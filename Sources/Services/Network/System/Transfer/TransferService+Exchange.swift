import Foundation
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

// The steps of one background transfer, from its start to its outcome.
extension TransferService {
  func begin(_ task: TransferTask, after delay: Duration) {
    task.state = .waiting
    guard delay > .zero else { return run(task) }
    task.token = simulation.schedule(at: now + delay) { [weak self] in self?.run(task) }
  }

  private func run(_ task: TransferTask) {
    task.token = nil
    guard task.state == .waiting, mayGo(task) else { return }  // starts when conditions change
    task.state = .running
    task.attempts += 1
    post(.began(task: task.identifier, session: task.session.identifier), of: task)
    // All transfers share one uplink and use it one after the other.
    let network = device.network
    let sending = network.duration(uploading: task.bodySize, downloading: 0) - network.latency
    task.timing = TransferTiming(requestStart: max(uplinkFreeAt, now))
    uplinkFreeAt = max(uplinkFreeAt, now) + sending
    task.uplinkUntil = uplinkFreeAt
    task.downlinkUntil = nil
    task.token = simulation.schedule(at: uplinkFreeAt + network.latency) { [weak self] in
      self?.exchange(task)
    }
  }

  func exchange(_ task: TransferTask) {
    task.token = nil
    guard task.state == .running else { return }
    task.timing.requestEnd = task.uplinkUntil
    guard let request = task.exchange else { return finish(task, .failure(.fileMissing)) }
    do throws(HTTPExchangeError) {
      var (sent, response) = (request, try device.network.exchange(request))
      // The system follows the redirects of a background session without asking the app (FT9).
      var hops = 0
      while let next = HTTPRedirect.request(after: response, to: sent) {
        hops += 1
        guard hops <= policy.redirectLimit else { return finish(task, .failure(.tooManyRedirects)) }
        (sent, response) = (next, try device.network.exchange(next))
      }
      receive(response, task)
    } catch {
      failed(task, error)
    }
  }

  /// Receives the response, which takes time, too: all transfers share one downlink and use it one
  /// after the other. If the path is lost in the meantime, the request is sent to the server again.
  private func receive(
    _ response: HTTPExchangeResponse, _ task: TransferTask
  ) {
    let network = device.network
    let bytes = Int64(response.body.count)
    let receiving = network.duration(uploading: 0, downloading: bytes) - network.latency
    let delivery = response.delivery
    task.timing.responseStart = now + delivery.delay
    let waiting = delivery.duration(of: response.body.count)
    guard receiving + waiting > .zero || delivery.dropsAfter != nil else {
      return finish(task, .response(response))
    }
    task.state = .receiving(response)
    downlinkFreeAt = max(downlinkFreeAt, now) + receiving
    task.downlinkUntil = downlinkFreeAt
    task.token = simulation.schedule(at: max(downlinkFreeAt, now + waiting)) { [weak self] in
      task.token = nil
      guard case .receiving = task.state else { return }
      if delivery.dropsAfter != nil { self?.failed(task, .connectionLost); return }
      self?.finish(task, .response(response))
    }
  }

  private func failed(_ task: TransferTask, _ error: HTTPExchangeError) {
    switch error {
    case .unsupportedURL, .cannotFindHost: return finish(task, .failure(.exchange(error)))
    case .cannotConnect, .connectionLost, .timedOut: break
    }
    post(
      .failed(task: task.identifier, session: task.session.identifier, error: "\(error)"), of: task)
    var delay = policy.firstRetryDelay
    for _ in 1..<max(1, task.attempts) where delay < policy.longestRetryDelay { delay = delay * 2 }
    begin(task, after: min(delay, policy.longestRetryDelay))
  }

  func finish(
    _ task: TransferTask, _ outcome: TransferTask.Outcome
  ) {
    guard task.state != .finished else { return }
    let session = task.session
    for token in [task.token, task.timeout] { if let token { simulation.cancel(token) } }
    task.token = nil
    task.timeout = nil
    if !session.isBackground { forgetProcessTransfer(of: task) }
    task.state = .finished
    task.outcome = outcome
    task.endedAt = now
    airIsFree()
    switch outcome {
    case .response(let response):
      task.timing.responseEnd = now
      device.power.transferred(
        task.bodySize + Int64(response.body.count),
        over: device.network.path == .cellular ? .cellular : .wifi)
      reportEnergy(of: task, Int64(response.body.count))
      post(
        .finished(task: task.identifier, session: session.identifier, status: response.status),
        of: task)
    case .failure(let failure):
      post(
        .failed(task: task.identifier, session: session.identifier, error: "\(failure)"), of: task)
    }
    session.tasks.removeAll { $0 === task }
    session.undelivered.append(task)
    deliver(session)
  }

  /// Reports a transfer that has just ended, with the time that its bytes took (EN4).
  private func reportEnergy(of task: TransferTask, _ received: Int64) {
    let network = device.network
    device.energyMeter.transferred(
      sent: task.bodySize, received: received,
      over: network.path == .cellular ? .cellular : .wifi,
      sending: network.duration(uploading: task.bodySize, downloading: 0) - network.latency,
      receiving: network.duration(uploading: 0, downloading: received) - network.latency,
      for: task.session.app.definition.name)
  }

  /// Updates the times at which uplink and downlink become free, because a transfer ended or may
  /// have ended. New transfers follow those that are still running, which keep their times.
  func airIsFree() {
    let tasks = (sessions.flatMap(\.tasks) + processTransfers.map(\.transferTask)).filter(
      \.isOnTheAir)
    uplinkFreeAt = min(uplinkFreeAt, tasks.compactMap(\.uplinkUntil).max() ?? now)
    downlinkFreeAt = min(downlinkFreeAt, tasks.compactMap(\.downlinkUntil).max() ?? now)
  }

  func post(_ event: TraceEvent.TransferEvent, of task: TransferTask) {
    post(event, of: task.session)
  }

  func post(_ event: TraceEvent.TransferEvent, of session: TransferSession) {
    let app = session.app
    device.post(.transfer(event), process: app.nameInTraces)
  }
}

extension HTTPDelivery {
  /// The time from the request to the end of the body that the server itself takes.
  fileprivate func duration(of bytes: Int) -> Duration {
    let pace = bytesPerSecond.map { Int64(bytes) * 1_000_000_000 / max(1, $0) } ?? 0
    return pauses.reduce(delay + .nanoseconds(pace)) { $0 + $1.duration }
  }
}
