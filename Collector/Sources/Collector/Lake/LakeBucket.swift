import CollectorContract
import Foundation
import ObjectStore
import Synchronization

/// A lake in a bucket of a store that understands S3.
///
/// An object is replaced as a whole when its upload is complete.
package struct LakeBucket: LakeFiles {
  private let store: S3Store

  package init(_ store: S3Store) { self.store = store }

  package var name: String { store.name }

  package func lock() async throws(LakeError) -> any LakeLock {
    try await BucketLease.take(in: store, now: Date.nowInSeconds)
  }

  package func list(
    _ folder: String, _ body: (_ path: String, _ bytes: Int64) throws -> Void
  ) async throws {
    var last: String?
    while true {
      let objects = try await orLakeError { () async throws(ObjectStoreError) in
        try await store.objects(withPrefix: folder.isEmpty ? "" : folder + "/", after: last)
      }
      guard let final = objects.last else { return }
      for object in objects { try body(object.key, object.byteCount) }
      last = final.key
    }
  }

  package func content(of path: String) async throws(LakeError) -> [UInt8]? {
    try await orLakeError { () async throws(ObjectStoreError) in try await store.bytes(at: path) }
  }

  package func begin(_ path: String) async throws(LakeError) -> any LakeFile {
    FileInBucket(upload: S3Upload(store, path))
  }

  package func remove(_ path: String) async throws(LakeError) {
    try await orLakeError { () async throws(ObjectStoreError) in try await store.remove(path) }
  }
}

private struct FileInBucket: LakeFile {
  var upload: S3Upload

  mutating func append(_ bytes: [UInt8]) async throws(LakeError) {
    do { try await upload.append(bytes) } catch { throw LakeError(error.description) }
  }

  mutating func finish() async throws(LakeError) -> Int64 {
    do { return try await upload.finish() } catch { throw LakeError(error.description) }
  }

  mutating func cancel() async { await upload.cancel() }
}

private func orLakeError<Value>(
  _ body: () async throws(ObjectStoreError) -> Value
) async throws(LakeError) -> Value {
  do { return try await body() } catch { throw LakeError(error.description) }
}

/// A lock in a bucket: an object with a number, which its run renews every minute. The object with the highest number
/// counts.
///
/// A run creates the next number under the condition that there is no such object, so that of two runs only one gets
/// it. It may do so if there is no object, if the last one was not renewed for half an hour, or if its process is no
/// longer there. Clocks of machines may differ by 15 minutes, which is what S3 allows.
private final class BucketLease: LakeLock {
  private struct Content: Codable, Hashable {
    var run: String
    var host: String
    var process: LakeProcess?
    /// In seconds since 1970.
    var renewed: Int64
  }

  /// The time without renewal, in seconds, after which a lease has ended.
  private static let endsAfterSeconds: Int64 = 1_800
  /// A run that was suspended for longer stops, in seconds.
  private static let suspendedSecondsMax: Int64 = 600
  private static let renewalSeconds: Int64 = 60

  private let store: S3Store
  private let key: String
  private let content: Mutex<Content>

  private init(_ store: S3Store, _ key: String, _ content: Content) {
    self.store = store
    self.key = key
    self.content = Mutex(content)
  }

  static func take(in store: S3Store, now: Int64) async throws(LakeError) -> BucketLease {
    let keys = try await keys(in: store)
    if let last = keys.last, let holder = try await read(last, in: store) {
      let hasEnded =
        now.clampedSubtract(holder.renewed) > endsAfterSeconds || holder.process?.hasEnded == true
      guard hasEnded else {
        throw LakeError.isWritten(
          store.name, by: " (on \(holder.host), last sign at \(iso8601(holder.renewed)))")
      }
    }
    let key = key(number: (keys.last.flatMap(number(of:)) ?? 0) + 1)
    let content = Content(
      run: UUID().uuidString, host: ProcessInfo.processInfo.hostName,
      process: .current, renewed: now)
    let isTaken = try await orLakeError { () async throws(ObjectStoreError) in
      try await store.create(ContractJSON.encode(content), at: key)
    }
    guard isTaken else { throw LakeError.isWritten(store.name) }
    for old in keys { try? await store.remove(old) }
    return BucketLease(store, key, content)
  }

  func renew() async throws(LakeError) {
    let now = Date.nowInSeconds
    let since = now.clampedSubtract(content.withLock { $0.renewed })
    guard since >= Self.renewalSeconds else { return }
    let last = try await Self.keys(in: store).last
    guard since < Self.suspendedSecondsMax, last == key else {
      throw LakeError(
        "the export was suspended for too long, and another one may write \(store.name) now; run it again"
      )
    }
    let renewed = content.withLock { content in
      content.renewed = now
      return content
    }
    try await LakeBucket(store).write(ContractJSON.encode(renewed), to: key)
  }

  func release() async { try? await store.remove(key) }

  private static func keys(in store: S3Store) async throws(LakeError) -> [String] {
    try await orLakeError { () async throws(ObjectStoreError) in
      try await store.objects(withPrefix: LakePath.lock + "-", after: nil).map(\.key)
    }
  }

  private static func read(
    _ key: String, in store: S3Store
  ) async throws(LakeError) -> Content? {
    let bytes = try await LakeBucket(store).content(of: key)
    return bytes.flatMap { try? JSONDecoder().decode(Content.self, from: Data($0)) }
  }

  private static func key(number: Int) -> String {
    let digits = String(number)
    return LakePath.lock + "-" + String(repeating: "0", count: max(0, 9 - digits.count)) + digits
  }

  private static func number(of key: String) -> Int? {
    key.split(separator: "-").last.flatMap { Int($0) }
  }

  private static func iso8601(_ seconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }
}

/// A process, so that another one on the same machine recognizes that it has ended.
private struct LakeProcess: Codable, Hashable {
  /// The start of the machine and its space of numbers, which a container has for itself.
  var space: String
  var number: Int32

  /// nil where the system does not say this.
  static var current: LakeProcess? {
    guard let boot = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id"),
      let space = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
    else { return nil }
    let text = String(decoding: boot, as: UTF8.self).filter { !$0.isWhitespace }
    return LakeProcess(
      space: "\(text) \(space)", number: ProcessInfo.processInfo.processIdentifier)
  }

  var hasEnded: Bool {
    space == Self.current?.space && kill(number, 0) != 0 && errno == ESRCH
  }
}
