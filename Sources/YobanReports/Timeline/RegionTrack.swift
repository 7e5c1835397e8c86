import YobanSimulatedOS
import YobanVirtualTime

/// A region or condition that an app monitors: inside, outside, or unknown.
///
/// It survives the end of the process. After a reboot, its state is unknown until the next event
/// (BC11).
struct RegionTrack {
  let name: String
  private var states = BandTrack()
  private var marks: [Mark] = []

  init(_ name: String) { self.name = name }

  /// Sets the reported state; nil if the region is no longer monitored. The same state again adds a
  /// mark.
  mutating func become(_ style: LaneStyle?, at now: VirtualInstant, _ place: Int) {
    if states.current == style {
      marks.append(Mark(event: place, style: .note))
    } else {
      states.become(style, at: now, event: place)
    }
  }

  /// Receives a crossing. It always adds a mark, because the state may be reported again at the
  /// same moment.
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

  /// Begins with the last part of the name, because the regions of one app often have the same
  /// prefix.
  private var label: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    let last = name[name.index(after: dot)...]
    return last.isEmpty ? name : "\(last) (\(name[..<dot]))"
  }

  mutating func lane(of owner: LaneOwner, until end: VirtualInstant) -> Lane {
    states.finish(at: end)
    return owner.lane("Region \(label)", .bands, states.spans, marks)
  }
}
