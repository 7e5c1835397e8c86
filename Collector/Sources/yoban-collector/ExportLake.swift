import ArgumentParser
import Collector
import Foundation
import ObjectStore

/// `yoban-collector export --parquet`: keeps a data set of Parquet files as the database is.
struct ExportLake: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lake",
    abstract:
      "Write all recordings as Parquet files in folders for date, device and stream, or only what has changed.",
    discussion:
      "Writes samples/date=…/device=…/stream=…/part-….parquet, and gaps and marks in the same way below events. Run it from a timer: files whose content is the same stay as they are, and those of deleted recordings are removed. The folder _yoban has what a run must know of the one before. docs/lake.md has calls of DuckDB, Spark, Polars and Trino. Exit code 5 if files were not written because chunks are damaged."
  )

  @Option(help: "The database of the server.")
  var database: DatabaseLocation

  @Option(
    help:
      "A folder, which is made if it does not exist, or s3://BUCKET/PREFIX with the options and the credentials of serve --bodies."
  )
  var parquet: String

  @Option(
    help:
      "The name of a device. Repeat it for more devices. The files of others stay as they are. Default: all devices."
  )
  var device: [String] = []

  @Flag(
    help:
      "Write files without the samples of damaged chunks. Otherwise, such files stay as they were.")
  var skipDamaged = false

  func validate() throws {
    guard !parquet.isEmpty, parquet.hasPrefix("s3://") || !parquet.contains("://") else {
      throw ValidationError("--parquet must be a folder or s3://BUCKET/PREFIX.")
    }
  }

  func run() async throws {
    let storage = await database.open(isExpected: true)
    do {
      var export = LakeExport(storage, to: try Self.files(parquet))
      export.devices = Set(device)
      export.skipsDamaged = skipDamaged
      let report = try await export.run()
      printLine(
        "\(report.writtenFiles) files written with \(report.writtenRows) rows, \(report.removedFiles) removed, \(report.unchangedFiles) unchanged in \(export.files.name)"
      )
      guard report.failures.isEmpty else {
        fail(
          "\(report.failures.count) files were not written:\n"
            + report.failures.joined(separator: "\n"), .damaged)
      }
    } catch let failure as ResearchExport.Failure {
      fail("\(failure)", .notFound)
    } catch let error as StorageError {
      fail(error.explanation, .database)
    } catch {
      fail("the lake cannot be written: \(error)", .cannotWrite)
    }
  }

  private static func files(_ text: String) throws -> any LakeFiles {
    guard text.hasPrefix("s3:") else { return try LakeFolder(text) }
    let environment = ProcessInfo.processInfo.environment
    let location = try S3Location(text, environment: environment)
    let credentials = try S3Credentials(environment: environment) { path in
      FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
    return LakeBucket(
      S3Store(location, credentials, executor: WorkThreads(name: "lake", count: 4)))
  }
}
