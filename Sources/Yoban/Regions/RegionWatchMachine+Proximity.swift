import Foundation

/// Proximity of beacons, while the device is in their region and the process runs (BC8).
extension RegionWatchMachine {
  /// Handles the beacons of a region that the system received within the last second.
  mutating func ranged(_ name: String, _ beacons: [ReceivedBeacon], now: Date) -> [Action] {
    guard var state = ranging[name], let region = memory.records[name]?.region else { return [] }
    let received = beacons.filter { $0.proximity != .unknown && $0.accuracy >= 0 }
    let nearest = received.min { $0.accuracy < $1.accuracy }
    if nearest != nil { state.lastReceived = now }
    let isOverdue = state.lastReceived.map { now.timeIntervalSince($0) >= times.timeout } ?? true
    let proximity = nearest?.proximity ?? (isOverdue ? .unknown : state.reported)
    // If no beacon was ever received, `unknown` is not a change.
    let isChange = proximity != state.reported && !(proximity == .unknown && state.reported == nil)
    if isChange { state.reported = proximity }
    ranging[name] = state
    guard isChange, let proximity else { return [] }
    return [
      .post(
        .proximity(
          ProximityChange(region: region, proximity: proximity, beacon: nearest, date: now)))
    ]
  }

  /// Ranging failed. It is retried with the next event of the region, and in the foreground.
  mutating func rangingFailed(_ name: String, code: Int, now: Date) -> [Action] {
    guard let state = ranging.removeValue(forKey: name),
      let region = memory.records[name]?.region
    else { return [] }
    let problem = Action.post(.problem(.rangingFailed(region: name, code: code)))
    guard let reported = state.reported, reported != .unknown else {
      return [.stopRanging(name), problem]
    }
    let change = ProximityChange(region: region, proximity: .unknown, beacon: nil, date: now)
    return [.stopRanging(name), problem, .post(.proximity(change))]
  }

  /// Ranges only the beacons of the regions that the device is in.
  mutating func updateRanging() -> [Action] {
    guard reportsProximity else { return [] }
    var actions: [Action] = []
    for region in regions where region.isBeacon {
      let name = region.name
      let record = memory.records[name]
      let isInside = record?.presence == .inside && record?.pendingExit == nil
      let isWanted = memory.isWanted && isAllowed && isInside
      if isWanted, ranging[name] == nil {
        ranging[name] = Ranging()
        actions.append(.startRanging(name))
      } else if !isWanted, ranging.removeValue(forKey: name) != nil {
        actions.append(.stopRanging(name))
      }
    }
    return actions
  }
}
