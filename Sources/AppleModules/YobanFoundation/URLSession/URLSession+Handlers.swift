import Foundation
internal import YobanSimulatedDevices

// Uploads from memory, completion handlers and `async` methods. As at Apple, background sessions do
// not support them.
extension URLSession {
  /// Creates an upload of bytes. In a background session, raises an exception, which terminates the
  /// app.
  public func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
    if isBackground { raise(.uploadFromData) }
    return upload(request, .data(bodyData))
  }

  /// Creates an upload of bytes. Calls the handler once, on the delegate queue. In a background
  /// session, raises an exception, which terminates the app.
  public func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    if isBackground { raise(.completionHandler) }
    let task = upload(request, .data(bodyData ?? Data()))
    task.completion = .data(completionHandler)
    return task
  }

  /// Creates an upload of a file. Calls the handler once, on the delegate queue. In a background
  /// session, raises an exception, which terminates the app.
  public func uploadTask(
    with request: URLRequest, fromFile fileURL: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    if isBackground { raise(.completionHandler) }
    let task = uploadTask(with: request, fromFile: fileURL)
    task.completion = .data(completionHandler)
    return task
  }

  /// Creates a download. Its file is deleted when the handler returns. In a background session,
  /// raises an exception, which terminates the app.
  public func downloadTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    if isBackground { raise(.completionHandler) }
    let task = downloadTask(with: request)
    task.completion = .file(completionHandler)
    return task
  }

  /// Creates a download with a GET request, as `downloadTask(with:completionHandler:)` does.
  public func downloadTask(
    with url: URL, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Creates a download that continues an earlier one. Its file is deleted when the handler returns. In a
  /// background session, raises an exception, which terminates the app.
  public func downloadTask(
    withResumeData resumeData: Data,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    if isBackground { raise(.completionHandler) }
    let task = downloadTask(withResumeData: resumeData)
    task.completion = .file(completionHandler)
    return task
  }

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
}
