import SimulatedOS
import VirtualTime

/// A region or condition that an app watches: inside, outside, or not known.
///
/// It outlasts the process. After a reboot the system knows nothing of it until it tells (BC11).
struct RegionTrack {
  let name: String
  private var states = BandTrack()
  private var marks: [Mark] = []

  init(_ name: String) { self.name = name }

  /// A state that was told; nil: it is no longer watched. The same one again is a mark.
  mutating func become(_ style: LaneStyle?, at now: VirtualInstant, _ place: Int) {
    if states.current == style {
      marks.append(Mark(event: place, style: .note))
    } else {
      states.become(style, at: now, event: place)
    }
  }

  /// A crossing: always a mark, too, since its state may be told again in the same moment.
  mutating func cross(to style: LaneStyle, at now: VirtualInstant, _ place: Int) {
    if states.current != style { states.become(style, at: now, event: place) }
    marks.append(Mark(event: place, style: .note))
  }

  mutating func mark(_ style: LaneStyle, _ place: Int) {
    marks.append(Mark(event: place, style: style))
  }

  mutating func rebooted(at now: VirtualInstant, _ place: Int) {
    if states.current != nil { states.become(.watched, at: now, event: place) }
  }

  /// Begins with what differs: regions of one app often have one prefix.
  private var label: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    let last = name[name.index(after: dot)...]
    return last.isEmpty ? name : "\(last) (\(name[..<dot]))"
  }

  mutating func lane(on device: String, of app: String, until end: VirtualInstant) -> Lane {
    states.finish(at: end)
    return Lane(
      device: device, app: app, label: "Region \(label)", form: .bands, spans: states.spans,
      marks: marks)
  }
}
