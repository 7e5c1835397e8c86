import Foundation
import YobanSimulatedRadio
import YobanVirtualTime

/// The ranging reports for one constraint, with averaged RSSI and estimated distances (BC8). Pure.
struct RangingMachine: Equatable {
  /// The packets received from one beacon since the last report.
  struct Heard: Equatable {
    var beacon: IBeacon
    /// The RSSI of each packet, in dBm.
    var packets: [Int]
  }

  private struct Known: Equatable {
    var beacon: IBeacon
    var receivedAt: VirtualInstant
  }

  private let policy: LocationPolicy
  private var known: [Known] = []

  init(policy: LocationPolicy) { self.policy = policy }

  /// Returns the report for one second: the nearest beacon first, those not received last.
  ///
  /// A beacon that is no longer received stays in the list for a while, with an RSSI of 0 (assumed).
  mutating func report(_ received: [Heard], at now: VirtualInstant) -> [RangedBeacon] {
    var beacons: [RangedBeacon] = []
    for (beacon, packets) in merged(received) {
      known.removeAll { $0.beacon.identity == beacon.identity }
      known.append(Known(beacon: beacon, receivedAt: now))
      let average = Double(packets.reduce(0, +)) / Double(packets.count)
      let accuracy = distance(average, measuredPower: beacon.measuredPower)
      beacons.append(
        RangedBeacon(
          uuid: beacon.uuid, major: beacon.major, minor: beacon.minor,
          proximity: proximity(accuracy), accuracy: accuracy, rssi: Int(average.rounded()),
          instant: now))
    }
    known.removeAll { now - $0.receivedAt > policy.rangingMemory }
    let silent = known.filter { $0.receivedAt < now }.map { known in
      RangedBeacon(
        uuid: known.beacon.uuid, major: known.beacon.major, minor: known.beacon.minor,
        proximity: .unknown, accuracy: -1, rssi: 0, instant: now)
    }
    return beacons.sorted { $0.order < $1.order } + silent.sorted { $0.order < $1.order }
  }

  /// Merges senders with the same UUID, major and minor into one beacon.
  private func merged(_ received: [Heard]) -> [(IBeacon, [Int])] {
    var result: [(beacon: IBeacon, packets: [Int])] = []
    for one in received where !one.packets.isEmpty {
      if let i = result.firstIndex(where: { $0.beacon.identity == one.beacon.identity }) {
        result[i].packets += one.packets
      } else {
        result.append((one.beacon, one.packets))
      }
    }
    return result
  }

  /// Returns the distance in meters, from the log-distance model and the beacon's advertised power
  /// at one meter.
  func distance(_ rssi: Double, measuredPower: Int8) -> Double {
    pow(10, (Double(measuredPower) - rssi) / (10 * policy.rangingPathLoss))
  }

  func proximity(_ accuracy: Double) -> BeaconProximity {
    switch accuracy {
    case ..<0: .unknown
    case ..<policy.immediateWithin: .immediate
    case ..<policy.nearWithin: .near
    default: .far
    }
  }
}

extension RangedBeacon {
  fileprivate var order: (Double, UInt16, UInt16) { (accuracy, major, minor) }
}
