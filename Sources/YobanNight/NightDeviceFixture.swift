import Foundation
import Synchronization
import UIKit
import Yoban
import YobanSimulatedOS
import YobanVirtualTime

/// A device of the night with its app, and a record of the samples that its sensors really took.
final class NightDeviceFixture: @unchecked SimulationConfined {
  let kind: NightDevice
  /// Its name at the collector.
  let name: String
  let device: Device
  /// The device as a watch; nil for the other kinds.
  var watch: Watch? { device as? Watch }
  let app: InstalledApp
  /// Whether the device records. An iPhone that only serves the watch does not.
  let records: Bool
  let sampleInterval: Double
  var strap: HeartStrap?
  /// The wanted recording time: from the touch on Start to the touch on Stop. If the app was killed in
  /// between, a second touch may be needed.
  private(set) var wanted: Range<VirtualInstant>?
  /// Touches that the app did not answer, because it ended before.
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

  /// The streams of the device's sensors.
  var streams: [String] {
    guard records else { return [] }
    return kind.motionStreams + (strap == nil ? [] : [HeartStrap.stream])
  }

  /// Returns the number of samples of a stream strictly between two moments; nil for a stream that is
  /// not part of this night.
  func sensed(_ stream: String, after start: VirtualInstant, before end: VirtualInstant) -> Int? {
    if stream == HeartStrap.stream { return strap?.measured(after: start, before: end) }
    guard kind.motionStreams.contains(stream) else { return nil }
    // Device motion, from which the watch records the rotation rate, has the same sample times as the
    // accelerometer.
    return device.motion.sensed(
      MotionSensor(rawValue: stream) ?? .accelerometer, interval: sampleInterval, after: start,
      before: end)
  }
}

/// The buttons of the app, and its output for the user.
extension NightDeviceFixture {
  enum Button: String, Sendable {
    case start = "Start"
    case stop = "Stop"
  }

  /// The result of a touch on a button.
  enum Answer: Sendable {
    case touched
    /// The screen does not have the button: the app records already, or no longer.
    case noSuchButton
    /// The app had ended, or it ended before it was touched.
    case appEnded
  }

  /// Touches a button of the app. Android apps have no screen here: a broadcast takes its place.
  ///
  /// - Parameter hours: the duration of the recording on Android; the other apps have a setting for it.
  func press(_ button: Button, hours: Double = 0) async -> Answer {
    let answer = Mutex(Answer.appEnded)
    let isAndroid = kind == .android
    await device.touch(app, "\"\(button.rawValue)\"") {
      var found = true
      if isAndroid {
        NotificationCenter.default.post(
          name: .init("\(button.rawValue)Night"), object: nil, userInfo: ["hours": hours])
      } else {
        found = ScreenContents.touch(button.rawValue) == nil
      }
      answer.withLock { $0 = found ? .touched : .noSuchButton }
    }
    return answer.withLock(\.self)
  }

  /// Whether the app shows that it records; if so, the start is stored in `wanted`.
  ///
  /// If the app ended while it started a recording, the recording may have begun or not; the app's
  /// answer to the next touch decides.
  func started(by touched: VirtualInstant, _ answer: Answer, in trace: Trace) -> Bool {
    let output = lines(since: touched, in: trace)
    let recordsAlready =
      answer == .noSuchButton || output.contains("cannot start: \(RecorderError.alreadyRecording)")
    guard recordsAlready || output.contains("recording") else {
      firstTouch = firstTouch ?? touched
      return false
    }
    let start = recordsAlready ? firstTouch ?? touched : touched
    wanted = start..<start
    return true
  }

  /// Whether the app shows that it has stopped; if so, the end is stored in `wanted`.
  func stopped(
    by touched: VirtualInstant, _ answer: Answer, now: VirtualInstant, in trace: Trace
  ) -> Bool {
    guard let wanted, answer != .noSuchButton else { return true }
    guard lines(since: touched, in: trace).contains("stopped") else {
      lastTouch = lastTouch ?? touched
      return false
    }
    self.wanted = wanted.lowerBound..<now
    return true
  }

  /// Corrects the end of `wanted` if the app ended while it stopped the recording. The recording may
  /// have stopped or not; if not, the app reports at its next launch that it continues. Call this when
  /// nothing is in progress anymore.
  func correctEnd(in trace: Trace) {
    guard let wanted, let lastTouch, lastTouch > wanted.lowerBound else { return }
    let hasContinued = lines(since: lastTouch, in: trace).contains {
      $0.hasPrefix("recording continues")
    }
    if !hasContinued { self.wanted = wanted.lowerBound..<lastTouch }
  }

  private func lines(since moment: VirtualInstant, in trace: Trace) -> [String] {
    trace.events.reversed().prefix { $0.instant >= moment }.reversed().compactMap { event in
      if event.device == device.name, let line = event.kind.output { line } else { nil }
    }
  }
}

/// The user's actions on the device.
extension NightDeviceFixture {
  /// Locks a phone, or lowers the wrist with a watch.
  func putAway() async {
    switch kind {
    case .iphone, .android: await device.lock()
    case .watch: await watch?.lowerWrist()
    }
  }

  /// Ends the app: by a swipe on Apple's systems, by a force stop on Android.
  func forceQuit() async { await app.platform?.endAsUser(app) }

  /// Whether no transfer is in progress and no chunk waits on the device.
  var isIdle: Bool {
    if device.transfer.isBusy || watch?.watchLink.isBusy == true { return false }
    let files = FileManager.default.enumerator(
      at: app.container.home, includingPropertiesForKeys: nil)
    return files?.contains { ($0 as? URL)?.pathExtension == "chunk" } != true
  }
}
