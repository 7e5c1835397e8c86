import YobanSimulatedOS
import YobanVirtualTime

/// The findings, and what the user did.
struct UserTrack: ServiceTrack {
  private var findingMarks: [Mark] = []
  private var marks: [Mark] = []

  mutating func receive(_ event: LaneEvent) -> Bool {
    switch event.payload {
    case is TraceEvent.UserAction: marks.append(Mark(event: event.place, style: .user))
    case is Finding: findingMarks.append(Mark(event: event.place, style: .finding))
    default: return false
    }
    return true
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    [owner.lane("Findings", .marks, [], findingMarks), owner.lane("User", .marks, [], marks)]
  }
}

extension TraceEvent.PowerEvent {
  /// Whether the system ends, and with it all processes and sessions.
  var isEndOfSystem: Bool { text == "rebooting" || text.hasPrefix("battery empty") }
}

/// Reboots and updates of the system, and the events that have no lane of their own.
struct SystemTrack: ServiceTrack {
  private var bands = BandTrack()
  private var marks: [Mark] = []

  mutating func receive(_ event: LaneEvent) -> Bool {
    guard let power = event.payload as? TraceEvent.PowerEvent, !PowerTrack.shows(power) else {
      return false
    }
    let (now, place) = (event.instant, event.place)
    if power.isEndOfSystem {
      bands.become(.down, at: now, event: place)
    } else if power.text == "booted" {
      bands.become(nil, at: now, event: place)
      marks.append(Mark(event: place, style: .launch))
    } else if power.text.hasPrefix("installing ") {
      bands.become(.updating, at: now, event: place)
    } else {
      note(place)
    }
    return true
  }

  /// Adds an event that no lane shows.
  mutating func note(_ place: Int) { marks.append(Mark(event: place, style: .note)) }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bands.finish(at: end)
    return [owner.lane("System", .bands, bands.spans, marks)]
  }
}

/// The charger and Low Power Mode; of an accessory, whether it is on.
struct PowerTrack: ServiceTrack {
  private var bands = BandTrack()
  private var marks: [Mark] = []
  private var lowPower = BandTrack()

  static func shows(_ event: TraceEvent.PowerEvent) -> Bool {
    ["charging", "on battery", "Low Power Mode on", "Low Power Mode off"].contains(event.text)
  }

  mutating func receive(_ event: LaneEvent) -> Bool {
    let (now, place) = (event.instant, event.place)
    switch event.payload {
    case let power as TraceEvent.PowerEvent where Self.shows(power):
      switch power.text {
      case "charging": bands.become(.charging, at: now, event: place)
      case "on battery": bands.become(.known, at: now, event: place)
      case "Low Power Mode on": lowPower.become(.lowPower, at: now, event: place)
      default:
        lowPower.become(nil, at: now, event: place)
        marks.append(Mark(event: place, style: .note))
      }
    case let accessory as TraceEvent.AccessoryEvent:
      switch accessory.text {
      case "switched on": bands.become(.switchedOn, at: now, event: place)
      case "switched off": bands.become(.switchedOff, at: now, event: place)
      default: marks.append(Mark(event: place, style: .note))
      }
    default: return false
    }
    return true
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bands.finish(at: end)
    lowPower.finish(at: end)
    return [
      owner.lane("Power", .bands, bands.spans, marks),
      owner.lane("Low Power", .bands, lowPower.spans),
    ]
  }
}

/// The screen, which is on at the start.
struct ScreenTrack: ServiceTrack {
  private var bands = BandTrack()

  mutating func receive(_ event: LaneEvent) -> Bool {
    guard let screen = event.payload as? TraceEvent.ScreenEvent else { return false }
    if !screen.isOn { bands.held(.screenOn) }
    bands.become(screen.isOn ? .screenOn : .screenOff, at: event.instant, event: event.place)
    return true
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bands.finish(at: end)
    return [owner.lane("Screen", .bands, bands.spans)]
  }
}

/// The connection to the network.
struct NetworkTrack: ServiceTrack {
  private var bands = BandTrack()

  mutating func receive(_ event: LaneEvent) -> Bool {
    guard let network = event.payload as? TraceEvent.NetworkEvent else { return false }
    bands.become(
      network.text == "offline" ? .offline : .online, at: event.instant, event: event.place)
    return true
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bands.finish(at: end)
    return [owner.lane("Network", .bands, bands.spans)]
  }
}

/// Whether the wrist with a watch is up. The first event says what was before.
struct WristTrack: ServiceTrack {
  private var bands = BandTrack()

  mutating func receive(_ event: LaneEvent) -> Bool {
    guard case TraceEvent.WatchEvent.wrist(let isUp) = event.payload else { return false }
    bands.held(isUp ? .wristDown : .wristUp)
    bands.become(isUp ? .wristUp : .wristDown, at: event.instant, event: event.place)
    return true
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bands.finish(at: end)
    return [owner.lane("Wrist", .bands, bands.spans)]
  }
}

/// The events of Bluetooth that are about the device and not about one app.
struct BluetoothPowerTrack: ServiceTrack {
  private var bands = BandTrack()
  private var marks: [Mark] = []

  mutating func receive(_ event: LaneEvent) -> Bool {
    guard let bluetooth = event.payload as? TraceEvent.BluetoothEvent, event.isOfDevice else {
      return false
    }
    if case .power(let state) = bluetooth {
      bands.become(Self.style(of: state), at: event.instant, event: event.place)
    } else {
      marks.append(Mark(event: event.place, style: .note))
    }
    return true
  }

  private static func style(of state: BluetoothState) -> LaneStyle {
    switch state {
    case .poweredOn: .switchedOn
    case .unknown, .resetting: .resetting
    case .unsupported, .unauthorized, .poweredOff: .switchedOff
    }
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bands.finish(at: end)
    return [owner.lane("Bluetooth", .bands, bands.spans, marks)]
  }
}

/// Whether the processor of an Android phone is awake, and its state of Doze.
struct AndroidPowerTrack: ServiceTrack {
  private var cpu = BandTrack()
  private var cpuMarks: [Mark] = []
  private var doze = BandTrack()

  mutating func receive(_ event: LaneEvent) -> Bool {
    let (now, place) = (event.instant, event.place)
    switch event.payload {
    case TraceEvent.AndroidEvent.cpu(let isAwake):
      let style: LaneStyle = isAwake ? .cpuAwake : .cpuAsleep
      cpu.held(isAwake ? .cpuAsleep : .cpuAwake)
      if cpu.current == style {
        cpuMarks.append(Mark(event: place, style: .note))
      } else {
        cpu.become(style, at: now, event: place)
      }
    case TraceEvent.AndroidEvent.doze(let state):
      // A phone is awake at the start.
      if state != "active" { doze.held(.dozeOff) }
      doze.become(LaneStyle(doze: state), at: now, event: place)
    default: return false
    }
    return true
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    cpu.finish(at: end)
    doze.finish(at: end)
    return [
      owner.lane("CPU", .bands, cpu.spans, cpuMarks), owner.lane("Doze", .bands, doze.spans),
    ]
  }
}
