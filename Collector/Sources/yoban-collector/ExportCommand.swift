import ArgumentParser
import Collector
import Foundation
import ResearchFormats

/// `yoban-collector export`: writes recordings as files for research tools, also while a server runs.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract:
      "Write recordings as files for research tools, or as a lake of Parquet files; possible while the server runs.",
    subcommands: [ExportLake.self, ExportGGIR.self, ExportMotion.self, ExportHeartRate.self],
    // So that the location can stand alone: export --parquet LOCATION.
    defaultSubcommand: ExportLake.self)
}

/// The options of all exports.
struct ExportOptions: ParsableArguments {
  @Option(help: "The database of the server.")
  var database: DatabaseLocation

  @Option(help: "The first time, in nanoseconds since 1970. Default: the beginning.")
  var from: Int64?

  @Option(
    help: "The time before which the export ends, in nanoseconds since 1970. Default: no end.")
  var to: Int64?

  @Flag(help: "Leave out chunks that are damaged. Otherwise, they are an error.")
  var skipDamaged = false

  func validate() throws {
    guard from ?? .min < to ?? .max else { throw ValidationError("--from must be before --to.") }
  }

  /// Runs an export, or writes the reason why there is none to standard error and ends the process.
  func export<Value>(
    _ body: (ResearchExport, any CollectorStorage) async throws -> Value
  ) async -> Value {
    let storage = await database.open(isExpected: true)
    var export = ResearchExport(storage)
    export.skipsDamaged = skipDamaged
    do {
      return try await body(export, storage)
    } catch let failure as ResearchExport.Failure {
      fail("\(failure)", .notFound)
    } catch let error as StorageError {
      fail(error.explanation, .database)
    } catch {
      fail("the export cannot be written: \(error.localizedDescription)", .cannotWrite)
    }
  }
}

/// `yoban-collector export ggir`: a file for each device, and the script that calls GGIR.
struct ExportGGIR: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ggir",
    abstract: "Write accelerations as CSV for GGIR, with the R script that reads them.",
    discussion:
      "Writes OUTPUT/data/DEVICE.csv for each device, and OUTPUT/ggir.R. Run the script in its folder: Rscript ggir.R."
  )

  @OptionGroup var options: ExportOptions

  @Option(help: "The name of a device. Repeat it for more devices.")
  var device: [String]

  @Option(help: "The stream with the acceleration.")
  var stream = "accelerometer"

  @Option(help: "The channels of the x, y and z axis.")
  var channels = "x,y,z"

  @Option(help: "The unit of the channels: g, mg or m/s^2. Default: that of the stream.")
  var unit: String?

  @Option(help: "The sample rate in Hz. Default: the nominal one of the stream.")
  var rate: Int?

  @Option(help: "The time zone in which the devices were worn, such as Europe/Berlin.")
  var timeZone: String

  @Option(help: "The folder to write, which must be empty or new.")
  var output: String

  func validate() throws {
    guard rate.map({ (1...10_000).contains($0) }) ?? true else {
      throw ValidationError("--rate must be from 1 to 10000 Hz.")
    }
    guard TimeZone(identifier: timeZone) != nil, timeZone.contains("/") || timeZone == "UTC" else {
      throw ValidationError("--time-zone must be a name such as Europe/Berlin, or UTC.")
    }
    guard Set(device.map { $0.lowercased() }).count == device.count else {
      throw ValidationError("--device names a device twice.")
    }
  }

  func run() async throws {
    let files = FolderFiles(output)
    let rates = await options.export { export, _ in
      var rates: [(device: String, rate: Int)] = []
      for device in device {
        let selection = ResearchExport.Selection(
          device: device, stream: stream, from: options.from, to: options.to)
        let nominal = try await export.writeGGIR(
          selection, axes: channels, unit: unit, "data/\(device).csv", to: files)
        guard let rate = rate ?? nominal.map({ Int($0.rounded()) }), rate > 0 else {
          fail(
            "\(device)/\(stream) has no nominal sample rate: add --rate with the rate in Hz",
            .notFound)
        }
        rates.append((device, rate))
      }
      return rates
    }
    guard let first = rates.first, rates.allSatisfy({ $0.rate == first.rate }) else {
      let text = rates.map { "\($0.device) \($0.rate) Hz" }.joined(separator: ", ")
      fail(
        "GGIR reads all files with one sample rate, and the devices have different ones: \(text). Export them into different folders",
        .notFound)
    }
    let script = GGIRScript(sampleRate: first.rate, timeZone: timeZone)
    try files.begin("ggir.R")
    try files.append(Array(script.text.utf8))
    try files.end()
    printLine(
      "\(rates.count) files at \(first.rate) Hz in \(output)/data; run Rscript ggir.R in \(output)")
  }
}

/// `yoban-collector export bids`: a dataset of Motion-BIDS.
struct ExportMotion: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bids",
    abstract: "Write nights as a dataset of Motion-BIDS.",
    discussion:
      "Each device is a participant, each night a session, and each stream with a movement a tracking system. With --from and --to, the nights that begin in this time."
  )

  @OptionGroup var options: ExportOptions

  @Option(help: "The name of a device. Repeat it for more devices. Default: all devices.")
  var device: [String] = []

  @Option(help: "The name of the dataset.")
  var name = "Recordings"

  @Option(help: "The label of the task, which is part of the names of files: letters and digits.")
  var task = "night"

  @Option(help: "The name of an author. Repeat it for more authors.")
  var author: [String] = []

  @Option(help: "The folder to write, which must be empty or new.")
  var output: String

  func validate() throws {
    guard MotionDataset.isLabel(task) else {
      throw ValidationError("--task must have only letters and digits.")
    }
  }

  func run() async throws {
    let files = FolderFiles(output)
    let count = await options.export { export, storage in
      let devices = device.isEmpty ? try await storage.devices() : device
      let dataset = MotionDataset(
        name: name, task: task, authors: author, devices: devices,
        generatorVersion: CollectorVersion.text)
      return try await export.writeMotion(
        dataset, of: devices, from: options.from, to: options.to.map { $0 - 1 }, to: files)
    }
    guard count > 0 else {
      fail("there is no night with a movement in this time", .notFound)
    }
    printLine("\(count) nights in \(output)")
  }
}

/// `yoban-collector export fhir`: heart rates as observations of FHIR.
struct ExportHeartRate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fhir",
    abstract: "Write heart rates as resources Observation of FHIR R4, one per line (NDJSON).")

  @OptionGroup var options: ExportOptions

  @Option(help: "The name of the device.")
  var device: String

  @Option(help: "The stream with the heart rate.")
  var stream = "heart-rate"

  @Option(help: "The channel. Default: the only one in beats per minute.")
  var channel: String?

  @Option(help: "The patient, such as Patient/123. Default: the device as an identifier.")
  var subject: String?

  @Option(help: "The file to write, which must not exist; - for standard output.")
  var output: String

  func run() async throws {
    let file = SingleFile(output)
    await options.export { export, _ in
      try await export.writeHeartRates(
        ResearchExport.Selection(
          device: device, stream: stream, from: options.from, to: options.to),
        channel: channel, subject: subject, output, to: file)
    }
  }
}
