import ArgumentParser
import Foundation
import Night
import SimulatedOS

/// `yoban night`: runs a simulated night of sensor logging.
struct NightCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "night",
    abstract:
      "Record a night on simulated devices, store it on a real collector, account for every sample.",
    discussion: NightOptions.discussion)

  @Option(help: "Length of the night, more than 0 and at most 72.")
  var hours = 12.0

  @Option(
    help: ArgumentHelp(
      "Who records: \(NightDevice.allCases.map(\.rawValue).joined(separator: ",")), or some of them.",
      valueName: "list"))
  var devices = DeviceList(NightDevice.allCases)

  @Option(
    help: ArgumentHelp(
      "A folder with recordings, played in a loop: ip12_acc.csv and ip12_gyr.csv for iPhone and watch, s25_acc.csv and s25_gyr.csv for Android (or .gz). Default: generated motion.",
      valueName: "dir"))
  var recording: String?

  @Option(
    help: ArgumentHelp(
      "Leave out a part of the recipe: \(NightPlan.RecipePart.allCases.map(\.rawValue).joined(separator: ", ")). Repeatable.",
      valueName: "part"))
  var without: [NightPlan.RecipePart] = []

  @Flag(help: "Wear a chest strap: its heart rate is recorded over Bluetooth, too.")
  var strap = false

  @Option(
    help: ArgumentHelp(
      "What becomes of a file from the watch whose receiver does not run: observed (it is lost) or documented (it is delivered later).",
      valueName: "mode"))
  var link = WatchLinkPolicy.Mode.observed

  @Option(
    help: ArgumentHelp("The Android phone's API level, 26 to 36.", valueName: "level"))
  var api = 36

  @Option(help: "The Android phone's maker: stock, or aggressive towards background apps.")
  var maker = AndroidModel.stock

  @Flag(
    help:
      "Play a night of minutes once for every event of its trace, with each device's app killed, quit or rebooted exactly there, and once for every message, lost, doubled and delayed."
  )
  var everyCrashPoint = false

  @OptionGroup var sweep: SweepOptions
  @OptionGroup var options: NightOptions

  func validate() throws {
    guard hours > 0, hours <= 72 else {
      throw ValidationError("--hours must be more than 0 and at most 72.")
    }
    guard (26...36).contains(api) else { throw ValidationError("--api is a level from 26 to 36.") }
    for part in without where !devices.devices.contains(part.device) {
      throw ValidationError(
        "--without \(part.rawValue) is a part of the \(part.device.rawValue)'s recipe: add \(part.device.rawValue) to --devices."
      )
    }
    if let name = options.device, let only = devices.devices.first, only == .watch, name == "iphone"
    {
      throw ValidationError("The watch's iPhone is called iphone: give the watch another name.")
    }
    if case .kill(let device, _, _)? = sweep.fault, !devices.devices.contains(device) {
      throw ValidationError("--fault kills an app of the \(device.rawValue): add it to --devices.")
    }
    if strap, !devices.devices.contains(.iphone) {
      throw ValidationError("--strap needs the iphone among --devices.")
    }
    if everyCrashPoint || sweep.fault != nil, options.collector != nil || options.report != nil {
      throw ValidationError(
        "--every-crash-point and --fault keep what arrives in memory and make no report: leave out --collector and --report."
      )
    }
    if everyCrashPoint, sweep.fault != nil || options.trace != nil {
      throw ValidationError("--every-crash-point plays many nights: leave out --fault and --trace.")
    }
    try options.validate(for: devices.devices)
  }

  func run() async throws {
    var plan = NightPlan(
      hours: hours, seed: options.seed, devices: Set(devices.devices), leftOut: Set(without))
    plan.hasStrap = strap
    plan.linkMode = link
    plan.apiLevel = api
    plan.maker = maker
    // The sample rate of the articles' measurements.
    plan.rateHz = options.rate ?? 50
    if let recording { plan.motion = .recorded(URL(fileURLWithPath: recording, isDirectory: true)) }
    if everyCrashPoint || sweep.fault != nil {
      return try await sweep.play(
        plan, trace: try options.trace.map { try TraceFile($0) }, json: options.json)
    }
    try await options.play(plan, "night")
  }
}

/// `yoban day`: runs a simulated day with all features at once.
struct DayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract:
      "Record 24 hours with a strap, five beacons, a nightly task, a force-quit, a reboot and an update of the system.",
    discussion: NightOptions.discussion)

  @OptionGroup var options: NightOptions

  func validate() throws { try options.validate(for: [.iphone]) }

  func run() async throws {
    var plan = NightPlan.day(seed: options.seed)
    if let rate = options.rate { plan.rateHz = rate }
    try await options.play(plan, "day")
  }
}

/// A list of devices, such as `iphone,watch,android`.
struct DeviceList: ExpressibleByArgument, CustomStringConvertible {
  let devices: [NightDevice]

  init(_ devices: [NightDevice]) { self.devices = devices.sorted() }

  init?(argument: String) {
    let names = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let devices = names.compactMap { NightDevice(rawValue: $0.lowercased()) }
    guard !devices.isEmpty, devices.count == names.count, Set(devices).count == devices.count else {
      return nil
    }
    self.init(devices)
  }

  var description: String { devices.map(\.rawValue).joined(separator: ",") }
  var defaultValueDescription: String { description }
}

extension NightPlan.RecipePart: ExpressibleByArgument {}
extension WatchLinkPolicy.Mode: ExpressibleByArgument {}
extension AndroidModel: ExpressibleByArgument {}
