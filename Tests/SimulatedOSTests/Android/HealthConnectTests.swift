import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedAndroid
@testable import YobanSimulatedDevices

/// The decisions of Health Connect, without a phone.
@Suite struct HealthConnectTests {
  private static let policy = AndroidHealthPolicy(api: 36)

  @Test(arguments: 26...37)
  func `the numbers of every API level (AN26, AN27, AN28, AN29)`(level: Int) {
    let policy = AndroidHealthPolicy(api: SystemVersion(level))
    #expect(policy.isAvailable == (level >= 34))
    #expect(policy.allowsBackgroundReads == (level >= 35))
    #expect(policy.foregroundGrace == .seconds(5))
    #expect(policy.tokenLifetime == .seconds(30 * 86_400))
    #expect(policy.historyBeforeGrant == .seconds(30 * 86_400))
    #expect([policy.foregroundReads, policy.foregroundReadsLong] == [2_000, 16_000])
    #expect([policy.backgroundReads, policy.backgroundReadsLong] == [1_000, 8_000])
    #expect([policy.writes, policy.writesLong] == [1_000, 8_000])
  }

  // MARK: Calls

  /// Makes calls at a moment. Returns how many of them are allowed.
  private static func spend(
    _ count: Int, _ call: HealthConnectQuota.Call, of quota: inout HealthConnectQuota,
    at seconds: Double
  ) -> Int {
    (0..<count).count { _ in
      quota.spend(call, policy, at: .start + .milliseconds(Int64(seconds * 1000))) == nil
    }
  }

  @Test(arguments: [
    (HealthConnectQuota.Call.foregroundRead, 2_000, 0.45), (.backgroundRead, 1_000, 0.9),
    (.foregroundWrite, 1_000, 0.9), (.backgroundWrite, 1_000, 0.9),
  ])
  func `calls come back evenly in 15 minutes (AN29)`(
    call: HealthConnectQuota.Call, limit: Int, interval: Double
  ) {
    var quota = HealthConnectQuota()
    #expect(Self.spend(limit + 100, call, of: &quota, at: 0) == limit)
    #expect(Self.spend(1, call, of: &quota, at: interval - 0.01) == 0)
    #expect(Self.spend(2, call, of: &quota, at: interval) == 1)
    #expect(Self.spend(20, call, of: &quota, at: interval * 11) == 10)
    for other in HealthConnectQuota.Call.allCases where other != call {
      #expect(Self.spend(1, other, of: &quota, at: interval * 11) == 1, "\(other) has its own")
    }
  }

  /// 1000 calls in each 15 minutes are 8000 after two hours, in which 666 of 8000 a day came back.
  @Test func `calls of a day come back evenly, and refused ones take none (AN29)`() {
    var quota = HealthConnectQuota()
    let allowed = (0..<9).map { burst in
      Self.spend(1_200, .backgroundRead, of: &quota, at: Double(burst) * 900)
    }
    #expect(allowed == Array(repeating: 1_000, count: 8) + [666])
  }

  @Test func `a limit of none allows no call`() {
    var policy = Self.policy
    policy.writes = 0
    var quota = HealthConnectQuota()
    let calls: [HealthConnectQuota.Call] = [.backgroundWrite, .backgroundRead]
    let allowed = calls.map { quota.spend($0, policy, at: .start) }
    #expect(allowed == [0, nil])
  }

  /// 2000 calls come back in 900 s, so half a call in 0.225 s.
  @Test func `a refused call says which part of a call is there (AN29)`() {
    var quota = HealthConnectQuota()
    #expect(Self.spend(2_000, .foregroundRead, of: &quota, at: 0) == 2_000)
    func available(at millis: Int64) -> Float? {
      quota.spend(.foregroundRead, Self.policy, at: .start + .milliseconds(millis))
    }
    #expect(available(at: 0) == 0)
    #expect(available(at: 225) == 0.5)
    #expect(available(at: 450) == nil)
  }

  // MARK: Access

  struct AccessRow: Sendable, CustomTestStringConvertible {
    var isInForeground = false
    var allowsBackgroundReads = true
    var holds: [String]
    var origins: [String] = []
    /// nil if the read is allowed.
    var failure: HealthConnectFailure?
    /// Whether changes are allowed.
    var changes = false

    var testDescription: String { "\(holds) \(origins) \(isInForeground)" }
  }

  private static let read = "health.READ_STEPS"
  private static let write = "health.WRITE_STEPS"
  private static let background = "health.READ_HEALTH_DATA_IN_BACKGROUND"

  @Test(arguments: [
    AccessRow(isInForeground: true, holds: [read], changes: true),
    AccessRow(isInForeground: true, holds: [], failure: .noPermission(read, .steps), changes: true),
    AccessRow(
      isInForeground: true, holds: [write], failure: .onlyOwnRecords(.steps, inBackground: false),
      changes: true),
    AccessRow(isInForeground: true, holds: [write], origins: ["own"], changes: true),
    AccessRow(holds: [read], failure: .onlyOwnRecords(.steps, inBackground: true)),
    AccessRow(holds: [read], origins: ["own"]),
    AccessRow(
      holds: [read], origins: ["own", "watch"],
      failure: .onlyOwnRecords(.steps, inBackground: true)),
    AccessRow(holds: [read, background], changes: true),
    AccessRow(
      allowsBackgroundReads: false, holds: [read, background],
      failure: .onlyOwnRecords(.steps, inBackground: true)),
    AccessRow(
      holds: [write, background], failure: .onlyOwnRecords(.steps, inBackground: false),
      changes: true),
    AccessRow(holds: [background], failure: .noPermission(read, .steps), changes: true),
  ])
  func `in background the records of others need a permission of their own (AN26)`(
    row: AccessRow
  ) {
    let access = HealthConnectAccess(
      package: "own", isInForeground: row.isInForeground,
      allowsBackgroundReads: row.allowsBackgroundReads, holds: row.holds.contains)
    #expect(
      Self.failure { () throws(HealthConnectFailure) in
        try access.checkRead(.steps, of: row.origins)
      } == row.failure)
    #expect(
      Self.failure { () throws(HealthConnectFailure) in try access.checkChanges() }
        == (row.changes
          ? nil
          : .changesInBackground(
            package: "own", systemHasPermission: row.allowsBackgroundReads)))
    #expect(
      Self.failure { () throws(HealthConnectFailure) in try access.checkWrite([.steps]) }
        == (row.holds.contains(Self.write) ? nil : .noPermission(Self.write, .steps)))
  }

  private static func failure(
    _ body: () throws(HealthConnectFailure) -> Void
  ) -> HealthConnectFailure? {
    do {
      try body()
      return nil
    } catch { return error }
  }

  /// The texts of AOSP, with its missing blanks; a phone reported the one of aggregates in background with its uid
  /// (woowacourse-teams/2025-mul-kkam #486).
  @Test(
    arguments: [
      (
        .noPermission(read, .steps),
        "java.lang.SecurityException: Caller doesn't have android.permission.health.READ_STEPS to read to record typeclass android.health.connect.datatypes.StepsRecord"
      ),
      (
        .noPermission(write, .steps),
        "java.lang.SecurityException: Caller doesn't have android.permission.health.WRITE_STEPS to write to record type class android.health.connect.datatypes.StepsRecord"
      ),
      (
        .onlyOwnRecords(.steps, inBackground: true),
        "java.lang.SecurityException: Caller does not have permission to read data for the following (recordType: class android.health.connect.datatypes.StepsRecord) from other applications."
      ),
      (
        .changesInBackground(package: "own", systemHasPermission: true),
        "java.lang.SecurityException: ownmust be in foreground to call getChangeLogs method: uid 10000 does not have android.permission.health.READ_HEALTH_DATA_IN_BACKGROUND."
      ),
      (
        .changesInBackground(package: "own", systemHasPermission: false),
        "java.lang.SecurityException: ownmust be in foreground to call getChangeLogs method"
      ),
      (
        .quotaExceeded(available: 0.5, inBackground: false),
        "android.health.connect.HealthConnectException: API call quota exceeded, availableQuota: 0.5 requested: 1"
      ),
    ] as [(HealthConnectFailure, String)])
  func `each refusal has the text of AOSP (AN26, AN29)`(
    failure: HealthConnectFailure, text: String
  ) {
    #expect(failure.message == text)
  }

  // MARK: Records

  private static func steps(
    _ count: Int64, _ start: Int64, _ name: String? = nil, _ version: Int64 = 0
  )
    -> HealthConnectRecord
  {
    var record = HealthConnectRecord(.steps(count), startMillis: start, endMillis: start + 1)
    (record.clientRecordId, record.clientRecordVersion) = (name, version)
    return record
  }

  @Test func `a record of the same name and app is replaced, unless it is newer`() {
    var store = HealthConnectStore()
    func put(_ record: HealthConnectRecord, _ origin: String, _ id: String) -> String {
      store.insert(record, from: origin, at: 0, id: id).id
    }
    #expect(put(Self.steps(1, 10, "a", 2), "own", "1") == "1")
    #expect(put(Self.steps(2, 10, "a", 2), "own", "2") == "1")
    #expect(put(Self.steps(3, 10, "a", 1), "own", "3") == "1")
    #expect(put(Self.steps(4, 10, "a", 0), "watch", "4") == "4")
    #expect(put(Self.steps(5, 10), "own", "5") == "5")
    #expect(store.records.map(\.content) == [.steps(2), .steps(4), .steps(5)])
  }

  @Test(arguments: [true, false])
  func `pages of a read contain each record once, in the order of the start`(isAscending: Bool) {
    var store = HealthConnectStore()
    // Three records begin at the same time, so that a page ends between them.
    for (i, start) in [50, 10, 30, 30, 30, 20].enumerated() {
      _ = store.insert(Self.steps(Int64(i), Int64(start)), from: "watch", at: 0, id: "\(i)")
    }
    var query = HealthConnectQuery(.steps, from: 20, to: 51, isAscending: isAscending, pageSize: 2)
    var pages: [[String]] = []
    repeat {
      let answer = store.read(query) { _ in true }
      pages.append(answer.records.map(\.id))
      query.page = answer.nextPage
    } while query.page != nil && pages.count < 5
    #expect(
      pages
        == (isAscending ? [["5", "2"], ["3", "4"], ["0"]] : [["0", "4"], ["3", "2"], ["5"]]))
  }

  @Test func `a page goes on where it ended, also after a deletion`() {
    var store = HealthConnectStore()
    for i in 0..<4 {
      _ = store.insert(Self.steps(0, Int64(i)), from: "watch", at: 0, id: "\(i)")
    }
    var query = HealthConnectQuery(.steps, pageSize: 2)
    query.page = store.read(query) { _ in true }.nextPage
    _ = store.delete("2", at: 0)
    let rest = store.read(query) { _ in true }
    #expect(rest.records.map(\.id) == ["3"])
  }

  // MARK: Changes

  @Test func `changes come once, from the token on, as the records are now (AN27)`() throws {
    var store = HealthConnectStore()
    _ = store.insert(Self.steps(1, 0), from: "watch", at: 0, id: "before")
    var token = store.token(HealthConnectTokenRequest([.steps], of: ["watch"]), for: "own", at: 0)
    func next(_ pageSize: Int = 10) throws -> (upserted: [String], deleted: [String], more: Bool) {
      let changes = try store.changes(
        after: token, of: "own", pageSize: pageSize, at: 1, where: { $0.id != "hidden" })
      token = changes.nextToken
      return (changes.upserted.map(\.id), changes.deleted.map(\.id), changes.hasMore)
    }
    let first = token
    #expect(try next() == ([], [], false))
    #expect(token == first, "an answer without changes has the same token")
    _ = store.insert(Self.steps(1, 0, "a"), from: "watch", at: 1, id: "a")
    _ = store.insert(Self.steps(2, 0, "a"), from: "watch", at: 1, id: "again")
    _ = store.insert(Self.steps(2, 0), from: "other", at: 1, id: "other")
    _ = store.insert(Self.steps(2, 0), from: "watch", at: 1, id: "hidden")
    _ = store.insert(
      HealthConnectRecord(.sleepSession, startMillis: 0, endMillis: 1), from: "watch", at: 1,
      id: "sleep")
    _ = store.insert(Self.steps(2, 0), from: "watch", at: 1, id: "gone")
    _ = store.delete("gone", at: 2)
    #expect(try next(4) == (["a"], [], true))
    #expect(try next(4) == ([], ["gone"], false))
    #expect(try next() == ([], [], false))
  }

  @Test(
    arguments: [
      ("1", "own", 0, nil), ("1", "own", 29, nil), ("1", "own", 30, true), ("1", "other", 0, false),
      ("2", "own", 0, false), ("x", "own", 0, false), ("-1", "own", 0, false),
    ] as [(String, String, Int64, Bool?)])
  func `a token is valid for 30 days, for its app (AN27)`(
    name: String, package: String, day: Int64, isExpired: Bool?
  ) {
    var store = HealthConnectStore()
    let token = store.token(HealthConnectTokenRequest([.steps]), for: "own", at: 0)
    #expect(token == "1")
    let failure = Self.failure { () throws(HealthConnectFailure) in
      try store.check(
        name, of: package, lifetime: Self.policy.tokenLifetime, at: day * 86_400_000)
    }
    #expect(failure == isExpired.map { .invalidToken(isExpired: $0) })
  }

  @Test func `an app misses what others wrote between its tokens (AN27)`() {
    var store = HealthConnectStore()
    for origin in ["watch", "own", "other", "watch"] {
      _ = store.insert(Self.steps(1, 0), from: origin, at: 0, id: origin)
    }
    func missed(of origins: [String], after row: Int, upTo end: Int) -> Int {
      let request = HealthConnectTokenRequest([.steps], of: origins)
      return store.changes(request, notBy: "own", after: row, upTo: end)
    }
    #expect(missed(of: [], after: 0, upTo: 4) == 3)
    #expect(missed(of: ["watch"], after: 0, upTo: 4) == 2)
    #expect(missed(of: ["watch"], after: 1, upTo: 3) == 0)
    #expect(missed(of: [], after: 4, upTo: 2) == 0)
  }

  @Test func `an app that goes on without reading misses the types of its token (AN27)`() {
    var missed = MissedHealthChanges()
    #expect(missed.continued([.steps]).isEmpty)
    missed.expired([.steps, .heartRate], row: 7)
    missed.expired([.steps], row: 9)
    missed.read(.heartRate)
    #expect(missed.continued([.sleepSession, .heartRate]).isEmpty)
    let gaps = missed.continued([.steps, .heartRate])
    #expect(gaps.map(\.type) == [.steps])
    #expect(gaps.map(\.row) == [7])
    #expect(missed.continued([.steps]).isEmpty, "it is reported once")
  }
}
