import YobanSimulatedOS
import YobanVirtualTime

/// The lanes of one device and of its apps, or of one accessory, created from its events.
struct DeviceTrack {
  /// The tracks of a device, in the order of their lanes: first the rare and important ones.
  private static let tracks: [any ServiceTrack.Type] = [
    UserTrack.self, SystemTrack.self, ScreenTrack.self, WristTrack.self, AndroidPowerTrack.self,
    NetworkTrack.self, PowerTrack.self, BluetoothPowerTrack.self,
  ]

  let name: String
  private let backgroundTaskBudget: Duration?
  private var tracks = Self.tracks.map { $0.init() }
  private var apps: [AppTrack] = []

  init(_ name: String, backgroundTaskBudget: Duration?) {
    self.name = name
    self.backgroundTaskBudget = backgroundTaskBudget
  }

  mutating func receive(_ event: TraceEvent, _ place: Int) {
    let payload = event.kind.payload
    let laneEvent = LaneEvent(event, of: name, place)
    if let what = payload as? TraceEvent.PowerEvent, what.isEndOfSystem {
      for i in apps.indices { apps[i].deviceWentDown(at: event.instant, place) }
    }
    var isShown = false
    for i in tracks.indices where tracks[i].receive(laneEvent) { isShown = true }
    if isShown { return }
    if let process = event.process {
      apps[index(of: Self.app(of: process))].receive(event, place)
    } else if let i = owner(of: payload) {
      apps[i].receive(event, place)
    } else {
      for i in tracks.indices { tracks[i].note(place) }
    }
  }

  /// Returns the app that an event without a process is about.
  private mutating func owner(of payload: any TracePayload) -> Int? {
    if let app = AppTrack.app(namedBy: payload) { return index(of: app) }
    let certainties = apps.map { $0.isAbout(payload) }
    guard let best = certainties.max(), best > .no else { return nil }
    return certainties.firstIndex(of: best)
  }

  /// Receives an event from another device.
  mutating func receiveFromOther(_ event: TraceEvent, _ place: Int) {
    for i in apps.indices { apps[i].receiveFromOther(event, place) }
  }

  /// Returns the app's name of a process such as `NightApp#2`.
  private static func app(of process: String) -> String {
    guard let sign = process.lastIndex(of: "#") else { return process }
    return String(process[..<sign])
  }

  private mutating func index(of app: String) -> Int {
    if let i = apps.firstIndex(where: { $0.name == app }) { return i }
    apps.append(AppTrack(app, on: name, backgroundTaskBudget: backgroundTaskBudget))
    return apps.endIndex - 1
  }

  /// Returns the lanes, after the last event: those of the device, then those of each app.
  mutating func lanes(until end: VirtualInstant) -> [Lane] {
    let owner = LaneOwner(device: name, app: nil)
    var lanes: [Lane] = []
    for i in tracks.indices { lanes += tracks[i].lanes(of: owner, until: end) }
    for i in apps.indices { lanes += apps[i].lanes(until: end) }
    return lanes
  }
}
