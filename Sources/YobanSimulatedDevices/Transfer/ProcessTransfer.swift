import YobanPlatformProfiles
import YobanVirtualTime

/// One transfer of a session that is not a background session.
///
/// All its events belong to the process: a suspended process receives them when it is resumed, an
/// ended process never does.
final class ProcessTransfer: EventSink {
  private enum Event: Int { case sent, received, timeout, resourceTimeout, resumed }

  let process: AppProcess
  private unowned let service: TransferService
  private let task: TransferTask
  private let session: TransferSession
  private var machine: ProcessTransferMachine
  private var timeout: EventToken?

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
      suspensionFailure: service.policy.suspensionFailure)
  }

  var transferTask: TransferTask { task }

  func begin() {
    let limit = session.settings.resourceTimeout ?? service.policy.resourceTimeout
    task.timeout = schedule(.resourceTimeout, at: service.now + limit)
    perform(machine.begin(network))
  }

  func networkChanged() {
    // A suspended process is notified when it runs again.
    if process.isRunning { perform(machine.networkChanged(network)) }
  }

  func suspended() {
    perform(machine.suspended())
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
    case .received: received()
    case .timeout, .resourceTimeout: perform(machine.timedOut())
    case .resumed: perform(machine.resumed(network))
    }
  }

  private var network: ProcessTransferMachine.Network {
    switch service.device.network.path {
    case .offline: .offline
    case .cellular where !session.settings.allowsCellular || !task.allowsCellular: .offline
    case .cellular, .wifi: mayUseNetwork ? .usable : .blocked
    }
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
    // All transfers share one uplink and use it one after the other.
    let network = service.device.network
    let sending = network.duration(uploading: task.bodySize, downloading: 0) - network.latency
    service.uplinkFreeAt = max(service.uplinkFreeAt, service.now) + sending
    task.uplinkUntil = service.uplinkFreeAt
    task.downlinkUntil = nil
    task.token = schedule(.sent, at: service.uplinkFreeAt + network.latency)
  }

  private func stop() {
    if let token = task.token { service.simulation.cancel(token) }
    task.token = nil
    task.state = .waiting
    disarmTimeout()
    service.airIsFree()
  }

  private func armTimeout() {
    guard timeout == nil else { return }
    let limit = session.settings.requestTimeout ?? service.policy.requestTimeout
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
    guard let request = task.exchange else {
      return service.finish(task, .failure(.fileMissing))
    }
    do throws(HTTPExchangeError) {
      guard let gateway = service.device.world.gateway else {
        throw HTTPExchangeError.cannotConnect
      }
      receive(try gateway.exchange(request))
    } catch {
      service.finish(task, .failure(.exchange(error)))
    }
  }

  /// Starts to receive the response. All transfers share one downlink and use it one after the
  /// other.
  private func receive(_ response: HTTPExchangeResponse) {
    machine.answerBegan()
    task.state = .receiving(response)
    let network = service.device.network
    let bytes = Int64(response.body.count)
    let receiving = network.duration(uploading: 0, downloading: bytes) - network.latency
    service.downlinkFreeAt = max(service.downlinkFreeAt, service.now) + receiving
    task.downlinkUntil = service.downlinkFreeAt
    task.token = schedule(.received, at: service.downlinkFreeAt)
  }

  private func received() {
    task.token = nil
    guard machine.state == .receiving, case .receiving(let response) = task.state else { return }
    service.finish(task, .response(response))
  }
}

// Transfers of sessions that are not background sessions.
extension TransferService {
  /// Connects a new session that is not a background session. None of its tasks outlives the
  /// process.
  ///
  /// - Parameter name: the name in the trace, such as `default`.
  package func connectInProcess(
    _ name: String, _ settings: TransferSettings, for process: AppProcess,
    _ receiver: any TransferEventReceiver
  ) -> TransferSession {
    var settings = settings
    settings.sendsLaunchEvents = false
    settings.isDiscretionary = false
    let session = TransferSession(name, of: process.app, settings, isBackground: false)
    session.receiver = receiver
    session.owner = process
    return session
  }

  func resumeInProcess(_ task: TransferTask) {
    let session = task.session
    guard let process = session.owner else { return }
    task.state = .waiting
    post(
      .created(task: task.identifier, session: session.identifier, bytes: task.bodySize), of: task)
    if task.exchange == nil { return finish(task, .failure(.fileMissing)) }
    let transfer = ProcessTransfer(task, process, of: self)
    processTransfers.append(transfer)
    transfer.begin()
  }

  /// Removes the transfer of a task that has its outcome.
  func forgetProcessTransfer(of task: TransferTask) {
    guard let i = processTransfers.firstIndex(where: { $0.transferTask === task }) else { return }
    processTransfers.remove(at: i).end()
  }

  /// Ends all transfers of a process that has ended.
  func endProcessTransfers(of process: AppProcess) {
    for transfer in processTransfers where transfer.process === process { transfer.end() }
    processTransfers.removeAll { $0.process === process }
    airIsFree()
  }
}
