import ArgumentParser
import Foundation
import YobanNight
import YobanSimulatedOS
import YobanVirtualTime

/// `yoban night`: runs a simulated night of sensor logging.
struct NightCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "night",
    abstract:
      "Record sensors for a night on simulated devices, send the recording to a real collector, and check that no sample is lost.",
    discussion: NightOptions.discussion)

  @Option(help: "The length of the night in hours, more than 0 and at most 72.")
  var hours = 12.0

  @Option(
    help: ArgumentHelp(
      "The devices that record, separated by commas: \(NightDevice.allCases.map(\.rawValue).joined(separator: ",")), or some of them.",
      valueName: "list"))
  var devices = DeviceList(NightDevice.allCases)

  @Option(
    help: ArgumentHelp(
      "A folder with recordings of real sensors, which the simulated sensors repeat in a loop: ip12_acc.csv and ip12_gyr.csv for iPhone and watch, s25_acc.csv and s25_gyr.csv for Android, or the same names with .gz. Default: the motion is generated.",
      valueName: "dir"))
  var recording: String?

  @Option(
    help: ArgumentHelp(
      "Leave out one of the measures that keep a recording running, or that make its uploads smaller (packing), to see its effect. Repeat this option to leave out several.",
      valueName: "part"))
  var without: [NightPlan.RecipePart] = []

  @Flag(
    help: "Also record the heart rate of a chest strap over Bluetooth; needs iphone in --devices.")
  var strap = false

  @Option(
    help: ArgumentHelp(
      "What the system does with a file from the watch that arrives while the iPhone app is not running: observed (the file is lost, as on real devices) or documented (the file is delivered later, as Apple documents it).",
      valueName: "mode"))
  var link = WatchLinkPolicy.Mode.observed

  @Option(
    help: ArgumentHelp("The Android phone's API level, 26 to 37.", valueName: "level"))
  var api = 36

  @Option(
    help:
      "The Android phone's maker: stock (Android without changes), aggressive (a maker that stops background apps), or a maker such as xiaomi (yoban profiles lists them)."
  )
  var maker = AndroidModel.stock

  @Option(
    help: ArgumentHelp(
      "Let the clocks of a device run fast by up to 100000 parts per million, or slow with a minus sign, such as watch=-15. Repeat this option for several devices.",
      valueName: "device=ppm"))
  var clockDrift: [ClockDrift] = []

  @Flag(
    help:
      "Repeat a short night many times, each time with one fault: at each event an app is killed or force-quit or its device rebooted, and each message is lost, doubled or delayed once. Check after each night that no sample is lost."
  )
  var everyCrashPoint = false

  @OptionGroup var sweep: SweepOptions
  @OptionGroup var options: NightOptions

  func validate() throws {
    guard hours > 0, hours <= 72 else {
      throw ValidationError("--hours must be more than 0 and at most 72.")
    }
    guard DeviceProfile.androidLevels.contains(api) else {
      throw ValidationError("--api must be from 26 to 37.")
    }
    for part in without {
      guard let only = part.device, !devices.devices.contains(only) else { continue }
      throw ValidationError(
        "--without \(part.rawValue) concerns only the \(only.rawValue): add \(only.rawValue) to --devices."
      )
    }
    if let name = options.device, let only = devices.devices.first, only == .watch, name == "iphone"
    {
      throw ValidationError(
        "The name iphone belongs to the iPhone of the watch: give the watch another name with --device."
      )
    }
    if case .kill(let device, _, _)? = sweep.fault, !devices.devices.contains(device) {
      throw ValidationError(
        "--fault concerns the app of the \(device.rawValue): add \(device.rawValue) to --devices.")
    }
    if strap, !devices.devices.contains(.iphone) {
      throw ValidationError("--strap needs an iPhone: add iphone to --devices.")
    }
    let drifting = clockDrift.map(\.device)
    guard Set(drifting).count == drifting.count else {
      throw ValidationError("--clock-drift names a device twice: give each device one value.")
    }
    // The iPhone of a watch is always there.
    let present = devices.devices + (devices.devices.contains(.watch) ? [.iphone] : [])
    if let other = drifting.first(where: { !present.contains($0) }) {
      throw ValidationError(
        "--clock-drift concerns the \(other.rawValue): add \(other.rawValue) to --devices.")
    }
    if everyCrashPoint || sweep.fault != nil, options.collector != nil || options.report != nil {
      throw ValidationError(
        "--every-crash-point and --fault use a collector in memory and write no report: leave out --collector and --report."
      )
    }
    if case .storage(let device, _, _)? = sweep.fault,
      !devices.devices.contains(device), !(device == .iphone && devices.devices.contains(.watch))
    {
      throw ValidationError(
        "--fault concerns the app of the \(device.rawValue): add \(device.rawValue) to --devices.")
    }
    if sweep.storage, !everyCrashPoint {
      throw ValidationError("--storage belongs to --every-crash-point: add it, or leave out both.")
    }
    if everyCrashPoint, sweep.fault != nil || options.trace != nil {
      throw ValidationError("--every-crash-point runs many nights: leave out --fault and --trace.")
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
    for drift in clockDrift { plan.clockDrifts[drift.device] = drift.partsPerMillion }
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
      "Record 24 hours on a simulated iPhone with a chest strap, five beacons, a nightly background task, a force-quit, a reboot and a system update.",
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

/// By how much the clocks of a device run fast, such as `watch=-15`.
struct ClockDrift: ExpressibleByArgument, CustomStringConvertible {
  let device: NightDevice
  let partsPerMillion: Double

  init?(argument: String) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let device = NightDevice(rawValue: parts[0].lowercased()),
      let partsPerMillion = Double(parts[1]), ClockRate.drifts.contains(partsPerMillion)
    else { return nil }
    self.device = device
    self.partsPerMillion = partsPerMillion
  }

  var description: String { "\(device.rawValue)=\(partsPerMillion)" }
  var defaultValueDescription: String { description }
}

extension NightPlan.RecipePart: ExpressibleByArgument {}
extension WatchLinkPolicy.Mode: ExpressibleByArgument {}
extension AndroidModel: ExpressibleByArgument {}
