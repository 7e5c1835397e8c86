import Foundation
import YobanNight
import YobanSimulatedOS
import YobanVirtualTime

/// The rows of a night: when each device records, stops and continues, and the result.
enum NightRows {
  // MARK: Actual rows

  static func rows(of summary: NightSummary, _ world: World) -> [Row] {
    let end = world.now
    var rows = summary.devices.flatMap { device -> [Row] in
      let start = world.trace.events.first {
        $0.device == device.name && $0.kind == .output("recording")
      }
      var rows = [Row(instant: start?.instant ?? end, text: "\(device.name) records")]
      for gap in device.gaps where gap.stream == "accelerometer" {
        rows.append(Row(instant: .start + gap.from, text: "\(device.name) stops: \(gap.cause)"))
      }
      return rows
    }
    let isShort = summary.devices.contains { $0.recorded != $0.stored }
    if isShort, let lost = world.trace.events.first(where: { $0.kind.isLostFile }) {
      rows.append(Row(instant: lost.instant, text: "a file is lost, without an error"))
    }
    rows.sort { $0.instant < $1.instant }
    for device in summary.devices {
      rows += account(device, device.recorded != device.stored).map { Row(instant: end, text: $0) }
    }
    return rows
  }

  private static func account(
    _ device: NightSummary.DeviceAccount, _ differs: Bool
  ) -> [String] {
    var texts: [String] = []
    if device.exerciseMinutes >= 60 { texts.append("\(device.name): hours of exercise credited") }
    let isAccounted = device.unaccounted == 0
    texts.append(
      "\(device.name): sensed = recorded + in gaps: \(isAccounted ? "yes" : "no, \(device.unaccounted)")"
    )
    texts.append("\(device.name): recorded = on the server: \(differs ? "no" : "yes")")
    texts.append("\(device.name): duplicates on the server: \(device.duplicates)")
    return texts
  }

  // MARK: Expected rows

  /// The account is complete. S4 measured this for a whole night; for all other nights, it is a
  /// requirement of this project's own recorder and relay.
  private static func complete(
    _ device: String, exercise: Bool = false, _ grade: Grade
  ) -> [ExpectedRow] {
    (exercise
      ? [ExpectedRow("\(device): hours of exercise credited").by(.measured, "WK3")] : [])
      + [
        ExpectedRow("\(device): sensed = recorded + in gaps: yes"),
        ExpectedRow("\(device): recorded = on the server: yes"),
        ExpectedRow("\(device): duplicates on the server: 0"),
      ].by(grade, rule(device))
  }

  /// Returns the rule that keeps the device's recorder running.
  private static func rule(_ device: String) -> String {
    switch device {
    case "watch": "WK3"
    case "android": "AN7"
    default: "LOC8"
    }
  }

  /// No gaps, and all samples on the server.
  ///
  /// - Parameter grade: How well this is known for this night.
  static func whole(
    _ devices: String..., exercise: Bool = false, as grade: Grade = .measured
  ) -> [ExpectedRow] {
    devices.map { ExpectedRow("\($0) records").by(grade, rule($0)) }
      + devices.flatMap { complete($0, exercise: exercise, grade) }
  }

  /// The recording stops after a while for the rest of the night; the samples recorded before are
  /// on the server.
  ///
  /// - Parameters:
  ///   - cause: `suspended` if the app's code did not run, `sensor-off` if it ran without access to
  ///     the sensors (AN2).
  ///   - known: How well the stop is known, and its rule; default: measured by S4.
  static func stops(
    _ device: String, _ cause: String, after delay: ClosedRange<Duration>,
    _ known: (grade: Grade, rule: String)? = nil
  ) -> [ExpectedRow] {
    let known = known ?? (.measured, rule(device))
    return [
      ExpectedRow("\(device) records"), ExpectedRow("\(device) stops: \(cause)", after: delay),
    ].by(known.grade, known.rule) + complete(device, .assumed)
  }

  static let lost: [ExpectedRow] =
    [
      ExpectedRow("watch records").by(.measured, "WK3"),
      ExpectedRow("a file is lost, without an error", after: .minutes(719)...(.minutes(800)))
        .by(.measured, "WC5"),
    ]
    + [
      ExpectedRow("watch: sensed = recorded + in gaps: yes"),
      .init("watch: recorded = on the server: no"), .init("watch: duplicates on the server: 0"),
    ].by(.measured, "WC5")

  /// Incidents of the phone while the watch records.
  static let incidents: [NightPlan.Incident] = [
    .init(.jetsam(reopenedAfter: nil), after: .minutes(120)),
    .init(.forceQuit(reopenedAfter: .minutes(30)), after: .minutes(240)),
    .init(.reboot(reopenedAfter: .minutes(45)), after: .minutes(360)),
    .init(.outOfReach(for: .minutes(90)), after: .minutes(480)),
  ]
}

extension TraceEvent.Kind {
  fileprivate var isLostFile: Bool {
    if case .lost(.file, _) = self.watchLink { true } else { false }
  }
}

extension Duration {
  fileprivate static func minutes(_ minutes: Int) -> Duration { .seconds(60 * minutes) }
}
