import YobanSimulatedOS
import YobanVirtualTime

/// The lanes of one service, for one app or for the device itself. `AppTrack.tracks` and `DeviceTrack.tracks` list
/// them in the order of their lanes.
///
/// Each track receives all events of its app or device, and shows those that it knows. An event that no track
/// shows is a mark of the log, or of the system.
protocol ServiceTrack: SendableMetatype {
  init()
  /// Receives an event, and returns whether the track shows it.
  mutating func receive(_ event: LaneEvent) -> Bool
  /// Receives an event that no track shows. The log of an app and the system of a device add a mark.
  mutating func note(_ place: Int)
  /// Receives that the device went down.
  mutating func deviceWentDown(at now: VirtualInstant, _ place: Int)
  /// Receives an event of another device.
  mutating func receiveFromOther(_ event: LaneEvent)
  /// Whether the service keeps the app running in the background without a time limit.
  var keepsRunning: Bool { get }
  /// The app that an event without a process names; nil if it names none.
  static func app(namedBy payload: any TracePayload) -> String?
  /// Whether an event of the device without a process is about this app.
  func isAbout(_ payload: any TracePayload) -> Certainty
  /// Returns the lanes, after the last event.
  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane]
}

/// The certainty with which an event without a process is about an app.
enum Certainty: Int, Comparable {
  case no, perhaps, certainly
  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// An event for a track, with its place in the trace.
struct LaneEvent {
  let payload: any TracePayload
  /// The process of the event, or else the name of the app or device.
  let process: String
  /// Whether the event has no process.
  let isOfDevice: Bool
  let instant: VirtualInstant
  let place: Int

  /// - Parameter name: the name of the app or device, for an event without a process.
  init(_ event: TraceEvent, of name: String, _ place: Int) {
    payload = event.kind.payload
    process = event.process ?? name
    isOfDevice = event.process == nil
    (instant, self.place) = (event.instant, place)
  }
}

/// The app or device of a lane.
struct LaneOwner {
  let device: String
  let app: String?

  func lane(
    _ label: String, _ form: Lane.Form, _ spans: [Span] = [], _ marks: [Mark] = []
  ) -> Lane {
    Lane(device: device, app: app, label: label, form: form, spans: spans, marks: marks)
  }
}

extension ServiceTrack {
  mutating func note(_ place: Int) {}
  mutating func deviceWentDown(at now: VirtualInstant, _ place: Int) {}
  mutating func receiveFromOther(_ event: LaneEvent) {}
  var keepsRunning: Bool { false }
  static func app(namedBy payload: any TracePayload) -> String? { nil }
  func isAbout(_ payload: any TracePayload) -> Certainty { .no }
}
