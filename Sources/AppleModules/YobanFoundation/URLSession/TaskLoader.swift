import Foundation
internal import YobanNetwork
internal import YobanSimulatedDevices
internal import YobanVirtualTime

/// Loads one task of a session of the process: sends its requests, follows redirects, answers
/// challenges, and reports everything to the delegate or the completion handler, in order.
final class TaskLoader: @unchecked SimulationConfined {
  /// A report to the delegate.
  enum Step {
    case waits
    case sent(Int64)
    /// A redirect with its body, and the request that it asks for.
    case redirect(HTTPURLResponse, URLRequest, Data)
    /// A response 401 with its body.
    case challenge(HTTPAuthentication, HTTPURLResponse, Data)
    case protocolChallenge(URLAuthenticationChallenge)
    case response(URLResponse)
    case data(Data)
    case end((any Error)?)
  }

  let task: URLSessionTask
  let session: URLSession
  private(set) var isSuspended = true
  private var inbox: [Step] = []
  private var isBusy = false
  /// Counts the ends and new requests, so that a late answer of a delegate has no effect.
  private var epoch = 0
  private var hasStarted = false
  private var hasEnd = false
  /// The exchange under way.
  private var exchange: TransferTask?
  /// A response that the delegate may replace, with its body so far.
  private var special: (Step, Data)?
  private var urlProtocol: URLProtocol?
  private var hops = 0
  var failures = 0
  var credential: URLCredential?
  /// The received bytes of a download or for a completion handler.
  var received = Data()
  let metrics = URLSessionTaskMetrics()
  private let began = Date()
  var transaction: URLSessionTaskTransactionMetrics? { metrics.transactionMetrics.last }

  init(_ task: URLSessionTask, _ session: URLSession) {
    self.task = task
    self.session = session
  }

  var queue: OperationQueue { session.delegateQueue }
  var delegate: (any URLSessionDelegate)? { task.delegate ?? session.delegate }
  var taskDelegate: (any URLSessionTaskDelegate)? { delegate as? any URLSessionTaskDelegate }

  // MARK: Requests of the app

  func resume() {
    guard isSuspended, !hasEnd else { return }
    isSuspended = false
    if let exchange { session.resume(exchange) }
    guard hasStarted else {
      hasStarted = true
      return start()
    }
    pump()
  }

  func suspend() {
    guard !isSuspended, !hasEnd else { return }
    isSuspended = true
    if let exchange { session.suspend(exchange) }
  }

  /// Ends the task with an error of the app, such as a cancelation.
  func end(_ error: any Error) {
    guard !hasEnd else { return }
    stop()
    isSuspended = false
    inbox = []
    isBusy = false
    epoch += 1
    push(.end(error))
  }

  /// The data with which a download that is canceled now can continue.
  var resumeData: Data? {
    guard task is URLSessionDownloadTask, !received.isEmpty else { return nil }
    return ResumeData(task.originalRequest, task.response, received)?.encoded
  }

  // MARK: Requests to a server

  private func start() {
    guard let date = task.earliestBeginDate, date.timeIntervalSinceNow > 0 else {
      return load(task.originalRequest)
    }
    let wait = min(date.timeIntervalSinceNow, 1e9)
    DispatchQueue.global().asyncAfter(deadline: .now() + wait) { self.beginDelayed() }
  }

  private func beginDelayed() {
    queue.addOperation { [self] in
      guard !hasEnd, let request = task.originalRequest else { return }
      guard let delegate = taskDelegate else { return load(request) }
      delegate.urlSession(session, task: task, willBeginDelayedRequest: request) { answer, new in
        guard !self.hasEnd else { return }
        switch answer {
        case .cancel: self.task.cancel()
        case .continueLoading: self.load(request)
        case .useNewRequest: self.load(new ?? request)
        }
      }
    }
  }

  /// Sends a request: to a `URLProtocol`, a file, or a server.
  func load(_ request: URLRequest?) {
    guard !hasEnd else { return }
    guard let request, let url = request.url else {
      return push(.end(URLError.made(.badURL, nil)))
    }
    stop()
    task.currentRequest = request
    metrics.transactionMetrics.append(URLSessionTaskTransactionMetrics(request))
    if let own = session.protocolClass(for: task) {
      let made = own.init(
        request: own.canonicalRequest(for: request), cachedResponse: nil,
        client: ProtocolClient(self))
      urlProtocol = made
      return made.begin(for: task)
    }
    switch url.scheme?.lowercased() {
    case "http", "https": sendToServer(request)
    case "file": readFile(url)
    case "data": readDataURL(url)
    default: push(.end(URLError.made(.unsupportedURL, url)))
    }
  }

  private func sendToServer(_ request: URLRequest) {
    let isFirst = metrics.transactionMetrics.count == 1
    var body = task.body
    if !isFirst, request.httpMethod == "GET" { body = .none }
    let transfer = session.makeTransfer(
      request, body, identifier: task.taskIdentifier,
      isDownload: task is URLSessionDownloadTask)
    if !isFirst || failures > 0 { transfer.earliestBegin = nil }
    exchange = transfer
    session.resume(transfer)
    if isSuspended { session.suspend(transfer) }
  }

  private func readFile(_ url: URL) {
    guard let data = Simulation.asSystem({ try? Data(contentsOf: url) }) else {
      return push(.end(URLError.made(.fileDoesNotExist, url)))
    }
    transaction?.resourceFetchType = .localCache
    respond(url, nil, data)
  }

  private func readDataURL(_ url: URL) {
    guard let (type, data) = DataURL.read(url.absoluteString) else {
      return push(.end(URLError.made(.badURL, url)))
    }
    respond(url, type, data)
  }

  private func respond(_ url: URL, _ type: String?, _ data: Data) {
    let response = URLResponse(
      url: url, mimeType: type, expectedContentLength: data.count, textEncodingName: nil)
    push(.response(response))
    if !data.isEmpty { push(.data(data)) }
    push(.end(nil))
  }

  /// Stops the request under way.
  private func stop() {
    if let old = exchange {
      exchange = nil
      session.cancel(old)
    }
    urlProtocol?.stopLoading()
    urlProtocol = nil
    special = nil
  }

  // MARK: Events of the exchange

  func made(_ progress: TransferProgress, _ transfer: TransferTask) {
    guard transfer === exchange else { return }
    switch progress {
    case .waitsForConnectivity: push(.waits)
    case .began:
      transaction?.note(transfer, session)
      transaction?.networkProtocolName = "http/1.1"
      transaction?.resourceFetchType = .networkLoad
      session.notePath(in: transaction)
    case .sent(let bytes):
      transaction?.note(transfer, session)
      transaction?.countOfRequestBodyBytesSent = bytes
      if bytes > 0 { push(.sent(bytes)) }
    case .response(let head, let size): received(head, size)
    case .bytes(let bytes):
      transaction?.countOfResponseBodyBytesReceived += Int64(bytes.count)
      if let (step, body) = special {
        special = (step, body + bytes)
      } else {
        push(.data(Data(bytes)))
      }
    }
  }

  private func received(_ head: HTTPExchangeResponse, _ size: Int) {
    guard let url = task.currentRequest?.url, let request = exchange?.request else { return }
    var fields: [String: String] = [:]
    for field in head.headers {
      fields[field.name] = fields[field.name].map { $0 + ", " + field.value } ?? field.value
    }
    guard
      let response = HTTPURLResponse(
        url: url, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: fields)
    else { return }
    transaction?.response = response
    if let exchange { transaction?.note(exchange, session) }
    task.countOfBytesExpectedToReceive =
      head.value(of: "Content-Length").flatMap { Int64($0) }
      ?? (head.value(of: "Transfer-Encoding") == nil ? Int64(size) : -1)
    if let next = HTTPRedirect.request(after: head, to: request), let old = task.currentRequest {
      special = (.redirect(response, next.urlRequest(after: old), Data()), Data())
    } else if head.status == 401, let field = head.value(of: "WWW-Authenticate"),
      let authentication = HTTPAuthentication(field)
    {
      special = (.challenge(authentication, response, Data()), Data())
    } else {
      push(.response(response))
    }
  }

  func finished(_ transfer: TransferTask) {
    guard transfer === exchange, let outcome = transfer.outcome else { return }
    exchange = nil
    transaction?.note(transfer, session)
    switch (outcome, special) {
    case (.failure(let failure), _):
      push(.end(failure.urlError(task.currentRequest?.url)))
    case (.response, (.redirect(let response, let next, _), let body)?):
      hops += 1
      let isTooLong = hops > session.redirectLimit
      push(
        isTooLong
          ? .end(TransferFailure.tooManyRedirects.urlError(response.url))
          : .redirect(response, next, body))
    case (.response, (.challenge(let authentication, let response, _), let body)?):
      push(.challenge(authentication, response, body))
    case (.response, _): push(.end(nil))
    }
    special = nil
  }

  // MARK: Reports

  func push(_ step: Step) {
    guard !hasEnd else { return }
    if case .end = step {
      hasEnd = true
      metrics.taskInterval = DateInterval(start: min(began, Date()), end: Date())
      metrics.redirectCount = hops
    }
    inbox.append(step)
    pump()
  }

  /// Delivers a response that the delegate did not replace.
  func deliver(_ response: URLResponse, _ body: Data) {
    push(.response(response))
    if !body.isEmpty { push(.data(body)) }
    push(.end(nil))
  }

  /// Performs the next step on the delegate queue, unless the delegate has not answered the last.
  private func pump() {
    guard !isBusy, !isSuspended, !inbox.isEmpty else { return }
    isBusy = true
    let epoch = epoch
    queue.addOperation { [self] in
      guard epoch == self.epoch, !inbox.isEmpty else { return }
      perform(inbox.removeFirst()) {
        guard epoch == self.epoch, self.isBusy else { return }
        self.isBusy = false
        self.pump()
      }
    }
  }
}

extension HTTPExchangeRequest {
  /// The request of a redirect, with the settings of the request before it.
  fileprivate func urlRequest(after old: URLRequest) -> URLRequest {
    var request = old
    request.url = URL(string: url)
    request.httpMethod = method
    if method == "GET" { request.httpBody = nil }
    request.allHTTPHeaderFields = nil
    for field in headers { request.setValue(field.value, forHTTPHeaderField: field.name) }
    return request
  }
}

/// The URLs with the scheme `data` (RFC 2397).
enum DataURL {
  static func read(_ text: String) -> (type: String, data: Data)? {
    guard let comma = text.firstIndex(of: ","), text.lowercased().hasPrefix("data:") else {
      return nil
    }
    var parts = text[text.index(text.startIndex, offsetBy: 5)..<comma].split(
      separator: ";", omittingEmptySubsequences: false
    ).map(String.init)
    let body = String(text[text.index(after: comma)...])
    let plain = body.removingPercentEncoding ?? body
    let isBase64 = parts.last?.lowercased() == "base64"
    if isBase64 { parts.removeLast() }
    let type = parts.first.flatMap { $0.isEmpty ? nil : $0 } ?? "text/plain"
    guard let data = isBase64 ? Data(base64Encoded: plain) : Data(plain.utf8) else { return nil }
    return (type, data)
  }
}
