import Foundation
internal import YobanSimulatedDevices

// The `async` methods.
extension URLSession {
  /// Sends a request and waits for the whole response. If the calling task is canceled, so is the
  /// transfer.
  ///
  /// - Parameter delegate: Receives the calls of the task in place of the session's delegate.
  /// - Throws: `URLError`.
  public func data(for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil)
    async throws -> (Data, URLResponse)
  {
    try await answer(delegate) { dataTask(with: request, completionHandler: $0) }
  }

  /// As `data(for:delegate:)`, with a GET request.
  public func data(from url: URL, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (
    Data, URLResponse
  ) { try await data(for: URLRequest(url: url), delegate: delegate) }

  // Apple also declares these without a delegate, so that a session can conform to an app's protocol.

  @_disfavoredOverload
  public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    try await data(for: request, delegate: nil)
  }

  @_disfavoredOverload
  public func data(from url: URL) async throws -> (Data, URLResponse) {
    try await data(from: url, delegate: nil)
  }

  @_disfavoredOverload
  public func upload(for request: URLRequest, fromFile fileURL: URL) async throws -> (
    Data, URLResponse
  ) { try await upload(for: request, fromFile: fileURL, delegate: nil) }

  @_disfavoredOverload
  public func upload(for request: URLRequest, from bodyData: Data) async throws -> (
    Data, URLResponse
  ) { try await upload(for: request, from: bodyData, delegate: nil) }

  /// Uploads a file and waits for the response. If the calling task is canceled, so is the
  /// transfer.
  ///
  /// - Parameter delegate: Receives the progress, in place of the session's delegate.
  /// - Throws: `URLError`.
  public func upload(
    for request: URLRequest, fromFile fileURL: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await answer(delegate) {
      uploadTask(with: request, fromFile: fileURL, completionHandler: $0)
    }
  }

  /// Uploads bytes and waits for the response. If the calling task is canceled, so is the transfer.
  ///
  /// - Parameter delegate: Receives the progress, in place of the session's delegate.
  /// - Throws: `URLError`.
  public func upload(
    for request: URLRequest, from bodyData: Data, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await answer(delegate) {
      uploadTask(with: request, from: bodyData, completionHandler: $0)
    }
  }

  /// Downloads to a file in the temporary folder, which the caller must move or delete. If the
  /// calling task is canceled, so is the transfer.
  ///
  /// - Throws: `URLError`.
  public func download(for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil)
    async throws -> (URL, URLResponse)
  {
    try await file(delegate) { downloadTask(with: request) }
  }

  /// As `download(for:delegate:)`, with a GET request.
  public func download(from url: URL, delegate: (any URLSessionTaskDelegate)? = nil) async throws
    -> (URL, URLResponse)
  { try await download(for: URLRequest(url: url), delegate: delegate) }

  /// As `download(for:delegate:)`, for the rest of an earlier download.
  public func download(
    resumeFrom resumeData: Data, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) {
    try await file(delegate) { downloadTask(withResumeData: resumeData) }
  }

  private func file(
    _ delegate: (any URLSessionTaskDelegate)?, _ make: () -> URLSessionDownloadTask
  ) async throws -> (URL, URLResponse) {
    if isBackground { raise(.completionHandler) }
    return try await run(make(), delegate) { task, continuation in
      task.completion = .keptFile { file, response, error in
        if let file, let response {
          continuation.resume(returning: (file, response))
        } else {
          continuation.resume(throwing: error ?? URLError(.unknown))
        }
      }
    }
  }

  /// Sends a request, returns when the response begins, and gives its body byte by byte. If the
  /// calling task is canceled before, so is the transfer.
  ///
  /// - Throws: `URLError`.
  public func bytes(for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil)
    async throws -> (AsyncBytes, URLResponse)
  {
    let task = dataTask(with: request)
    let source = AsyncBytes.Source()
    task.stream = source
    let response = try await run(task, delegate) { _, continuation in
      source.onResponse = { continuation.resume(with: $0) }
    }
    return (AsyncBytes(task: task, source: source), response)
  }

  /// As `bytes(for:delegate:)`, with a GET request.
  public func bytes(from url: URL, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (
    AsyncBytes, URLResponse
  ) { try await bytes(for: URLRequest(url: url), delegate: delegate) }

  /// Starts a task and waits until `prepare`'s continuation is resumed.
  func run<Value: Sendable>(
    _ task: URLSessionTask, _ delegate: (any URLSessionTaskDelegate)?,
    _ prepare: (URLSessionTask, CheckedContinuation<Value, any Error>) -> Void
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        task.delegate = delegate
        prepare(task, continuation)
        task.resume()
        if Task.isCancelled { task.cancel() }
      }
    } onCancel: {
      task.cancel()
    }
  }

  func answer(
    _ delegate: (any URLSessionTaskDelegate)?,
    _ make: (@escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) ->
      URLSessionDataTask
  ) async throws -> (Data, URLResponse) {
    let task = make { _, _, _ in }
    return try await run(task, delegate) { task, continuation in
      task.completion = .data { data, response, error in
        if let data, let response, error == nil {
          continuation.resume(returning: (data, response))
        } else {
          continuation.resume(throwing: error ?? URLError(.unknown))
        }
      }
    }
  }
}
