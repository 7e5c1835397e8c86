import Foundation
import SimulatedOS
import VirtualTime

/// A device of the night with its app, and the truth about what its sensors took.
///
/// Sendable: touched only by the scenario's simulation, and after it.
final class NightDeviceFixture: @unchecked Sendable {
  let kind: NightDevice
  /// Its name at the collector.
  let name: String
  let device: Device
  let app: InstalledApp
  /// Whether it records; an iPhone may be there for the watch alone.
  let records: Bool
  let sampleInterval: Double
  var strap: HeartStrap?
  /// From the touch of Start to that of Stop; an app that was killed meanwhile needs a second one.
  private(set) var wanted: Range<VirtualInstant>?
  /// Touches that the app did not live to answer.
  private var firstTouch: VirtualInstant?
  private var lastTouch: VirtualInstant?

  init(
    _ kind: NightDevice, named name: String, _ device: Device, _ app: InstalledApp, records: Bool,
    sampleInterval: Double
  ) {
    self.kind = kind
    self.name = name
    self.device = device
    self.app = app
    self.records = records
    self.sampleInterval = sampleInterval
  }

  /// The streams of its sensors.
  var streams: [String] {
    guard records else { return [] }
    return kind.motionStreams + (strap == nil ? [] : [HeartStrap.stream])
  }

  /// How many samples a stream had strictly between two moments; nil for a stream that is not of
  /// this night.
  func sensed(_ stream: String, after start: VirtualInstant, before end: VirtualInstant) -> Int? {
    if stream == HeartStrap.stream { return strap?.measured(after: start, before: end) }
    guard kind.motionStreams.contains(stream) else { return nil }
    // Device motion, of which the watch records the rotation, comes with the accelerometer's samples.
    return device.motion.sensed(
      MotionSensor(rawValue: stream) ?? .accelerometer, interval: sampleInterval, after: start,
      before: end)
  }
}

/// What the user sees.
extension NightDeviceFixture {
  /// Whether the app says that it records; if so, since when is noted.
  ///
  /// An app that ended right in its start may have begun or not: at the next touch it says which.
  func started(by touched: VirtualInstant, in trace: Trace) -> Bool {
    let said = lines(since: touched, in: trace)
    let recordsAlready = said.contains { $0.hasPrefix("cannot start: alreadyRecording") }
    guard recordsAlready || said.contains("recording") else {
      firstTouch = firstTouch ?? touched
      return false
    }
    let start = recordsAlready ? firstTouch ?? touched : touched
    wanted = start..<start
    return true
  }

  /// Whether the app says that it has stopped; if so, when is noted.
  func stopped(by touched: VirtualInstant, now: VirtualInstant, in trace: Trace) -> Bool {
    guard let wanted else { return true }
    guard lines(since: touched, in: trace).contains("stopped") else {
      lastTouch = lastTouch ?? touched
      return false
    }
    self.wanted = wanted.lowerBound..<now
    return true
  }

  /// An app that ended right in its stop may have stopped or not: if not, its next launch says that it
  /// goes on. To be called when all is quiet.
  func settleEnd(in trace: Trace) {
    guard let wanted, let lastTouch, lastTouch > wanted.lowerBound else { return }
    let wentOn = lines(since: lastTouch, in: trace).contains { $0.hasPrefix("recording goes on") }
    if !wentOn { self.wanted = wanted.lowerBound..<lastTouch }
  }

  private func lines(since moment: VirtualInstant, in trace: Trace) -> [String] {
    trace.events.reversed().prefix { $0.instant >= moment }.reversed().compactMap { event in
      if event.device == device.name, case .output(let line) = event.kind { line } else { nil }
    }
  }
}

/// What the user does with it.
extension NightDeviceFixture {
  /// Locks a phone, lowers the wrist with a watch.
  func quarantine() async {
    switch kind {
    case .iphone, .android: await device.lock()
    case .watch: await device.lowerWrist()
    }
  }

  /// Ends the app: a swipe on Apple's systems, a force stop on Android.
  func forceQuit() async {
    switch kind {
    case .iphone, .watch: await device.swipeAway(app)
    case .android: device.forceStop(app)
    }
  }

  /// Whether nothing is under way, and no chunk waits on the device.
  var isQuiet: Bool {
    if device.transfer.isBusy || kind == .watch && device.watchLink.isBusy { return false }
    let files = FileManager.default.enumerator(
      at: app.container.home, includingPropertiesForKeys: nil)
    return files?.contains { ($0 as? URL)?.pathExtension == "chunk" } != true
  }
}
