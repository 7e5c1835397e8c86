import ArgumentParser
import Collector
import CollectorPostgres
import CollectorSQLite
import Foundation

/// The reasons for which the command ends early; the exit codes are in docs/collector.md.
enum Failure: Int32 {
  /// The database cannot be opened or used.
  case database = 2
  /// The server cannot listen on the address or port, or a broker refuses the subscription.
  case cannotServe = 3
  /// The named object does not exist.
  case notFound = 4
  /// Something that is stored is damaged.
  case damaged = 5
  /// A file cannot be imported.
  case notImportable = 6
  /// A file cannot be written.
  case cannotWrite = 7
}

/// Writes a line to standard output immediately, even if it is a pipe.
func printLine(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// Formats seconds since 1970, such as `2026-11-20T22:00:05Z`.
func iso8601(_ seconds: Int64) -> String {
  Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
}

/// Writes a line to standard error and ends the process.
func fail(_ message: String, _ failure: Failure) -> Never {
  FileHandle.standardError.write(Data("yoban-collector: \(message)\n".utf8))
  exit(failure.rawValue)
}

/// Returns the value, or writes the error to standard error and ends the process.
func orFail<Value>(
  _ body: () async throws(StorageError) -> Value
) async throws -> Value {
  do {
    return try await body()
  } catch {
    fail(error.explanation, .database)
  }
}

/// Returns the content of a file without line breaks at its end, or writes to standard error that it cannot be read or
/// is empty, and ends the process.
func content(of file: String) -> [UInt8] {
  guard var bytes = FileManager.default.contents(atPath: file).map([UInt8].init) else {
    fail("cannot read the file \(file)", .cannotServe)
  }
  while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
  guard !bytes.isEmpty else { fail("the file \(file) is empty", .cannotServe) }
  return bytes
}

/// The value of `--database`: a SQLite file or a PostgreSQL database.
struct DatabaseLocation: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    text = argument
  }

  var isPostgres: Bool { text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") }

  /// The location without a password, for messages.
  var description: String {
    guard isPostgres, let at = text.lastIndex(of: "@"), let slashes = text.range(of: "//"),
      slashes.upperBound < at
    else { return text }
    let user = text[slashes.upperBound..<at].prefix { $0 != ":" }
    return String(text[..<slashes.upperBound] + user + text[at...])
  }

  /// Opens the storage without the store of objects, for commands that read and write no recording. Writes an error to
  /// standard error and ends the process.
  ///
  /// - Parameter isExpected: whether it is an error if there is no such file yet.
  func openWithoutBodies(
    databaseBytesMax: Int? = nil, isExpected: Bool = false
  ) async -> any CollectorStorage {
    if isExpected, !isPostgres, !FileManager.default.fileExists(atPath: text) {
      fail("there is no file \(text)", .database)
    }
    do {
      return isPostgres
        ? try await PostgresStorage(url: text)
        : try SQLiteStorage(path: text, databaseBytesMax: databaseBytesMax)
    } catch {
      fail("cannot open \(description): \(error.explanation)", .database)
    }
  }
}

extension DatabaseLocation {
  /// As `openWithoutBodies(databaseBytesMax:isExpected:)`, with the store of objects in which the bodies of chunks are.
  ///
  /// - Parameters:
  ///   - bodies: the value of `--bodies`; nil for what the database says.
  ///   - isChecked: whether the store is asked for something, so that wrong credentials are found at once.
  func open(
    _ bodies: BodyLocation? = nil, databaseBytesMax: Int? = nil, isExpected: Bool = false,
    isChecked: Bool = false
  ) async -> any CollectorStorage {
    await BodyLocation.attach(
      bodies,
      to: await openWithoutBodies(databaseBytesMax: databaseBytesMax, isExpected: isExpected),
      isChecked: isChecked)
  }
}

extension StorageError {
  var explanation: String {
    switch self {
    case .full:
      "the disk is full, or the database has reached its maximum size; free some space and try again"
    case .unavailable(let reason), .objectsUnavailable(let reason): reason
    case .limitExceeded(let limit):
      "\(limit.stream.device)/\(limit.stream.stream) would exceed a limit of the server"
    case .damaged(let identity): "the stored chunk \(identity) is damaged"
    case .alreadyExists: "an entry with this identity already exists"
    case .newerSchema(let found, let known):
      "the database has version \(found), but this program supports only version \(known); use a newer version of yoban-collector"
    }
  }
}
