import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

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

  /// Suspends a task that was started: it makes no progress until `resume`.
  package func suspend(_ task: TransferTask) {
    guard task.isUnderWay, !task.isHeld else { return }
    task.isHeld = true
    if let transfer = processTransfers.first(where: { $0.transferTask === task }) {
      transfer.hold()
    } else {
      if let token = task.token { simulation.cancel(token) }
      task.token = nil
      task.state = .waiting
      airIsFree()
    }
  }

  /// Continues a task that was suspended after its start.
  func release(_ task: TransferTask) {
    task.isHeld = false
    if let transfer = processTransfers.first(where: { $0.transferTask === task }) {
      transfer.release()
    } else if task.state == .waiting {
      begin(task, after: .zero)
    }
  }
}
