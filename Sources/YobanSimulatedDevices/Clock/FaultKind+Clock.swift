import Foundation

// The faults of a device's clock.
extension FaultKind {
  public static let clockAhead = FaultKind(
    "clock-ahead", "has its clock set 2 minutes ahead", rules: ["TM1"],
    .device { $0.setClock(by: .seconds(120)) })

  public static let clockBack = FaultKind(
    "clock-back", "has its clock set 2 minutes back", rules: ["TM1"],
    .device { $0.setClock(by: .seconds(-120)) })

  public static let clockFarAhead = FaultKind(
    "clock-far-ahead", "has its clock set 30 days ahead", weaker: [.clockAhead], rules: ["TM1"],
    .device { $0.setClock(by: far) })

  public static let clockFarBack = FaultKind(
    "clock-far-back", "has its clock set 30 days back", weaker: [.clockBack], rules: ["TM1"],
    .device { $0.setClock(by: .zero - far) })

  private static let far = Duration.seconds(30 * 24 * 3600)

  public static let timeZone = FaultKind(
    "time-zone", "changes its time zone", rules: ["TM2"],
    .device { $0.setTimeZone(zone(otherThan: $0.timeZone)) })

  private static func zone(otherThan zone: TimeZone) -> TimeZone {
    let tokyo = TimeZone(identifier: "Asia/Tokyo")!
    return zone == tokyo ? TimeZone(identifier: "America/Los_Angeles")! : tokyo
  }

  public static let daylightSaving = FaultKind(
    "daylight-saving", "has its clock set to a minute before daylight saving time begins or ends",
    weaker: [.timeZone, .clockAhead, .clockFarAhead], rules: ["TM2"],
    .device { $0.approachDaylightSavingChange() })
}
