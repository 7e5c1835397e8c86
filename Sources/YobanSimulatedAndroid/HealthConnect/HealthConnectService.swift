import Foundation
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// Health Connect on an Android phone: the records of all apps, and who may read them when (AN26 to AN29).
public final class HealthConnectService: AndroidObserver, SystemService {
  private unowned let device: AndroidPhone
  private var store = HealthConnectStore()
  private var clients: [HealthConnectClient] = []
  private var random: RandomStream

  init(_ device: AndroidPhone) {
    self.device = device
    random = RandomStream(
      seed: device.world.simulation.seed, name: "\(device.name)/health-connect")
    device.android.observers.append(self)
  }

  private var now: VirtualInstant { device.world.now }
  /// The time of the device's clock, in milliseconds since 1970.
  private var millis: Int64 { device.wallTime(ofSimulatedTime: now.nanoseconds) / 1_000_000 }
  private var policy: AndroidHealthPolicy { device.android.policy.health }
  /// Whether the phone has Health Connect.
  package var isAvailable: Bool { policy.isAvailable }

  // MARK: The scenario

  /// The records of all apps, in the order in which they were written first.
  public var records: [HealthConnectRecord] { store.records }

  /// Adds a record that another app writes, such as the companion app of a watch. Apps are not notified (AN27).
  ///
  /// - Parameter origin: the package of that app.
  /// - Returns: the identifier of the record.
  @discardableResult
  public func add(
    _ record: HealthConnectRecord, from origin: String = "com.example.watch"
  ) -> String {
    if !isAvailable { Misuse.report("\(device.name) has no Health Connect before API level 34.") }
    if record.endMillis < record.startMillis {
      Misuse.report("A record of Health Connect cannot end before its start.")
    }
    device.post(.android(.healthConnect("\(origin) writes a \(record.type.rawValue)")))
    return insert(record, from: origin).id
  }

  /// Deletes a record, as the app that wrote it or the user does. Has no effect if it does not exist.
  public func delete(_ id: String) {
    guard let record = store.delete(id, at: millis) else { return }
    device.post(
      .android(.healthConnect("a \(record.type.rawValue) of \(record.origin) is deleted")))
  }

  private func insert(_ record: HealthConnectRecord, from origin: String) -> HealthConnectRecord {
    let bytes = random.bytes(16)
    let id = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    return store.insert(record, from: origin, at: millis, id: id.uuidString.lowercased())
  }

  // MARK: Calls of apps

  /// `HealthConnectManager.insertRecords`.
  ///
  /// - Returns: the records with their identifiers; nil if the process has ended.
  package func insert(
    _ records: [HealthConnectRecord], for process: AppProcess
  ) throws(HealthConnectFailure) -> [HealthConnectRecord]? {
    try perform("insertRecords", for: process) { caller throws(HealthConnectFailure) in
      try spend(caller.access.isInForeground ? .foregroundWrite : .backgroundWrite, caller)
      try caller.access.checkWrite(records.map(\.type))
      let written = records.map { insert($0, from: caller.access.package) }
      return (written, Self.words(written.count))
    }
  }

  /// `HealthConnectManager.readRecords`. Returns nil if the process has ended.
  package func read(
    _ query: HealthConnectQuery, for process: AppProcess
  ) throws(HealthConnectFailure) -> HealthConnectAnswer? {
    try perform("readRecords", for: process) { caller throws(HealthConnectFailure) in
      try spendRead(caller)
      try caller.access.checkRead(query.type, of: query.origins)
      caller.client.missed.read(query.type)
      let answer = store.read(query) { caller.mayRead($0, policy) }
      return (answer, Self.words(answer.records.count))
    }
  }

  /// `HealthConnectManager.getChangeLogToken`. Returns nil if the process has ended.
  package func changesToken(
    _ request: HealthConnectTokenRequest, for process: AppProcess
  ) throws(HealthConnectFailure) -> String? {
    try perform("getChangeLogToken", for: process) { caller throws(HealthConnectFailure) in
      try spendRead(caller)
      try caller.access.checkTypes(request.types)
      let token = store.token(request, for: caller.access.package, at: millis)
      return (token, "token \(token)")
    }
  }

  /// `HealthConnectManager.getChangeLogs`. Returns nil if the process has ended.
  package func changes(
    after token: String, pageSize: Int, for process: AppProcess
  ) throws(HealthConnectFailure) -> HealthConnectChanges? {
    try perform("getChangeLogs", for: process) { caller throws(HealthConnectFailure) in
      let package = caller.access.package
      try caller.access.checkChanges()
      let position = try store.position(of: token, of: package)
      do throws(HealthConnectFailure) {
        try store.check(token, of: package, lifetime: policy.tokenLifetime, at: millis)
      } catch {
        caller.client.missed.expired(position.request.types, row: position.row)
        throw error
      }
      try spendRead(caller)
      try caller.access.checkTypes(position.request.types)
      reportMissed(caller, position.request, upTo: position.row, process)
      let changes = try store.changes(after: token, of: package, pageSize: pageSize, at: millis) {
        caller.getsChange($0, policy)
      }
      return (changes, "\(changes.upserted.count) upserted, \(changes.deleted.count) deleted")
    }
  }

  /// Reports the changes that the app misses because it goes on without reading after a token has expired.
  private func reportMissed(
    _ caller: Caller, _ request: HealthConnectTokenRequest, upTo row: Int, _ process: AppProcess
  ) {
    let missed = caller.client.missed.continued(request.types).map { gap in
      let meant = HealthConnectTokenRequest([gap.type], of: request.origins)
      return (
        type: gap.type,
        count: store.changes(meant, notBy: caller.access.package, after: gap.row, upTo: row)
      )
    }.filter { $0.count > 0 }
    guard !missed.isEmpty else { return }
    process.report(.healthChangesMissed(missed.map(\.count).reduce(0, +), missed.map(\.type)))
  }

  // MARK: The calling app

  private struct Caller {
    let client: HealthConnectClient
    let access: HealthConnectAccess

    private var readsHistory: Bool { access.holds(HealthConnectAccess.history) }

    /// Whether the app may read a record whose type it may read: its own, or a new enough one (AN28).
    func mayRead(_ record: HealthConnectRecord, _ policy: AndroidHealthPolicy) -> Bool {
      record.origin == access.package || readsHistory
        || client.reaches(record.startMillis, policy)
    }

    /// Whether changes have a record: a new enough one, even if it is the app's own (AN28).
    func getsChange(_ record: HealthConnectRecord, _ policy: AndroidHealthPolicy) -> Bool {
      readsHistory || client.changesReach(record.startMillis, policy)
    }
  }

  private func perform<Answer>(
    _ call: String, for process: AppProcess,
    _ body: (Caller) throws(HealthConnectFailure) -> (answer: Answer, words: String)
  ) throws(HealthConnectFailure) -> Answer? {
    guard process.isAlive(for: "HealthConnectManager.\(call)"),
      let record = device.android.record(of: process.app)
    else { return nil }
    let access = HealthConnectAccess(
      package: record.manifest.package, isInForeground: isInForeground(record),
      allowsBackgroundReads: policy.allowsBackgroundReads, holds: record.holds)
    do throws(HealthConnectFailure) {
      let result = try body(Caller(client: client(of: process.app), access: access))
      process.post(.android(.healthConnect("\(call): \(result.words)")))
      return result.answer
    } catch {
      process.post(.android(.refused(call, exception: error.message)))
      if let finding = error.finding { process.reportOnce(finding) }
      throw error
    }
  }

  private func spendRead(_ caller: Caller) throws(HealthConnectFailure) {
    try spend(caller.access.isInForeground ? .foregroundRead : .backgroundRead, caller)
  }

  private func spend(
    _ call: HealthConnectQuota.Call, _ caller: Caller
  ) throws(HealthConnectFailure) {
    if let available = caller.client.quota.spend(call, policy, at: now) {
      throw .quotaExceeded(available: available, inBackground: !caller.access.isInForeground)
    }
  }

  /// Whether an app is visible, was so a moment ago, or has a foreground service (AN26).
  private func isInForeground(_ record: AndroidRecord) -> Bool {
    record.importance(at: now) <= .foregroundService
      || record.visibleEnd(after: policy.foregroundGrace).map { now < $0 } == true
  }

  private func client(of app: InstalledApp) -> HealthConnectClient {
    if let known = clients.first(where: { $0.app === app }) { return known }
    let client = HealthConnectClient(app)
    clients.append(client)
    return client
  }

  private static func words(_ count: Int) -> String {
    count == 1 ? "1 record" : "\(count) records"
  }

  // MARK: Events of the device

  /// The first health permission of an app begins its history, and the loss of the last one ends it (AN28).
  func permissionChanged(of app: InstalledApp) {
    let client = client(of: app)
    let hasOne = device.permissionsGranted(to: app).contains { $0.hasPrefix("health.") }
    client.firstGrantMillis = hasOne ? client.firstGrantMillis ?? millis : nil
  }

  package func appDeleted(_ app: InstalledApp) { clients.removeAll { $0.app === app } }

  /// AOSP keeps the counted calls in memory (AN29).
  package func deviceWentDown() {
    for client in clients { client.quota = HealthConnectQuota() }
  }
}
