import SimulatedOS
import VirtualTime

/// The lines that an app printed, over all its launches, in order: `print`, `NSLog` and standard error.
///
/// `#expect(app.log.contains("connected"))` shows all lines when it fails.
public struct AppLog: RandomAccessCollection, Sendable, CustomStringConvertible {
  /// A line of an app's log.
  public struct Line: Sendable, Hashable, CustomStringConvertible {
    /// When the app printed it, in virtual time.
    public let instant: VirtualInstant
    /// Which launch of the app printed it, from 1.
    public let launch: Int
    public let text: String

    /// Such as `00:00:12.000 #2 connected`.
    public var description: String { "\(instant) #\(launch) \(text)" }
  }

  private let lines: [Line]

  init(_ lines: [Line]) { self.lines = lines }

  public var startIndex: Int { lines.startIndex }
  public var endIndex: Int { lines.endIndex }
  public subscript(position: Int) -> Line { lines[position] }

  /// The lines without their times.
  public var texts: [String] { lines.map(\.text) }

  /// Whether a line has the text, or contains it.
  public func contains(_ text: String) -> Bool { lines.contains { $0.text.contains(text) } }

  /// The lines that contain a text, in order.
  public func lines(containing text: String) -> [Line] { lines.filter { $0.text.contains(text) } }

  /// All lines, one below the other.
  public var description: String {
    lines.isEmpty ? "(the app printed nothing)" : lines.map(\.description).joined(separator: "\n")
  }
}

extension InstalledApp {
  /// The lines that this app printed so far.
  public var log: AppLog {
    AppLog(
      events.compactMap { event, launch in
        guard case .output(let text) = event.kind else { return nil }
        return AppLog.Line(instant: event.instant, launch: launch, text: text)
      })
  }

  /// The reasons of its launches so far, in order.
  public var launches: [LaunchCause] {
    events.compactMap { if case .launched(let cause) = $0.0.kind { cause } else { nil } }
  }

  /// The reasons for which its processes ended so far, in order.
  public var terminations: [TerminationReason] {
    events.compactMap { if case .terminated(let reason) = $0.0.kind { reason } else { nil } }
  }

  /// The events of this app on this device, each with the number of its launch.
  private var events: [(TraceEvent, launch: Int)] {
    device.world.trace.events.compactMap { event in
      guard event.device == device.name, let process = event.process,
        let sign = process.lastIndex(of: "#"), process[..<sign] == definition.name,
        let launch = Int(process[process.index(after: sign)...])
      else { return nil }
      return (event, launch)
    }
  }
}
