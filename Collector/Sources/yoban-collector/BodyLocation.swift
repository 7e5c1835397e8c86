import ArgumentParser
import Collector
import CollectorPostgres
import CollectorSQL
import CollectorSQLite
import Foundation
import ObjectStore

/// The value of `--bodies`: where the bytes of new chunks are stored.
struct BodyLocation: ExpressibleByArgument {
  let text: String

  init?(argument: String) { text = argument }

  /// The help of the option in all commands that have it.
  static let help: ArgumentHelp =
    "Where the bodies of new chunks are stored, such as s3://BUCKET/PREFIX?region=eu-central-1, with endpoint=https://HOST:PORT for a store that is not Amazon's. The credentials are those of the environment or of a file, as for the AWS tools. Default: where the database says that they are, and the database itself if it is new."

  /// The number of requests to the store at the same time.
  private static let requestsMax = 32

  /// Lets a storage use the store of objects that its database names, or a new one.
  ///
  /// - Parameters:
  ///   - isChecked: whether the store is asked for something, so that wrong credentials are found at once.
  static func attach(
    _ given: BodyLocation?, to storage: any CollectorStorage, isChecked: Bool
  ) async -> any CollectorStorage {
    switch storage {
    case let storage as SQLiteStorage: await attach(given, storage, isChecked)
    case let storage as PostgresStorage: await attach(given, storage, isChecked)
    default: preconditionFailure("a database is either a SQLite file or in PostgreSQL")
    }
  }

  private static func attach<Database>(
    _ given: BodyLocation?, _ storage: SQLStorage<Database>, _ isChecked: Bool
  ) async -> SQLStorage<Database> {
    let environment = ProcessInfo.processInfo.environment
    var storage = storage
    do {
      let recorded = try await storage.objectLocation()
        .map { try S3Location($0, environment: environment) }
      let wanted = try given.map { try S3Location($0.text, environment: environment) }
      if let recorded, let wanted, recorded.name != wanted.name {
        fail(
          "the chunk bodies of this database are in \(recorded.name), not in \(wanted.name); yoban-collector migrate copies them",
          .database)
      }
      guard let location = wanted ?? recorded else { return storage }
      let credentials = try S3Credentials(environment: environment) { path in
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
      }
      let store = S3Store(
        location, credentials, executor: WorkThreads(name: "objects", count: requestsMax))
      if isChecked || recorded?.text != location.text {
        _ = try await store.objects(withPrefix: "chunks/", after: nil)
      }
      if recorded?.text != location.text {
        try await storage.setObjectLocation(location.text)
      }
      storage.objects = store
    } catch let error as StorageError {
      fail(error.explanation, .database)
    } catch {
      fail("\(error)", .database)
    }
    return storage
  }
}
