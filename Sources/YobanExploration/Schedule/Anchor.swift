import YobanSimulatedOS
import YobanVirtualTime

/// The program whose event an anchor names: a device, an accessory, or an app of a device in one of its
/// launches.
public struct Subject: Sendable, Hashable, Codable {
  public var device: String
  /// Nil for the device itself, and for an accessory.
  public var app: String?
  /// The number of the app's launch, from 1 on; 0 without an app.
  public var launch: Int

  public init(device: String, app: String? = nil, launch: Int = 0) {
    (self.device, self.app, self.launch) = (device, app, launch)
  }

  /// The name of the app as a target of faults, such as `phone/Pulse`, or that of the device.
  var path: String { app.map { "\(device)/\($0)" } ?? device }

  /// The subject with the name of a target, such as `phone/Pulse`, in no particular launch.
  init(path: String) {
    let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
    self.init(device: parts.first ?? "", app: parts.count > 1 ? parts[1] : nil)
  }

  /// The subject of an event of a trace.
  init(_ event: TraceEvent) { self.init(device: event.device, process: event.process) }

  /// - Parameter process: the name of a process, such as `Pulse#2`.
  init(device: String, process: String?) {
    self.device = device
    let parts = process?.split(separator: "#")
    app = parts.map { String($0[0]) }
    launch = parts.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0
  }
}

/// A moment of a run, named by what happens at it. A time or the number of an event would name another
/// moment as soon as an earlier fault changes the run.
public struct Anchor: Sendable, Hashable {
  public var subject: Subject
  /// The event's name, such as `bluetooth.connected(strap)`, or that of a call on a file, such as
  /// `file.rename(Documents/state.json)`. The moment of a call is just before it.
  public var event: String
  /// Which of the subject's events with this name, from 1 on.
  public var occurrence: Int
  /// The time from the event to the fault; zero or more.
  public var delay: Duration

  public init(subject: Subject, event: String, occurrence: Int = 1, delay: Duration = .zero) {
    (self.subject, self.event, self.occurrence, self.delay) = (subject, event, occurrence, delay)
  }

  /// Returns the name of an event: what happened and to what, without numbers, because they differ from
  /// run to run.
  public static func name(of event: TraceEvent) -> String {
    let (service, name, fields) = event.kind.parts
    let values = fields.map { withoutNumbers($0.value) }.filter { !$0.isEmpty }
    let text = "\(service).\(name)"
    return values.isEmpty ? text : "\(text)(\(values.joined(separator: ", ").prefix(80)))"
  }

  private static func withoutNumbers(_ text: String) -> String {
    // Every event is named, and a text of ASCII needs no rules for the boundaries of characters.
    if let name = text.utf8.withContiguousStorageIfAvailable(withoutNumbersIfASCII) ?? nil {
      return name
    }
    var result = ""
    for character in text {
      guard character.isNumber else {
        result.append(character)
        continue
      }
      if result.last != "0" { result.append("0") }
    }
    return result
  }

  /// Returns nil for a text with other characters than those of ASCII.
  private static func withoutNumbersIfASCII(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
    let zero = UInt8(ascii: "0")
    return String(unsafeUninitializedCapacity: text.count) { result in
      var count = 0
      for byte in text {
        guard (zero...UInt8(ascii: "9")).contains(byte) else {
          result[count] = byte
          count += 1
          continue
        }
        if count == 0 || result[count - 1] != zero {
          result[count] = zero
          count += 1
        }
      }
      return count
    }
  }
}

extension Anchor: LosslessStringConvertible {
  /// Such as `phone/Pulse#2:bluetooth.connected(strap)*1+250ms`.
  public var description: String {
    let app = subject.app.map { "/\(EscapedText.escape($0))#\(subject.launch)" } ?? ""
    // A slash separates nothing after the colon, and paths are easier to read with it.
    let event = EscapedText.escape(event).replacing("%2F", with: "/")
    return
      "\(EscapedText.escape(subject.device))\(app):\(event)*\(occurrence)+\(delay.milliseconds)ms"
  }

  public init?(_ description: String) {
    let pattern = /([^\/:]+)(?:\/([^#:]+)#([0-9]+))?:([^*]+)\*([0-9]+)\+([0-9]+)ms/
    guard let match = description.wholeMatch(of: pattern)?.output,
      let device = EscapedText.unescape(match.1), let event = EscapedText.unescape(match.4),
      let occurrence = Int(match.5), occurrence > 0, let delay = Int64(match.6),
      delay < 1_000_000_000_000
    else { return nil }
    var subject = Subject(device: device)
    if let app = match.2 {
      guard let name = EscapedText.unescape(app), let launch = match.3.flatMap({ Int($0) }) else {
        return nil
      }
      (subject.app, subject.launch) = (name, launch)
    }
    self.init(
      subject: subject, event: event, occurrence: occurrence, delay: .milliseconds(delay))
  }
}

extension Duration {
  /// The whole milliseconds of the duration.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
