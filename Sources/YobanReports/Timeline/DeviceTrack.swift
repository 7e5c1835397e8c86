import YobanSimulatedOS
import YobanVirtualTime

/// The lanes of one device and of its apps, or of one accessory, created from its events.
struct DeviceTrack {
  let name: String
  private let backgroundTaskBudget: Duration?
  private var apps: [AppTrack] = []
  private var userMarks: [Mark] = []
  private var findingMarks: [Mark] = []
  private var network = BandTrack()
  private var system = BandTrack()
  private var systemMarks: [Mark] = []
  private var screen = BandTrack()
  private var wrist = BandTrack()
  private var cpu = BandTrack()
  private var cpuMarks: [Mark] = []
  private var doze = BandTrack()
  private var lowPower = BandTrack()
  private var power = BandTrack()
  private var powerMarks: [Mark] = []
  private var bluetooth = BandTrack()
  private var bluetoothMarks: [Mark] = []

  init(_ name: String, backgroundTaskBudget: Duration?) {
    self.name = name
    self.backgroundTaskBudget = backgroundTaskBudget
  }

  mutating func receive(_ event: TraceEvent, _ place: Int) {
    switch event.kind.payload {
    case is TraceEvent.UserAction: userMarks.append(Mark(event: place, style: .user))
    case is Finding: findingMarks.append(Mark(event: place, style: .finding))
    case let what as TraceEvent.NetworkEvent:
      network.become(
        what.text == "offline" ? .offline : .online, at: event.instant, event: place)
    case let what as TraceEvent.PowerEvent: received(power: what.text, at: event.instant, place)
    case let what as TraceEvent.ScreenEvent:
      // The screen of a device is on at the start.
      if !what.isOn { screen.held(.screenOn) }
      screen.become(what.isOn ? .screenOn : .screenOff, at: event.instant, event: place)
    case let what as TraceEvent.AccessoryEvent:
      if let style = Self.style(ofAccessory: what.text) {
        power.become(style, at: event.instant, event: place)
      } else {
        powerMarks.append(Mark(event: place, style: .note))
      }
    case let what as TraceEvent.BluetoothEvent where event.process == nil:
      if case .power(let state) = what {
        bluetooth.become(Self.style(of: state), at: event.instant, event: place)
      } else {
        bluetoothMarks.append(Mark(event: place, style: .note))
      }
    case TraceEvent.WatchEvent.wrist(let isUp):
      wrist.held(isUp ? .wristDown : .wristUp)
      wrist.become(isUp ? .wristUp : .wristDown, at: event.instant, event: place)
    case TraceEvent.AndroidEvent.cpu(let isAwake):
      let style: LaneStyle = isAwake ? .cpuAwake : .cpuAsleep
      cpu.held(isAwake ? .cpuAsleep : .cpuAwake)
      if cpu.current == style {
        cpuMarks.append(Mark(event: place, style: .note))
      } else {
        cpu.become(style, at: event.instant, event: place)
      }
    case TraceEvent.AndroidEvent.doze(let state):
      // A phone is awake at the start.
      if state != "active" { doze.held(.dozeOff) }
      doze.become(LaneStyle(doze: state), at: event.instant, event: place)
    case is TraceEvent.WatchLinkEvent where event.process == nil,
      is TraceEvent.WatchEvent where event.process == nil,
      is TraceEvent.AndroidEvent where event.process == nil,
      TraceEvent.SampleEvent.sensor where event.process == nil:
      if let i = owner(of: event.kind) {
        apps[i].receive(event, place)
      } else {
        systemMarks.append(Mark(event: place, style: .note))
      }
    default: apps[index(of: event.process.map(Self.app) ?? name)].receive(event, place)
    }
  }

  /// Returns the app that an event without a process is about: the app that handed over the item,
  /// or else the app that uses the link; the app for which the system records; the app that is
  /// named.
  private mutating func owner(of kind: TraceEvent.Kind) -> Int? {
    switch kind.payload {
    case let event as TraceEvent.WatchLinkEvent:
      apps.firstIndex { $0.link.hasSent(event) } ?? apps.firstIndex { $0.link.isUsed }
    case TraceEvent.SampleEvent.sensor(AppTrack.recorderStream, _):
      apps.firstIndex { $0.watch.isRecording }
    case TraceEvent.AndroidEvent.standbyBucket(let words):
      StandbyBucket.app(in: words).map { index(of: $0) }
    default: nil
    }
  }

  /// Receives an event of the link from another device.
  mutating func counterpart(
    _ event: TraceEvent.WatchLinkEvent, at now: VirtualInstant, _ place: Int
  ) {
    for i in apps.indices { apps[i].counterpart(event, at: now, place) }
  }

  /// Receives an event of the charger, Low Power Mode, or another power event of the system.
  private mutating func received(power what: String, at now: VirtualInstant, _ place: Int) {
    switch what {
    case "charging": power.become(.charging, at: now, event: place)
    case "on battery": power.become(.known, at: now, event: place)
    case "Low Power Mode on": lowPower.become(.lowPower, at: now, event: place)
    case "Low Power Mode off":
      lowPower.become(nil, at: now, event: place)
      powerMarks.append(Mark(event: place, style: .note))
    case "rebooting": wentDown(at: now, place)
    case _ where what.hasPrefix("battery empty"): wentDown(at: now, place)
    case "booted":
      system.become(nil, at: now, event: place)
      systemMarks.append(Mark(event: place, style: .launch))
    case _ where what.hasPrefix("installing "): system.become(.updating, at: now, event: place)
    default: systemMarks.append(Mark(event: place, style: .note))
    }
  }

  private mutating func wentDown(at now: VirtualInstant, _ place: Int) {
    system.become(.down, at: now, event: place)
    for i in apps.indices { apps[i].rebooted(at: now, place) }
  }

  private static func style(of state: BluetoothState) -> LaneStyle {
    switch state {
    case .poweredOn: .switchedOn
    case .unknown, .resetting: .resetting
    case .unsupported, .unauthorized, .poweredOff: .switchedOff
    }
  }

  /// Returns nil for events that do not switch the accessory.
  private static func style(ofAccessory what: String) -> LaneStyle? {
    switch what {
    case "switched on": .switchedOn
    case "switched off": .switchedOff
    default: nil
    }
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

  /// Returns the lanes, after the last event: first the rare and important ones, then each app.
  mutating func lanes(until end: VirtualInstant) -> [Lane] {
    network.finish(at: end)
    system.finish(at: end)
    screen.finish(at: end)
    wrist.finish(at: end)
    cpu.finish(at: end)
    doze.finish(at: end)
    lowPower.finish(at: end)
    power.finish(at: end)
    bluetooth.finish(at: end)
    var lanes = [
      Lane(device: name, app: nil, label: "Findings", form: .marks, marks: findingMarks),
      Lane(device: name, app: nil, label: "User", form: .marks, marks: userMarks),
      Lane(
        device: name, app: nil, label: "System", form: .bands, spans: system.spans,
        marks: systemMarks),
      Lane(device: name, app: nil, label: "Screen", form: .bands, spans: screen.spans),
      Lane(device: name, app: nil, label: "Wrist", form: .bands, spans: wrist.spans),
      Lane(
        device: name, app: nil, label: "CPU", form: .bands, spans: cpu.spans, marks: cpuMarks),
      Lane(device: name, app: nil, label: "Doze", form: .bands, spans: doze.spans),
      Lane(device: name, app: nil, label: "Network", form: .bands, spans: network.spans),
      Lane(
        device: name, app: nil, label: "Power", form: .bands, spans: power.spans, marks: powerMarks),
      Lane(device: name, app: nil, label: "Low Power", form: .bands, spans: lowPower.spans),
      Lane(
        device: name, app: nil, label: "Bluetooth", form: .bands, spans: bluetooth.spans,
        marks: bluetoothMarks),
    ]
    for i in apps.indices { lanes += apps[i].lanes(until: end) }
    return lanes
  }
}
