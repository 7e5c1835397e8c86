import Foundation
import UIKit

/// A delegate that prints the callbacks of a session.
final class SessionListener: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    print("\(dataTask.taskIdentifier) data \(String(decoding: data, as: UTF8.self))")
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    print("\(dataTask.taskIdentifier) response")
    completionHandler(.allow)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    print(
      "\(task.taskIdentifier) sent \(bytesSent) \(totalBytesSent) of \(totalBytesExpectedToSend)")
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    print(
      "\(downloadTask.taskIdentifier) wrote \(bytesWritten) \(totalBytesWritten) of \(totalBytesExpectedToWrite)"
    )
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let text = (try? String(contentsOf: location, encoding: .utf8)) ?? "nothing"
    print("\(downloadTask.taskIdentifier) file \(text)")
    UserDefaults.standard.set(location.path, forKey: "location")
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let status = (task.response as? HTTPURLResponse)?.statusCode
    let outcome = error.map { "error \(($0 as NSError).code)" } ?? "status \(status ?? 0)"
    print(
      "\(task.taskIdentifier) complete \(outcome) \(task.state == .completed) \(task.taskDescription ?? "-")"
    )
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    print("events finished")
  }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    print("invalid \(error == nil)")
  }
}

@MainActor func openSession(_ identifier: String = "test") -> URLSession {
  let session = URLSession(
    configuration: .background(withIdentifier: identifier), delegate: SessionListener(),
    delegateQueue: .main)
  Kept.of("session", session)
  return session
}

@MainActor func upload(_ text: String, over session: URLSession, name: String = "a")
  -> URLSessionUploadTask
{
  let file = URL.documentsDirectory.appending(path: name)
  try! Data(text.utf8).write(to: file)
  var request = URLRequest(url: URL(string: "http://collector/\(name)")!)
  request.httpMethod = "PUT"
  let task = session.uploadTask(with: request, fromFile: file)
  task.taskDescription = name
  return task
}
