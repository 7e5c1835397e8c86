import Foundation

extension Progress: KeyValueReadable {
  package static var readableProperties: [String: AnyKeyPath] {
    [
      "fractionCompleted": \Progress.fractionCompleted,
      "completedUnitCount": \Progress.completedUnitCount,
      "totalUnitCount": \Progress.totalUnitCount, "isFinished": \Progress.isFinished,
      "isCancelled": \Progress.isCancelled, "isPaused": \Progress.isPaused,
    ]
  }
}

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
