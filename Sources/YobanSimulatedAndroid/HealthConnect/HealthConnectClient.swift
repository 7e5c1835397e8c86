import YobanPlatformProfiles
import YobanSimulatedDevices

/// The state that Health Connect keeps for one app.
final class HealthConnectClient {
  unowned let app: InstalledApp
  var quota = HealthConnectQuota()
  var missed = MissedHealthChanges()
  /// The time of its first health permission by the device's clock; nil while it has none (AN28).
  var firstGrantMillis: Int64?

  init(_ app: InstalledApp) { self.app = app }

  /// Whether a record of another app is new enough for a read of this app (AN28).
  func reaches(_ startMillis: Int64, _ policy: AndroidHealthPolicy) -> Bool {
    age(startMillis) <= policy.historyBeforeGrant
  }

  /// Whether a record is new enough for changes. As in AOSP, one that starts exactly at the limit is not (AN28).
  func changesReach(_ startMillis: Int64, _ policy: AndroidHealthPolicy) -> Bool {
    age(startMillis) < policy.historyBeforeGrant
  }

  /// The age of a record at the first permission; zero without one, as no limit holds then.
  private func age(_ startMillis: Int64) -> Duration {
    firstGrantMillis.map { .milliseconds($0) - .milliseconds(startMillis) } ?? .zero
  }
}

/// The changes that an app missed because its token had expired (AN27). Pure.
struct MissedHealthChanges: Equatable {
  /// The types of expired tokens that the app has not read since, each with the last row that it has seen.
  private var gaps: [Gap] = []

  private struct Gap: Equatable {
    var type: HealthConnectRecordType
    var row: Int
  }

  /// A token had expired.
  mutating func expired(_ types: [HealthConnectRecordType], row: Int) {
    for type in types where !gaps.contains(where: { $0.type == type }) {
      gaps.append(Gap(type: type, row: row))
    }
  }

  /// The app reads records of a type.
  mutating func read(_ type: HealthConnectRecordType) { gaps.removeAll { $0.type == type } }

  /// The app goes on with the changes of these types.
  ///
  /// - Returns: the types that it has not read, each with the last row that it has seen.
  mutating func continued(
    _ types: [HealthConnectRecordType]
  ) -> [(type: HealthConnectRecordType, row: Int)] {
    let missed = gaps.filter { types.contains($0.type) }
    gaps.removeAll { types.contains($0.type) }
    return missed.map { ($0.type, $0.row) }
  }
}
