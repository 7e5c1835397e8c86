/// The access of an app to Health Connect (AN26). Pure.
struct HealthConnectAccess {
  /// The permission to read the records of others in background.
  static let inBackground = "health.READ_HEALTH_DATA_IN_BACKGROUND"
  /// The permission to read all older records of others (AN28).
  static let history = "health.READ_HEALTH_DATA_HISTORY"

  /// The package of the app.
  let package: String
  let isInForeground: Bool
  let allowsBackgroundReads: Bool
  /// Whether the app holds a permission.
  let holds: (String) -> Bool

  private var mayReadOthersNow: Bool {
    isInForeground || allowsBackgroundReads && holds(Self.inBackground)
  }

  /// Checks a read of the records of these apps; of all apps if the list is empty.
  func checkRead(
    _ type: HealthConnectRecordType, of origins: [String]
  ) throws(HealthConnectFailure) {
    let mayRead = holds(type.readPermission)
    guard mayRead || holds(type.writePermission) else {
      throw .noPermission(type.readPermission, type)
    }
    // AOSP compares the list as it is, so the own package alone is allowed.
    if mayRead && mayReadOthersNow || origins == [package] { return }
    throw .onlyOwnRecords(type, inBackground: mayRead)
  }

  func checkWrite(_ types: [HealthConnectRecordType]) throws(HealthConnectFailure) {
    for type in types where !holds(type.writePermission) {
      throw .noPermission(type.writePermission, type)
    }
  }

  /// Checks the read permission of types whose changes are read, or a token for them.
  func checkTypes(_ types: [HealthConnectRecordType]) throws(HealthConnectFailure) {
    for type in types where !holds(type.readPermission) {
      throw .noPermission(type.readPermission, type)
    }
  }

  func checkChanges() throws(HealthConnectFailure) {
    guard mayReadOthersNow else {
      throw .changesInBackground(package: package, systemHasPermission: allowsBackgroundReads)
    }
  }
}
