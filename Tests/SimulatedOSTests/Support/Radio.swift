import YobanSimulatedOS
import YobanVirtualTime

/// A place far out of range of every radio here.
let farAway = Place(x: 10_000)

extension World {
  /// The lines that the apps of one device printed.
  func output(of device: String) -> [String] {
    trace.events.filter { $0.device == device }.compactMap(\.kind.output)
  }

  /// The moments when a line was printed.
  func moments(printed line: String) -> [VirtualInstant] { moments { $0 == .output(line) } }
}
