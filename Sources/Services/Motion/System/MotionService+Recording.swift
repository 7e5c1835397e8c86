import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

/// The recording of the system for one app.
struct AppRecording {
  let app: InstalledApp
  var recording = SensorRecording()
  /// The end that was last written to the trace, in nanoseconds since the simulation began.
  var notedEnd = Int64.min
}

/// A sample that the system recorded (WK7).
package struct RecordedReading: Sendable, Hashable {
  /// The number of the sample, in the order in which the device's sensor took them.
  package var identifier: UInt64
  /// The time when it was taken, in nanoseconds since 1970 by the device's wall clock.
  package var wallTime: Int64
  /// Seconds since the device booted, as `CMLogItem.timestamp`.
  package var timestamp: Double
  /// In units of g.
  package var values: SIMD3<Double>
}

/// The samples that a query found. They are not stored; each one is computed when it is read.
package struct RecordedReadings: Sendable {
  struct Part: Sendable {
    var indices: Range<Int>
    var boot: Int64
  }

  private let series: any MotionSeries
  /// Nanoseconds since 1970 when the clocks of the device had counted nothing.
  private let wallClockAtStart: Int64
  private let rate: ClockRate
  private let parts: [Part]
  package let count: Int

  init(_ series: any MotionSeries, _ parts: [Part], wallClockAtStart: Int64, rate: ClockRate) {
    self.rate = rate
    self.series = series
    self.parts = parts
    self.wallClockAtStart = wallClockAtStart
    count = parts.reduce(0) { $0 + $1.indices.count }
  }

  /// Returns a reading; the earliest is first.
  ///
  /// - Parameter offset: 0 or more, and less than `count`.
  package subscript(_ offset: Int) -> RecordedReading {
    var rest = offset
    for part in parts {
      if rest < part.indices.count { return reading(part.indices.lowerBound + rest, part.boot) }
      rest -= part.indices.count
    }
    preconditionFailure("there are \(count) readings, and no number \(offset)")
  }

  private func reading(_ index: Int, _ boot: Int64) -> RecordedReading {
    let counted = rate.counted(at: series.time(of: index))
    return RecordedReading(
      identifier: UInt64(index) + 1, wallTime: wallClockAtStart + counted,
      timestamp: Double(counted - boot) / 1e9, values: series.value(at: index))
  }
}

/// `CMSensorRecorder`: records the accelerometer at 50 Hz, also while the app is suspended or not
/// running (WK7).
extension MotionService {
  /// The name of recordings in the trace.
  static let recordingStream = "recordedAccelerometer"

  /// Whether the device can record for an app that does not run: a watch from watchOS 2 on, or an
  /// iPhone from iOS 9 on with a suitable motion coprocessor (assumed: iPhone 7 and later).
  package var canRecord: Bool {
    switch device.profile.hardware {
    case .watch: true
    case .phone(let model):
      device.profile.version >= 9 && model != .iPhone4S && model != .iPhone5S
    case .android: false
    }
  }

  /// Whether the system records for any app now.
  var isRecording: Bool {
    let now = device.world.now.nanoseconds
    return recordings.contains { $0.recording.ends(at: now) != nil }
  }

  /// Records for an app from now on. A call during a recording extends it.
  ///
  /// - Parameter seconds: at most `MotionPolicy.recordingLimit`; a longer time is cut.
  package func record(forSeconds seconds: Double, for process: AppProcess) {
    guard process.isAlive(for: "recordAccelerometer(forDuration:)") else { return }
    guard canRecord, mayUseMotion(process), seconds > 0 else { return }
    let now = device.world.now
    if seconds > policy.recordingLimit.seconds { process.report(.recordingTooLong(policy)) }
    let i = place(of: process.app)
    let wasRecording = recordings[i].recording.ends(at: now.nanoseconds) != nil
    recordings[i].recording.record(
      for: Int64(min(seconds, policy.recordingLimit.seconds) * 1e9),
      boot: process.process.boot, at: now.nanoseconds, policy)
    if !wasRecording { process.post(.sensor(Self.recordingStream, isOn: true)) }
    drawChanged()
    watchEnd(of: process.app)
  }

  /// Returns the samples recorded for an app after `start`, up to and including `end`.
  ///
  /// - Parameters:
  ///   - start: in nanoseconds since 1970, as `end`.
  /// - Returns: nil without permission, for a time span that is empty or longer than
  ///   `MotionPolicy.recordingQueryLimit`, or if nothing was recorded then.
  package func recorded(
    after start: Int64, through end: Int64, for process: AppProcess
  ) -> RecordedReadings? {
    guard process.isAlive(for: "accelerometerData(from:to:)") else { return nil }
    guard canRecord, mayUseMotion(process) else { return nil }
    let simulation = device.world.simulation
    let recording = recordings[place(of: process.app)].recording
    do throws(SensorRecording.Refusal) {
      let found = try recording.read(
        after: device.simulatedTime(ofWallTime: start),
        through: device.simulatedTime(ofWallTime: end), at: simulation.now.nanoseconds, policy)
      let series = series(of: .accelerometer, interval: 1 / Double(policy.recordingRate))
      let parts = found.map { part in
        let first = series.firstIndex(notBefore: part.after + 1)
        let last = series.firstIndex(notBefore: part.through + 1)
        return RecordedReadings.Part(indices: first..<max(first, last), boot: part.boot)
      }
      let readings = RecordedReadings(
        series, parts, wallClockAtStart: device.wallClockAtStart, rate: device.clockRate)
      return readings.count > 0 ? readings : nil
    } catch {
      if error == .tooLong { process.report(.recordingQueryTooLong(policy)) }
      return nil
    }
  }

  // MARK: Launches

  package func deviceWentDown() {
    let now = device.world.now.nanoseconds
    for i in recordings.indices where recordings[i].recording.ends(at: now) != nil {
      recordings[i].recording.deviceWentDown(at: now)
      device.post(.sensor(Self.recordingStream, isOn: false))
    }
    drawChanged()
  }

  package func appDeleted(_ app: InstalledApp) {
    recordings.removeAll { $0.app === app }
    drawChanged()
  }

  private func place(of app: InstalledApp) -> Int {
    if let i = recordings.firstIndex(where: { $0.app === app }) { return i }
    recordings.append(AppRecording(app: app))
    return recordings.count - 1
  }

  /// Schedules the trace event for the end of a recording.
  private func watchEnd(of app: InstalledApp) {
    let simulation = device.world.simulation
    guard let end = recordings[place(of: app)].recording.ends(at: simulation.now.nanoseconds) else {
      return
    }
    simulation.schedule(at: VirtualInstant(nanoseconds: end)) { [weak self, weak app] in
      guard let self, let app, device.apps.contains(where: { $0 === app }) else { return }
      // Ignore a recording that was extended, ended earlier, or is in the trace already.
      guard recordings[place(of: app)].recording.stretches.last?.end == end,
        recordings[place(of: app)].notedEnd != end
      else { return }
      recordings[place(of: app)].notedEnd = end
      device.post(.sensor(Self.recordingStream, isOn: false))
      drawChanged()
    }
  }
}
