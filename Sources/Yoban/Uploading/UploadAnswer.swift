import Chunks
import CollectorContract
import Foundation

/// The outcome of one attempt to send a chunk, as the transport reported it.
public enum UploadAnswer: Hashable, Sendable {
  /// The collector, or a server on the way to it, responded.
  case response(status: Int, retryAfterSeconds: Int64?, body: [UInt8])
  /// The system canceled the task, for example after a force-quit (FT7, L16; error -999).
  case cancelled
  /// There was no response. The code is that of `URLError`.
  case failed(code: Int)
}

/// The consequence of an answer for the chunk.
enum UploadVerdict: Hashable {
  /// The collector has the chunk: store the receipt, then delete the chunk.
  case received(Receipt)
  /// Send the chunk again later.
  case retry(UploadFailure, atLeastSeconds: Int64)
  /// Send the chunk again, the first time immediately.
  case recreate
  /// The chunk would be refused again if it were sent again unchanged.
  case refused(ChunkProblem)

  init(_ answer: UploadAnswer, for chunk: ChunkIdentity, _ digest: ChunkDigest) {
    switch answer {
    case .cancelled:
      self = .recreate
    case .failed(let code):
      self = .retry(.noAnswer(code: code), atLeastSeconds: 0)
    case .response(let status, let retryAfter, let body):
      let seconds = min(max(retryAfter ?? 0, 0), RetryDelay.requestedSecondsMax)
      self = Self.verdict(status, seconds, body, chunk, digest)
    }
  }

  private static func verdict(
    _ status: Int, _ retryAfter: Int64, _ body: [UInt8], _ chunk: ChunkIdentity,
    _ digest: ChunkDigest
  ) -> UploadVerdict {
    switch status {
    case 200, 201:
      guard let receipt = Receipt(json: body) else {
        return .retry(.noReceipt(status: status), atLeastSeconds: retryAfter)
      }
      if let mismatch = receipt.mismatch(with: chunk, digest) {
        return .retry(.receiptMismatch(mismatch), atLeastSeconds: retryAfter)
      }
      return .received(receipt)
    case 408, 429:
      return .retry(.status(status), atLeastSeconds: retryAfter)
    case 400..<500:
      return .refused(ChunkProblem(status: status, body: body))
    default:
      return .retry(.status(status), atLeastSeconds: retryAfter)
    }
  }
}

/// The reason why a chunk has to be sent again.
public enum UploadFailure: Error, Hashable, Sendable {
  /// There was no response. The code is that of `URLError`.
  case noAnswer(code: Int)
  /// The response was neither a receipt nor a refusal.
  case status(Int)
  /// The response reported success but contained no receipt.
  case noReceipt(status: Int)
  /// The receipt does not match the chunk. Nothing was deleted.
  case receiptMismatch(ReceiptMismatch)
  /// The receipt could not be stored. Nothing was deleted.
  case receiptNotStored(StoreError)
}

extension ChunkProblem {
  /// The problem that an RFC 9457 body describes, or the status alone when the body is not one.
  init(status: Int, body: [UInt8]) {
    // A server in front of the collector may leave out members, so `ProblemBody` is not used.
    struct Problem: Decodable {
      var title: String?
      var detail: String?
    }
    let problem = try? JSONDecoder().decode(Problem.self, from: Data(body))
    self.init(
      status: status, title: problem?.title ?? "refused with status \(status)",
      detail: problem?.detail ?? "")
  }
}
