import Chunks
import CollectorContract
import Foundation

#if YOBAN_ANDROID
  import FoundationNetworking
#else
  import UIKit
#endif

/// Gets the access of this installation to a collector with a code, once, and keeps it.
///
/// A code is what `yoban-collector enroll` prints, and what the user scans or pastes. Read `access()` at each launch;
/// without one, let the user scan a code and call `enroll(with:)`.
///
/// The access stands in a file beside the recordings and not in the Keychain, which outlives the app: a new
/// installation counts its chunks from the beginning, so it needs a new name and a new code. The file has no Data
/// Protection, because a process that the system launches before the first unlock after a boot must read it (DP3).
/// Isolated to `RecorderActor`.
@RecorderActor
public final class Enrollment {
  private let name: String
  private let folder: URL?
  private let files = FileOperations.posix

  /// The default of the time for which `enroll(with:for:)` tries.
  public nonisolated static let patience = Duration.seconds(60)
  private static let requestSecondsMax = 20.0
  /// The maximum size of an answer. The rest is cut off.
  private nonisolated static let answerByteCountMax = 65_536

  /// - Parameters:
  ///   - name: tells the enrollments of an app apart, such as that of the phone and that of its watch, which the phone
  ///     makes, too. Letters, digits, hyphens and underscores only.
  ///   - folder: the folder of its file. Default: `Yoban/enrollments` in Application Support.
  public init(_ name: String = "device", folder: URL? = nil) {
    precondition(
      !name.isEmpty && name.utf8.allSatisfy(Self.isAllowed), "the name \(name) is not allowed")
    self.name = name
    self.folder = folder
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Returns the access of the last enrollment; nil if there was none.
  ///
  /// - Throws: `EnrollmentError.store`.
  public func access() throws(EnrollmentError) -> CollectorAccess? { try load().access }

  /// Returns the code that was sent and has got no answer yet, such as in an earlier launch; nil if there is none. Call
  /// `enroll(with:)` with it.
  ///
  /// - Throws: `EnrollmentError.store`.
  public func pendingCode() throws(EnrollmentError) -> String? { try load().pending?.code }

  /// Sends a code to its collector, and returns the access that it gives.
  ///
  /// A failed request is repeated until the time has passed. The same code can always be sent again, because the
  /// collector repeats its answer for this installation and for no other. A code that has given the access of
  /// `access()` gives it again, without a request. Another code replaces the access; everything that was recorded must
  /// have been sent before, because the device gets another name.
  ///
  /// - Parameters:
  ///   - text: the text of the code, such as `https://collector.example/enroll#ye_…`.
  ///   - patience: the time after which it gives up; a request in progress may take 20 s more.
  /// - Throws: `EnrollmentError`.
  public func enroll(
    with text: String, for patience: Duration = Enrollment.patience
  ) async throws(EnrollmentError) -> CollectorAccess {
    let code: EnrollmentCode
    do throws(EnrollmentCodeError) {
      code = try EnrollmentCode(text: text)
    } catch {
      throw .invalidCode(error.description)
    }
    var machine = try load()
    if let access = machine.access(with: code) { return access }
    let request = machine.start(code, random: (0..<16).map { _ in .random(in: .min ... .max) })
    try save(machine)
    let clock = SessionClock()
    var failures = 0
    while true {
      let attempt = await send(request, to: code.collector)
      // Another call may have got the answer meanwhile.
      machine = try load()
      if let access = machine.access(with: code) { return access }
      switch machine.ended(request, attempt) {
      case .enrolled(let access):
        try save(machine)
        return access
      case .refused(let refusal, let message):
        try save(machine)
        throw .refused(refusal, message)
      case .replaced: throw .canceled
      case .retry(let failure, let seconds):
        failures += 1
        let delay = EnrollmentDelay.nanoseconds(
          failures: failures, jitter: .random(in: 0..<1), atLeastSeconds: seconds)
        guard clock.now + delay < patience.nanoseconds else { throw .noAnswer(failure) }
        do {
          try await Task.sleep(nanoseconds: UInt64(delay))
        } catch {
          throw .canceled
        }
      }
    }
  }

  // MARK: The network

  private func send(
    _ request: EnrollmentRequest, to collector: URL
  ) async -> EnrollmentMachine.Attempt {
    let path = CollectorPath.enrollments.filled()
    var http = URLRequest(url: collector.appending(path: path.dropFirst()))
    http.httpMethod = "POST"
    http.httpBody = Data(request.json)
    http.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = Self.requestSecondsMax
    configuration.timeoutIntervalForResource = Self.requestSecondsMax
    let session = URLSession(configuration: configuration)
    defer { session.finishTasksAndInvalidate() }
    let final = http
    return await withCheckedContinuation { continuation in
      session.dataTask(with: final) { data, response, error in
        continuation.resume(returning: Self.attempt(data, response, error))
      }.resume()
    }
  }

  private nonisolated static func attempt(
    _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
  ) -> EnrollmentMachine.Attempt {
    guard error == nil, let response = response as? HTTPURLResponse else {
      let code = error.map { ($0 as NSError).code } ?? URLError.Code.badServerResponse.rawValue
      return .failed(code: code)
    }
    return .response(
      status: response.statusCode,
      retryAfterSeconds: response.value(forHTTPHeaderField: "Retry-After").flatMap(
        RetryDelay.requestedSeconds),
      body: Array((data ?? Data()).prefix(answerByteCountMax)))
  }

  // MARK: The file

  private func path() throws(EnrollmentError) -> String {
    let folder: URL
    do throws(StoreError) {
      folder = try resolvedFolder()
    } catch {
      throw .store(error)
    }
    return folder.appending(path: "\(name).json", directoryHint: .notDirectory)
      .path(percentEncoded: false)
  }

  private func resolvedFolder() throws(StoreError) -> URL {
    if let folder { return folder }
    return try StoreFolder.inApplicationSupport("Yoban/enrollments")
  }

  private func load() throws(EnrollmentError) -> EnrollmentMachine {
    let path = try path()
    do throws(StoreError) {
      // The file is replaced as a whole, so one that cannot be decoded was not written here.
      return try files.read(path).flatMap {
        try? JSONDecoder().decode(EnrollmentMachine.self, from: Data($0))
      } ?? EnrollmentMachine()
    } catch {
      throw .store(error)
    }
  }

  private func save(_ machine: EnrollmentMachine) throws(EnrollmentError) {
    let path = try path()
    do throws(StoreError) {
      try files.makeFolder(StoreLayout.folder(of: path), FileProtectionType.none)
      try files.replace(path, with: ContractJSON.encode(machine))
    } catch {
      throw .store(error)
    }
  }
}
