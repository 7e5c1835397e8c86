import Foundation
internal import YobanNetwork
internal import YobanSimulatedDevices

// The session as its tasks and their transfers see it.
extension URLSession {
  /// The body of a request: its data, or the bytes of its stream.
  func body(of request: URLRequest) -> TransferTask.Body {
    if let data = request.httpBody { return .data(data) }
    guard let stream = request.httpBodyStream else { return .none }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 16384)
    stream.open()
    while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
      data.append(contentsOf: buffer[..<count])
    }
    stream.close()
    return .data(data)
  }

  func makeTransfer(
    _ request: URLRequest, _ body: TransferTask.Body, identifier: Int? = nil, isDownload: Bool
  ) -> TransferTask {
    let transfer = service.makeTask(
      exchange(request), body, isDownload: isDownload, identifier: identifier, in: session)
    transfer.allowsCellular = request.allowsCellularAccess
    if request.timeoutInterval != 60 {
      let seconds = min(max(0, request.timeoutInterval), 1e9)
      transfer.requestTimeout = .nanoseconds(Int64(seconds * 1e9))
      if isBackground {
        reportNotSimulated("URLRequest.timeoutInterval = \(request.timeoutInterval)")
      }
    }
    return transfer
  }

  func reportNotSimulated(_ setting: String) { process.report(.notSimulated(setting)) }

  /// Returns the first class that loads the request in place of the network.
  ///
  /// Each class is asked with the task; unless it overrides this, it is asked with the request.
  func protocolClass(for task: URLSessionTask) -> URLProtocol.Type? {
    let own = (settings.protocolClasses ?? []).compactMap { $0 as? URLProtocol.Type }
    let registered = isShared ? URLProtocol.Registered.of(process).classes : []
    return (own + registered).first { $0.canInit(with: task) }
  }

  /// Notes the path that a request uses.
  func notePath(in metrics: URLSessionTaskTransactionMetrics?) {
    let network = process.app.device.network
    metrics?.isCellular = network.path == .cellular
    metrics?.isExpensive = network.path == .cellular
    metrics?.isConstrained = network.isInLowDataMode
  }

  /// Releases a task of the process that has ended.
  func ended(_ task: URLSessionTask) {
    known[task.taskIdentifier] = nil
    releaseIfDone()
  }

  /// The identifier of a background session.
  var identifier: String? { settings.identifier }

  /// Notes a call of the app that reports the end of a task.
  func noteEnd(_ method: String, of task: URLSessionTask, _ error: (any Error)?) {
    func words() -> String {
      let place = identifier.map { " of \($0)" } ?? ""
      let outcome = error.map { "error \(($0 as NSError).code)" } ?? "no error"
      return "task \(task.taskIdentifier)\(place), \(outcome)"
    }
    process.noteCall(method, words())
  }

  var service: TransferService { process.app.device.transfer }

  func resume(_ transfer: TransferTask) { service.resume(transfer) }
  func cancel(_ transfer: TransferTask) { service.cancel(transfer) }

  func suspend(_ transfer: TransferTask) { service.suspend(transfer) }

  /// The number of redirects that a task follows (FT9).
  var redirectLimit: Int { service.policy.redirectLimit }

  var unfinishedTasks: [URLSessionTask] {
    guard isBackground else {
      return known.sorted { $0.key < $1.key }.map(\.value).filter { !$0.hasEnded }
    }
    return session.unfinishedTasks.map { task(for: $0) }
  }

  func task(for transfer: TransferTask) -> URLSessionTask {
    if let task = known[transfer.identifier] { return task }
    let request = URL(string: transfer.request.url).map { url in
      var request = URLRequest(url: url)
      request.httpMethod = transfer.request.method
      for field in transfer.request.headers {
        request.setValue(field.value, forHTTPHeaderField: field.name)
      }
      request.allowsCellularAccess = transfer.allowsCellular
      return request
    }
    let task =
      transfer.isDownload
      ? URLSessionDownloadTask(
        transfer.identifier, transfer, transfer.body, in: self, request)
      : URLSessionUploadTask(transfer.identifier, transfer, transfer.body, in: self, request)
    known[transfer.identifier] = task
    return task
  }

  private func exchange(_ request: URLRequest) -> HTTPExchangeRequest {
    let additional =
      settings.httpAdditionalHeaders?.map { HTTPField("\($0.key)", "\($0.value)") } ?? []
    let own = request.allHTTPHeaderFields?.map { HTTPField($0.key, $0.value) } ?? []
    let overridden = Set(own.map { $0.name.lowercased() })
    let headers = (additional.filter { !overridden.contains($0.name.lowercased()) } + own).sorted {
      $0.name < $1.name
    }
    return HTTPExchangeRequest(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "", headers: headers,
      body: [])
  }

  fileprivate func finished(_ transfer: TransferTask) {
    guard isBackground else {
      known[transfer.identifier]?.loader?.finished(transfer)
      return
    }
    guard let outcome = transfer.outcome else { return }
    let completion = TransferCompletion(task(for: transfer), outcome, of: transfer)
    known[transfer.identifier] = nil
    delegateQueue.addOperation { [self] in completion.report(to: delegate, session: self) }
    releaseIfDone()
  }

  fileprivate func made(_ progress: TransferProgress, _ transfer: TransferTask) {
    known[transfer.identifier]?.loader?.made(progress, transfer)
  }

  fileprivate func eventsFinished() {
    delegateQueue.addOperation { [self] in
      if delegate != nil { process.noteCall("urlSessionDidFinishEvents", identifier) }
      delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: self)
    }
  }

  /// Delivers the system's events to a session, without keeping it alive.
  final class Receiver: TransferEventReceiver {
    weak var owner: URLSession?
    init(_ owner: URLSession) { self.owner = owner }
    func taskFinished(_ task: TransferTask) { owner?.finished(task) }
    func task(_ task: TransferTask, made progress: TransferProgress) {
      owner?.made(progress, task)
    }
    func eventsFinished() { owner?.eventsFinished() }
  }
}
