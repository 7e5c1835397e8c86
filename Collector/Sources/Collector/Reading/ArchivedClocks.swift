import ClockOffsets
import NightArchive

// The clocks of a night in its files.

extension ArchivedTime {
  init?(_ corrected: CorrectedTime?) {
    guard let corrected else { return nil }
    self.init(corrected.time, uncertainty: corrected.uncertainty)
  }
}

extension DeviceClocks {
  /// The points of all clocks: that of the device, and then those of accessories by stream.
  var archivedPoints: [ArchivedClockPoint] {
    recorded.archivedPoints(of: nil)
      + accessories.sorted { $0.key < $1.key }.flatMap { $0.value.archivedPoints(of: $0.key) }
  }
}

extension ClockCourse {
  fileprivate func archivedPoints(of stream: String?) -> [ArchivedClockPoint] {
    parts.flatMap { $0.estimate?.points ?? [] }.map {
      ArchivedClockPoint(
        stream: stream, time: $0.time, offset: $0.offset, uncertainty: $0.uncertainty)
    }
  }
}

extension ArchivedJump {
  init(_ jump: ClockJump) {
    self.init(
      clock: jump.clock.name, stream: jump.clock.stream, time: jump.time, amount: jump.amount)
  }
}

extension ClockJump.Clock {
  /// The name in files and answers.
  var name: String {
    switch self {
    case .wall: "wall"
    case .recorded: "recorded"
    case .accessory: "accessory"
    }
  }

  /// The stream whose accessory has the clock; nil for a clock of the device.
  var stream: String? {
    if case .accessory(let stream) = self { stream } else { nil }
  }
}
