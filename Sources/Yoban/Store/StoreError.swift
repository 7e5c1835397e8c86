import Chunks
import Foundation

#if os(Android)
  import Android
#endif

/// An error of a device's storage.
///
/// After any of these errors, the files are as they were before the call, or repeating the call
/// restores them: no chunk is half written, and none is lost.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no room (ENOSPC, or EDQUOT where it exists), or less than the store must keep free.
  case diskFull(operation: FileOperation, path: String)
  /// A system call failed with this `errno`.
  case file(operation: FileOperation, path: String, code: Int32)
  /// The content of a file is not what its name says. The file was not changed.
  case unreadable(ChunkError, path: String)
  /// The folder contains chunks that were recorded under another device name.
  case deviceChanged(stored: String, given: String)
  /// The stream has a chunk with the largest sequence number, `ChunkIdentity.sequenceMax`, so no other can follow.
  case sequencesExhausted(stream: String)
  /// A receipt is for other bytes, so nothing was deleted.
  case receiptMismatch(ReceiptMismatch, chunk: ChunkIdentity)
}

/// A file system operation of a store.
public enum FileOperation: String, Hashable, Sendable {
  case create, open, write, truncate, synchronize, close, read, rename, remove, list, makeFolder
  case freeSpace
}

extension StoreError: CustomStringConvertible {
  /// A stable identifier of the kind of error, for logs and events.
  public var code: String {
    switch self {
    case .diskFull: "disk-full"
    case .file: "file"
    case .unreadable: "unreadable"
    case .deviceChanged: "device-changed"
    case .sequencesExhausted: "sequences-exhausted"
    case .receiptMismatch: "receipt-mismatch"
    }
  }

  /// A description of the error, in one sentence.
  public var message: String {
    switch self {
    case .diskFull(let operation, let path):
      "There is no free space to \(operation.rawValue) \(path)."
    case .file(let operation, let path, let code):
      "The system refused to \(operation.rawValue) \(path) (errno \(code))."
    case .unreadable(let error, let path): "\(path) cannot be read: \(error.message)"
    case .deviceChanged(let stored, let given):
      "The folder holds recordings of \(stored), not of \(given)."
    case .sequencesExhausted(let stream):
      "The stream \(stream) has a chunk with the largest sequence number that exists."
    case .receiptMismatch(let mismatch, let chunk):
      "The receipt for \(chunk) has a different \(mismatch.rawValue)."
    }
  }

  /// The suggested remedy, in one sentence.
  public var remedy: String {
    switch self {
    case .diskFull:
      "Free some space. The recording then continues by itself; the time until then is a gap."
    case .file(_, _, code: EPERM):
      "The file may be protected: before the first unlock after a boot, only files with the protection none can be written (DP1)."
    case .file: "Check the permissions and the file protection of the folder."
    case .unreadable(let error, _): error.remedy
    case .deviceChanged:
      "Send these recordings under their device name first, or use another folder."
    case .sequencesExhausted:
      "Record under another name of the stream, or of the device in another folder."
    case .receiptMismatch:
      "Check whether a proxy between device and collector changes the bodies of requests."
    }
  }

  public var description: String { "\(message) \(remedy)" }
}

extension GapCause {
  /// There was room, but the storage failed to store the samples.
  public static let storageFailed: GapCause = "storage-failed"
}

extension StoreError {
  /// The cause of the gap for samples that could not be stored because of this error.
  public var gapCause: GapCause {
    switch self {
    case .diskFull: .diskFull
    case .file, .unreadable, .deviceChanged, .sequencesExhausted, .receiptMismatch: .storageFailed
    }
  }
}
