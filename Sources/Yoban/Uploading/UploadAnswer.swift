import Chunks
import Foundation

/// How one attempt to send a chunk ended, as the transport saw it.
public enum UploadAnswer: Hashable, Sendable {
  /// The collector, or something on the way, answered.
  case response(status: Int, retryAfterSeconds: Int?, body: [UInt8])
  /// The system cancelled the task: after a force-quit, for instance (FT7, L16; error -999).
  case cancelled
  /// There was no answer; the code is that of `URLError`.
  case failed(code: Int)
}

/// What an answer means for the chunk.
enum UploadVerdict: Hashable {
  /// The collector has it: store the receipt, then delete the chunk.
  case received(Receipt)
  /// Send it again later.
  case retry(UploadFailure, atLeastSeconds: Int)
  /// Send it again, at once the first time.
  case recreate
  /// Sending it again as it is would be refused again.
  case refused(ChunkProblem)

  init(_ answer: UploadAnswer, for chunk: ChunkIdentity, _ digest: ChunkDigest) {
    switch answer {
    case .cancelled:
      self = .recreate
    case .failed(let code):
      self = .retry(.noAnswer(code: code), atLeastSeconds: 0)
    case .response(let status, let retryAfter, let body):
      self = Self.verdict(status, max(retryAfter ?? 0, 0), body, chunk, digest)
    }
  }

  private static func verdict(
    _ status: Int, _ retryAfter: Int, _ body: [UInt8], _ chunk: ChunkIdentity,
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

/// Why a chunk has to be sent again.
public enum UploadFailure: Error, Hashable, Sendable {
  /// No answer came; the code is that of `URLError`.
  case noAnswer(code: Int)
  /// The answer was neither a receipt nor a refusal.
  case status(Int)
  /// The answer said it was stored, without a receipt.
  case noReceipt(status: Int)
  /// The receipt is for something else: nothing was deleted.
  case receiptMismatch(ReceiptMismatch)
  /// The receipt could not be stored: nothing was deleted.
  case receiptNotStored(StoreError)
}

extension ChunkProblem {
  /// What a body of RFC 9457 says, or the status alone when it is none.
  init(status: Int, body: [UInt8]) {
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
