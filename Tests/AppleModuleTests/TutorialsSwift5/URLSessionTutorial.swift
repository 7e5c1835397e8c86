import UIKit

public class Transfers: NSObject {
  public static let shared = Transfers()
  public var backgroundCompletionHandler: (() -> Void)?
  private var received: [Int: Data] = [:]

  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.transfers")
    configuration.isDiscretionary = false
    configuration.sessionSendsLaunchEvents = true
    configuration.httpMaximumConnectionsPerHost = 2
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  public func upload(_ file: URL, to url: URL) {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.addValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    let task = session.uploadTask(with: request, fromFile: file)
    task.taskDescription = file.lastPathComponent
    task.resume()
  }

  public func download(_ url: URL) {
    let task = session.downloadTask(with: url)
    task.countOfBytesClientExpectsToSend = 200
    task.priority = URLSessionTask.highPriority
    task.resume()
  }

  public func cancelAll() {
    session.getTasksWithCompletionHandler { _, uploads, downloads in
      uploads.forEach { $0.cancel() }
      downloads.forEach { $0.cancel() }
    }
  }
}

extension Transfers: URLSessionDelegate {
  public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    DispatchQueue.main.async {
      self.backgroundCompletionHandler?()
      self.backgroundCompletionHandler = nil
    }
  }
}

extension Transfers: URLSessionDataDelegate {
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
  }

  public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
  {
    received[dataTask.taskIdentifier, default: Data()].append(data)
  }

  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    print("progress", Float(totalBytesSent) / Float(totalBytesExpectedToSend))
  }
}

extension Transfers: URLSessionDownloadDelegate {
  public func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
    let target = caches.appendingPathComponent(
      downloadTask.originalRequest?.url?.lastPathComponent ?? "file")
    try? FileManager.default.removeItem(at: target)
    do { try FileManager.default.moveItem(at: location, to: target) } catch { print(error) }
  }

  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?
  ) {
    if let error = error as NSError? {
      let reason = error.userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int
      if error.domain == NSURLErrorDomain, error.code == NSURLErrorCancelled {
        print("cancelled", reason ?? -1)
      }
      return
    }
    guard let response = task.response as? HTTPURLResponse else { return }
    print(
      task.taskDescription ?? "download", response.statusCode,
      received[task.taskIdentifier]?.count ?? 0)
  }
}
