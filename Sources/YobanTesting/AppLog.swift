import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// The lines that an app printed, over all its launches, in order: `print`, `NSLog`, standard error,
/// and the messages of `Logger` and `os_log`, one line for each message.
///
/// `#expect(app.log.contains("connected"))` shows all lines when it fails.
public struct AppLog: RandomAccessCollection, Sendable, CustomStringConvertible {
  /// A line of an app's log.
  public struct Line: Sendable, Hashable, CustomStringConvertible {
    /// The virtual time at which the app printed the line.
    public let instant: VirtualInstant
    /// The time that the device's clock showed, which its user can set; at the instant of a change, the new one.
    public let date: Date
    /// The device's time zone at that moment.
    public let timeZone: TimeZone
    /// The number of the launch that printed the line, from 1.
    public let launch: Int
    /// The text of the line. The level, the subsystem and the category of a log message are not part
    /// of it.
    public let text: String
    /// The message, if the app wrote the line with `Logger` or `os_log`; nil if it printed the line.
    public let message: LogMessage?

    /// The time, the launch and the text, such as `00:00:12.000 #2 connected`. A log message also has
    /// its level and origin, such as `00:00:12.000 #2 error [com.example.app:radio] no answer`.
    public var description: String { "\(instant) #\(launch) \(message?.description ?? text)" }
  }

  private let lines: [Line]

  init(_ lines: [Line]) { self.lines = lines }

  public var startIndex: Int { lines.startIndex }
  public var endIndex: Int { lines.endIndex }
  public subscript(position: Int) -> Line { lines[position] }

  /// The lines without their times.
  public var texts: [String] { lines.map(\.text) }

  /// The lines, each with its virtual time in tenths of a second, such as `12.0 connected`.
  public var timedTexts: [String] {
    lines.map { line in
      let tenths = (line.instant.nanoseconds + 50_000_000) / 100_000_000
      return "\(tenths / 10).\(tenths % 10) \(line.text)"
    }
  }

  /// The lines after the first one with this text, without their times; empty if there is none.
  public func texts(after text: String) -> [String] {
    Array(texts.drop { $0 != text }.dropFirst())
  }

  /// The time from the first line with one text to the first line with the other; nil if
  /// one of them is missing.
  public func time(from first: String, to second: String) -> Duration? {
    guard let first = lines.first(where: { $0.text == first }),
      let second = lines.first(where: { $0.text == second })
    else { return nil }
    return second.instant - first.instant
  }

  /// Returns whether a line contains the text.
  public func contains(_ text: String) -> Bool { lines.contains { $0.text.contains(text) } }

  /// The lines that contain a text, in order.
  public func lines(containing text: String) -> [Line] { lines.filter { $0.text.contains(text) } }

  /// All lines, separated by line breaks.
  public var description: String {
    lines.isEmpty ? "(the app printed nothing)" : lines.map(\.description).joined(separator: "\n")
  }
}

extension AppLog {
  /// Returns the lines that the events contain, each with the number of its launch and the time of its device.
  init(of events: some Sequence<TraceEvent>, on devices: [Device]) {
    let devices = Dictionary(uniqueKeysWithValues: devices.map { ($0.name, $0) })
    self.init(
      events.compactMap { event in
        let message = event.kind.logged
        guard message?.level != .signpost, let text = event.kind.output ?? message?.text,
          let device = devices[event.device]
        else { return nil }
        let clock = device.clockReading(at: event.instant)
        return Line(
          instant: event.instant, date: clock.date, timeZone: clock.timeZone,
          launch: event.launch ?? 0, text: text, message: message)
      })
  }
}

extension World {
  /// The lines that all apps of all devices printed so far.
  public var log: AppLog { AppLog(of: trace.events, on: devices) }
}

extension Device {
  /// The lines that all apps of this device printed so far.
  public var log: AppLog { AppLog(of: world.trace.events.filter { $0.device == name }, on: [self]) }
}

extension InstalledApp {
  /// The lines that this app printed so far.
  public var log: AppLog { AppLog(of: printedEvents, on: [device]) }

  /// The reasons of its launches so far, in order.
  public var launches: [LaunchCause] {
    events.compactMap { if case .launched(let cause) = $0.kind.app { cause } else { nil } }
  }

  /// The reasons for which its processes ended so far, in order.
  public var terminations: [TerminationReason] {
    events.compactMap { if case .terminated(let reason) = $0.kind.app { reason } else { nil } }
  }
}

extension TraceEvent {
  /// The number of the app's launch to which the event belongs, from 1; nil if it belongs to none.
  public var launch: Int? {
    process.flatMap { name in
      name.lastIndex(of: "#").flatMap { Int(name[name.index(after: $0)...]) }
    }
  }
}
