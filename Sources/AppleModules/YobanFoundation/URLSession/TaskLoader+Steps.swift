import Foundation
internal import YobanVirtualTime

// The reports of a task to its delegate, its completion handler or its stream. All of these methods
// run on the delegate queue.
extension TaskLoader {
  /// Performs a step and calls `done` when the next may follow.
  func perform(_ step: Step, _ done: @escaping @Sendable () -> Void) {
    switch step {
    case .waits:
      taskDelegate?.urlSession(session, taskIsWaitingForConnectivity: task)
      done()
    case .sent(let bytes):
      task.countOfBytesSent = bytes
      task.observedValuesChanged()
      taskDelegate?.urlSession(
        session, task: task, didSendBodyData: bytes, totalBytesSent: bytes,
        totalBytesExpectedToSend: max(bytes, task.countOfBytesExpectedToSend))
      done()
    case .redirect(let response, let request, let body):
      redirect(response, request, body, done)
    case .challenge(let authentication, let response, let body):
      challenge(authentication, response, body, done)
    case .protocolChallenge(let challenge):
      ask(challenge) { _, _ in done() }
    case .response(let response): respond(response, done)
    case .data(let data):
      receive(data)
      done()
    case .end(let error):
      finish(error)
      done()
    }
  }

  private func redirect(
    _ response: HTTPURLResponse, _ request: URLRequest, _ body: Data,
    _ done: @escaping @Sendable () -> Void
  ) {
    guard let delegate = taskDelegate else {
      load(request)
      return done()
    }
    delegate.urlSession(
      session, task: task, willPerformHTTPRedirection: response, newRequest: request
    ) { new in
      if let new { self.load(new) } else { self.deliver(response, body) }
      done()
    }
  }

  private func challenge(
    _ authentication: HTTPAuthentication, _ response: HTTPURLResponse, _ body: Data,
    _ done: @escaping @Sendable () -> Void
  ) {
    guard let request = task.currentRequest, let url = request.url else { return done() }
    let challenge = authentication.challenge(
      url, response, failures: failures, failures > 0 ? credential : nil)
    ask(challenge) { disposition, credential in
      switch disposition {
      case .useCredential:
        guard let field = credential.flatMap(HTTPAuthentication.authorization) else {
          self.deliver(response, body)
          break
        }
        self.failures += 1
        self.credential = credential
        var next = request
        next.setValue(field, forHTTPHeaderField: "Authorization")
        self.load(next)
      case .cancelAuthenticationChallenge: self.task.cancel()
      case .performDefaultHandling, .rejectProtectionSpace: self.deliver(response, body)
      }
      done()
    }
  }

  private func ask(
    _ challenge: URLAuthenticationChallenge,
    _ answer:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let delegate = taskDelegate else { return answer(.performDefaultHandling, nil) }
    delegate.urlSession(
      session, task: task, didReceive: challenge, completionHandler: answer)
  }

  private func respond(_ response: URLResponse, _ done: @escaping @Sendable () -> Void) {
    task.response = response
    if let http = response as? HTTPURLResponse, let resumed = task.resumed,
      task is URLSessionDownloadTask
    {
      if http.statusCode == 206 {
        received = resumed.received
        let expected = task.countOfBytesExpectedToReceive
        task.countOfBytesReceived = Int64(received.count)
        if expected >= 0 { task.countOfBytesExpectedToReceive = expected + Int64(received.count) }
        (delegate as? any URLSessionDownloadDelegate)?.urlSession(
          session, downloadTask: task as! URLSessionDownloadTask,
          didResumeAtOffset: Int64(received.count),
          expectedTotalBytes: task.countOfBytesExpectedToReceive)
      }
    }
    if !(response is HTTPURLResponse) {
      task.countOfBytesExpectedToReceive = response.expectedContentLength
    }
    task.stream?.respond(response)
    guard task.stream == nil, task.completion == nil, let dataTask = task as? URLSessionDataTask,
      let delegate = delegate as? any URLSessionDataDelegate
    else { return done() }
    delegate.urlSession(session, dataTask: dataTask, didReceive: response) { disposition in
      switch disposition {
      case .cancel: self.task.cancel()
      case .allow: break
      case .becomeDownload: self.session.reportNotSimulated("ResponseDisposition.becomeDownload")
      case .becomeStream: self.session.reportNotSimulated("ResponseDisposition.becomeStream")
      }
      done()
    }
  }

  private func receive(_ data: Data) {
    task.countOfBytesReceived += Int64(data.count)
    let expected = task.countOfBytesExpectedToReceive
    if expected > 0 {
      task.progress.completedUnitCount = min(100, task.countOfBytesReceived * 100 / expected)
    }
    task.observedValuesChanged()
    if let download = task as? URLSessionDownloadTask {
      received.append(data)
      guard task.completion == nil else { return }
      (delegate as? any URLSessionDownloadDelegate)?.urlSession(
        session, downloadTask: download, didWriteData: Int64(data.count),
        totalBytesWritten: task.countOfBytesReceived, totalBytesExpectedToWrite: expected)
    } else if let stream = task.stream {
      stream.receive(data)
    } else if task.completion != nil {
      received.append(data)
    } else if let dataTask = task as? URLSessionDataTask {
      (delegate as? any URLSessionDataDelegate)?.urlSession(
        session, dataTask: dataTask, didReceive: data)
    }
  }

  private func finish(_ given: (any Error)?) {
    var failure = given
    if task is URLSessionDownloadTask, let error = given as? URLError, error.code != .cancelled,
      let data = resumeData
    {
      var info = error.userInfo
      info[NSURLSessionDownloadTaskResumeData] = data
      failure = URLError(error.code, userInfo: info)
    }
    task.error = failure
    task.hasEnded = true
    if failure == nil { task.progress.completedUnitCount = 100 }
    task.observedValuesChanged()
    taskDelegate?.urlSession(session, task: task, didFinishCollecting: metrics)
    if let stream = task.stream {
      stream.finish(failure)
    } else if let completion = task.completion {
      task.completion = nil
      session.noteEnd("completionHandler", of: task, failure)
      call(completion, failure)
    } else {
      if failure == nil, let download = task as? URLSessionDownloadTask {
        withFile { file in
          guard let delegate = delegate as? any URLSessionDownloadDelegate else { return }
          session.process.noteCall("didFinishDownloadingTo", "task \(task.taskIdentifier)")
          delegate.urlSession(session, downloadTask: download, didFinishDownloadingTo: file)
        }
      }
      if let taskDelegate {
        session.noteEnd("didCompleteWithError", of: task, failure)
        taskDelegate.urlSession(session, task: task, didCompleteWithError: failure)
      }
    }
    task.loader = nil
    session.ended(task)
  }

  private func call(_ completion: TransferCompletion.Handler, _ failure: (any Error)?) {
    switch completion {
    case .data(let handler):
      handler(failure == nil ? received : nil, failure == nil ? task.response : nil, failure)
    case .file(let handler):
      guard failure == nil else { return handler(nil, task.response, failure) }
      withFile { handler($0, task.response, nil) }
    case .keptFile(let handler):
      guard failure == nil else { return handler(nil, task.response, failure) }
      let file = TransferCompletion.temporaryFile(received, task.taskIdentifier)
      handler(file, task.response, file == nil ? URLError.made(.cannotCreateFile, nil) : nil)
    }
  }

  /// Calls the body with a file that exists until the body returns.
  private func withFile(_ body: (URL) -> Void) {
    guard let file = TransferCompletion.temporaryFile(received, task.taskIdentifier) else { return }
    body(file)
    Simulation.asSystem { try? FileManager.default.removeItem(at: file) }
  }
}
