import Foundation
internal import YobanNetwork
internal import YobanSimulatedDevices
internal import YobanVirtualTime

/// Reports the end of a background task: calls the delegate's methods in Apple's order.
struct TransferCompletion: @unchecked SimulationConfined {
  /// A handler of an outcome: takes bytes for an upload, a file for a download.
  enum Handler {
    case data(@Sendable (Data?, URLResponse?, (any Error)?) -> Void)
    case file(@Sendable (URL?, URLResponse?, (any Error)?) -> Void)
    /// As `file`; the file stays after the call.
    case keptFile(@Sendable (URL?, URLResponse?, (any Error)?) -> Void)
  }

  private let task: URLSessionTask
  private let outcome: TransferTask.Outcome
  private let transfer: TransferTask

  init(_ task: URLSessionTask, _ outcome: TransferTask.Outcome, of transfer: TransferTask) {
    self.task = task
    self.outcome = outcome
    self.transfer = transfer
  }

  func report(to delegate: (any URLSessionDelegate)?, session: URLSession) {
    task.hasEnded = true
    transfer.session.handled(transfer)
    switch outcome {
    case .failure(let failure): task.error = failure.urlError(task.originalRequest?.url)
    case .response(let response):
      reportSent(task.delegate ?? delegate, session)
      task.response = task.originalRequest?.url.flatMap { url in
        HTTPURLResponse(
          url: url, statusCode: response.status, httpVersion: "HTTP/1.1",
          headerFields: Dictionary(response.headers.map { ($0.name, $0.value) }) { $0 + ", " + $1 })
      }
      task.countOfBytesReceived = Int64(response.body.count)
      task.countOfBytesExpectedToReceive = Int64(response.body.count)
      task.progress.completedUnitCount = 100
      reportBody(response.body, delegate, session)
    }
    task.observedValuesChanged()
    guard let delegate = delegate as? any URLSessionTaskDelegate else { return }
    delegate.urlSession(session, task: task, didFinishCollecting: metrics(session))
    session.noteEnd("didCompleteWithError", of: task, task.error)
    delegate.urlSession(session, task: task, didCompleteWithError: task.error)
  }

  /// The times of the last attempt, as the system has noted them.
  private func metrics(_ session: URLSession) -> URLSessionTaskMetrics {
    let metrics = URLSessionTaskMetrics()
    guard let request = task.originalRequest else { return metrics }
    let device = session.process.app.device
    func date(_ instant: VirtualInstant?) -> Date {
      device.clockReading(at: instant ?? device.world.now).date
    }
    let (start, end) = (date(transfer.resumedAt ?? transfer.endedAt), date(transfer.endedAt))
    metrics.taskInterval = DateInterval(start: min(start, end), end: end)
    let transaction = URLSessionTaskTransactionMetrics(request, fetchStart: start)
    transaction.note(transfer, session)
    transaction.response = task.response
    if transfer.timing.requestStart != nil {
      transaction.resourceFetchType = .networkLoad
      transaction.networkProtocolName = "http/1.1"
      session.notePath(in: transaction)
    }
    if transfer.timing.requestEnd != nil {
      transaction.countOfRequestBodyBytesSent = max(0, task.countOfBytesExpectedToSend)
    }
    transaction.countOfResponseBodyBytesReceived = task.countOfBytesReceived
    metrics.transactionMetrics = [transaction]
    return metrics
  }

  /// The folder of the system's process that receives downloads in the background. A file with the same name in
  /// the app's temporary folder is another file.
  private static var backgroundFolder: URL {
    URL.cachesDirectory.appending(
      path: "com.apple.nsurlsessiond/Downloads/\(Bundle.main.bundleIdentifier ?? "")")
  }

  /// Writes the bytes of a download to a file that exists until the app was notified.
  static func temporaryFile(
    _ body: Data, _ identifier: Int, in folder: URL = FileManager.default.temporaryDirectory
  ) -> URL? {
    let file = folder.appending(path: "CFNetworkDownload_\(identifier).tmp")
    return Simulation.asSystem {
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try body.write(to: file)
        return file
      } catch {
        return nil
      }
    }
  }

  /// Reports that the whole file was sent at once.
  private func reportSent(_ delegate: (any URLSessionDelegate)?, _ session: URLSession) {
    guard task is URLSessionUploadTask else { return }
    let size = max(0, task.countOfBytesExpectedToSend)
    task.countOfBytesSent = size
    guard size > 0 else { return }
    (delegate as? any URLSessionTaskDelegate)?.urlSession(
      session, task: task, didSendBodyData: size, totalBytesSent: size,
      totalBytesExpectedToSend: size)
  }

  private func reportBody(
    _ body: [UInt8], _ delegate: (any URLSessionDelegate)?, _ session: URLSession
  ) {
    if let download = task as? URLSessionDownloadTask {
      guard let delegate = delegate as? any URLSessionDownloadDelegate else { return }
      guard
        let file = Self.temporaryFile(
          Data(body), task.taskIdentifier, in: Self.backgroundFolder)
      else { return }
      let size = Int64(body.count)
      if size > 0 {
        delegate.urlSession(
          session, downloadTask: download, didWriteData: size, totalBytesWritten: size,
          totalBytesExpectedToWrite: size)
      }
      session.process.noteCall("didFinishDownloadingTo", "task \(task.taskIdentifier)")
      delegate.urlSession(session, downloadTask: download, didFinishDownloadingTo: file)
      Simulation.asSystem { try? FileManager.default.removeItem(at: file) }
    } else if let data = task as? URLSessionDataTask, !body.isEmpty {
      (delegate as? any URLSessionDataDelegate)?.urlSession(
        session, dataTask: data, didReceive: Data(body))
    }
  }
}
