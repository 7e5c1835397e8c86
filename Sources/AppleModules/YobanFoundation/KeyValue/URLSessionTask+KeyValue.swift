import Foundation

extension URLSessionTask: KeyValueReadable {
  package static var readableProperties: [String: AnyKeyPath] {
    [
      "state": \URLSessionTask.state, "error": \URLSessionTask.error,
      "response": \URLSessionTask.response, "progress": \URLSessionTask.progress,
      "countOfBytesSent": \URLSessionTask.countOfBytesSent,
      "countOfBytesReceived": \URLSessionTask.countOfBytesReceived,
      "countOfBytesExpectedToSend": \URLSessionTask.countOfBytesExpectedToSend,
      "countOfBytesExpectedToReceive": \URLSessionTask.countOfBytesExpectedToReceive,
    ]
  }
}
