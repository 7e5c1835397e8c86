import Foundation
import YobanSimulatedOS

extension NightSummary {
  /// Returns the summary of a simulated night as one JSON object with sorted keys: the totals, and
  /// the numbers of each device in `devices`. docs/night.md explains the counts. `wall_seconds` is
  /// the real time that the run took.
  public func json() -> String {
    let object: [String: Any] = [
      "hours": hours, "seed": seed, "sensed": sensed, "in_gaps": inGaps, "recorded": recorded,
      "events": events, "stored": stored, "duplicates": duplicates, "chunks": chunks,
      "bytes": bytes, "wakes": wakes, "link_bytes": linkBytes, "is_complete": isComplete,
      "digest": digest, "wall_seconds": (wallSeconds * 1000).rounded() / 1000,
      "findings": findings, "devices": devices.map(\.object),
    ]
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}

extension NightSummary.DeviceAccount {
  fileprivate var object: [String: Any] {
    [
      "name": name, "kind": kind.rawValue, "sensed": sensed, "in_gaps": inGaps,
      "recorded": recorded, "events": events, "stored": stored, "duplicates": duplicates,
      "conflicts": conflicts, "chunks": chunks, "bytes": bytes, "wakes": wakes,
      "exercise_minutes": exerciseMinutes, "battery": (battery * 1000).rounded() / 1000,
      "is_complete": isComplete, "energy": energy?.object ?? [:],
      "gaps": gaps.map { gap -> [String: Any] in
        [
          "stream": gap.stream, "from": gap.from.seconds, "to": gap.to.seconds,
          "cause": gap.cause, "samples": gap.samples,
        ]
      },
    ]
  }
}

extension EnergyEstimate {
  fileprivate var object: [String: Any] {
    func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
    return [
      "model": model, "mwh": rounded(milliwattHours), "battery_mwh": rounded(battery),
      "percent": rounded(percentOfBattery),
      "causes": causes.map { cause -> [String: Any] in
        ["app": cause.app ?? "", "cause": cause.name, "mwh": rounded(cause.milliwattHours)]
      },
    ]
  }
}
