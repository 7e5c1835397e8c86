import AndroidFramework
import Testing
import YobanTesting

/// Tests what an app sees of Health Connect, above all in background (AN26 to AN29).
@Suite struct HealthConnectWorldTests {
  // MARK: A night

  /// The watch writes 96 records, each five minutes with another number of steps.
  private static func night(_ phone: AndroidPhone, _ world: World) async throws {
    for i in 1...96 {
      try await world.pass(.minutes(5))
      let end = phone.date
      phone.healthConnect.add(.steps(Int64(i), from: end.addingTimeInterval(-300), to: end))
    }
    try await world.pass(.minutes(30))
  }

  @Test(.world()) func `a night of polling gives each record of the watch once (AN27)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installHealthApp(AndroidAppFixture.healthPoller())
    await phone.open(app)
    await phone.goHome()
    try await Self.night(phone, world)
    #expect(world.log.texts.filter { $0.hasPrefix("steps") } == (1...96).map { "steps \($0)" })
    #expect(world.log.texts.count { $0.hasPrefix("error") } == 0)
    #expect(world.findings == [])
  }

  @Test(arguments: [(34, true), (36, false)])
  func `without its permission an app reads no changes in background (AN26)`(
    api: Int, isGranted: Bool
  ) async throws {
    let world = try await withWorld { world in
      let (phone, app) = try installHealthApp(
        AndroidAppFixture.healthPoller(), api: api,
        grant: isGranted ? nil : [HealthPermissions.READ_STEPS])
      await phone.open(app)
      await phone.goHome()
      try await Self.night(phone, world)
      return world
    }
    #expect(!world.log.texts.contains { $0.hasPrefix("steps") })
    let errors = world.log.texts.filter { $0.hasPrefix("error") }
    #expect(errors.count > 20 && Set(errors) == ["error 5"])
    #expect(Set(world.findings.map(\.kind)) == [.androidHealthBackgroundRead])
  }

  // MARK: In background and in foreground

  @Test(arguments: [34, 36])
  func `in background an app writes, and reads its own records (AN26)`(api: Int) async throws {
    let world = try await withWorld { world in
      let (phone, app) = try installHealthApp(AndroidAppFixture.healthWriter(), api: api)
      phone.healthConnect.add(.steps(1, from: phone.date, to: phone.date))
      await phone.open(app)
      await phone.goHome()
      try await world.pass(.minutes(10))
      #expect(
        phone.healthConnect.records.map(\.origin) == ["com.example.watch", "example.scripted"])
      return world
    }
    #expect(world.log.texts.contains("own [5]"))
    #expect(world.log.texts.contains("error 5"))
    #expect(world.findings.are([.androidHealthBackgroundRead.by(.an26)]))
  }

  @Test(.world()) func `a foreground service reads the records of others (AN26)`() async throws {
    var appFixture = AndroidAppFixture.healthWriter()
    let schedule = appFixture.created
    appFixture.created = {
      try schedule($0)
      try $0.startForegroundService($0.work())
    }
    let world = try World.current
    let (phone, app) = try installHealthApp(appFixture)
    phone.healthConnect.add(.steps(1, from: phone.date, to: phone.date))
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(10))
    #expect(world.log.texts.contains("all [1, 5]"))
    #expect(world.findings == [])
  }

  @Test(arguments: [(4, "all [1]"), (6, "error 5")])
  func `an app is in foreground until 5 s after it left the screen (AN26)`(
    seconds: Int, line: String
  ) async throws {
    var appFixture = AndroidAppFixture.healthWriter()
    appFixture.created = { activity in
      DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(60)) {
        activity.health().printAll()
      }
    }
    let fixture = appFixture
    let world = try await withWorld { world in
      let (phone, app) = try installHealthApp(fixture)
      phone.healthConnect.add(.steps(1, from: phone.date, to: phone.date))
      await phone.open(app)
      try await world.pass(.seconds(60 - seconds))
      await phone.goHome()
      try await world.pass(.minutes(1))
      return world
    }
    #expect(world.log.texts.filter { $0.hasPrefix("all") || $0.hasPrefix("error") } == [line])
  }

  @Test(arguments: [33, 34])
  func `a phone has Health Connect from API 34 on (AN26)`(api: Int) async throws {
    var appFixture = AndroidAppFixture()
    appFixture.permissions.append(HealthPermissions.READ_STEPS)
    appFixture.created = { activity in
      print("manager \(activity.getSystemService(HealthConnectManager.self) != nil)")
      print("permission \(activity.checkSelfPermission(HealthPermissions.READ_STEPS))")
    }
    let fixture = appFixture
    let world = try await withWorld { world in
      let (phone, app) = try installHealthApp(fixture, api: api)
      await phone.open(app)
      return world
    }
    #expect(world.log.texts.contains("manager \(api >= 34)"))
    #expect(world.log.texts.contains("permission \(api >= 34 ? 0 : -1)"))
  }

  // MARK: Tokens

  @Test(arguments: [true, false])
  func `an app whose token expired reads again, or misses changes (AN27)`(readsAgain: Bool)
    async throws
  {
    let world = try await withWorld { world in
      let (phone, app) = try installHealthApp(
        AndroidAppFixture.healthPoller(readsAgain: readsAgain)
      ) {
        $0.health.tokenLifetime = .seconds(3600)
      }
      await phone.open(app)
      await phone.goHome()
      phone.setClock(by: .seconds(2 * 3600))
      phone.healthConnect.add(.steps(1, from: phone.date, to: phone.date))
      phone.healthConnect.add(.sleepSession(from: phone.date, to: phone.date))
      try await world.pass(.minutes(50))
      phone.healthConnect.add(.steps(2, from: phone.date, to: phone.date))
      try await world.pass(.minutes(30))
      return world
    }
    let lines = world.log.texts.filter { $0.hasPrefix("steps") || $0.hasPrefix("error") }
    #expect(lines == (readsAgain ? ["error 3", "steps 1", "steps 2"] : ["error 3", "steps 2"]))
    #expect(world.findings.are(readsAgain ? [] : [.androidHealthChangesMissed.by(.an27)]))
    if !readsAgain { #expect(world.findings[0].what.contains("1 change.")) }
  }

  @Test(.world()) func `records and tokens survive a reboot (AN27)`() async throws {
    let world = try World.current
    let (phone, app) = try installHealthApp(AndroidAppFixture.healthPoller())
    await phone.open(app)
    phone.healthConnect.add(.steps(1, from: phone.date, to: phone.date))
    try await phone.reboot()
    phone.healthConnect.add(.steps(2, from: phone.date, to: phone.date))
    await phone.open(app)
    try await world.pass(.minutes(40))
    #expect(world.log.texts.filter { $0.hasPrefix("steps") } == ["steps 1", "steps 2"])
    #expect(phone.healthConnect.records.count == 2)
  }

  @Test(.world()) func `a deleted record comes as its identifier (AN27)`() async throws {
    var appFixture = AndroidAppFixture.healthPoller()
    appFixture.worked = { worker in
      let context = worker.getApplicationContext()
      let changes = try context.health().changes(context.savedToken!)
      context.savedToken = changes.getNextChangesToken()
      for log in changes.getDeletedLogs() { print("deleted \(log.getDeletedRecordId())") }
      return .success()
    }
    let world = try World.current
    let (phone, app) = try installHealthApp(appFixture)
    let id = phone.healthConnect.add(.heartRate(60, at: phone.date))
    let steps = phone.healthConnect.add(.steps(1, from: phone.date, to: phone.date))
    await phone.open(app)
    phone.healthConnect.delete(id)
    phone.healthConnect.delete(steps)
    phone.healthConnect.delete("unknown")
    try await world.pass(.minutes(40))
    #expect(world.log.texts.filter { $0.hasPrefix("deleted") } == ["deleted \(steps)"])
    #expect(phone.healthConnect.records.isEmpty)
  }

  // MARK: History and limits

  @Test(
    arguments: [
      ([], 34, "all [2, 3]"), ([], 36, "all [2, 3]"),
      ([HealthPermissions.READ_HEALTH_DATA_HISTORY], 36, "all [1, 2, 3]"),
    ] as [([String], Int, String)])
  func `records of others are read from 30 days before the first permission on (AN28)`(
    permissions: [String], api: Int, line: String
  ) async throws {
    var appFixture = AndroidAppFixture.healthWriter()
    appFixture.permissions.append(HealthPermissions.READ_HEALTH_DATA_HISTORY)
    appFixture.created = { $0.health().printAll() }
    let fixture = appFixture
    let world = try await withWorld { world in
      let (phone, app) = try installHealthApp(
        fixture, api: api,
        grant: [HealthPermissions.READ_STEPS] + permissions)
      func day(_ days: Double) -> Date { phone.date.addingTimeInterval(-days * 86_400) }
      phone.healthConnect.add(.steps(1, from: day(31), to: day(31)))
      phone.healthConnect.add(.steps(2, from: day(29), to: day(29)))
      phone.healthConnect.add(.steps(3, from: phone.date, to: phone.date))
      await phone.open(app)
      try await world.pass(.seconds(1))
      return world
    }
    #expect(world.log.texts.filter { $0.hasPrefix("all") } == [line])
  }

  /// The records and the expected days are those of AOSP's `HealthConnectChangeLogsTests`:
  /// `testChangeLogs_insertOldRecords_onlyReturnsUpsertedLogsAfterHistoricalAccess` and
  /// `testChangeLogs_insertAndDeleteOldRecords_returnsAllDeletedLogs`.
  @Test(
    arguments: [
      ([], "changes [20, 5]"),
      ([HealthPermissions.READ_HEALTH_DATA_HISTORY], "changes [45, 20, 5]"),
    ] as [([String], String)])
  func `changes leave out own older records, too, but no deletions (AN28)`(
    permissions: [String], line: String
  ) async throws {
    var appFixture = AndroidAppFixture.healthWriter()
    appFixture.permissions.append(HealthPermissions.READ_HEALTH_DATA_HISTORY)
    appFixture.created = { activity in
      let health = activity.health()
      let token = try health.token()
      let records = try ([45, 20, 5] as [Int64]).map { days -> Record in
        let start = Instant.now().toEpochMilli() - days * 86_400_000
        return try StepsRecord.Builder(
          Metadata.Builder().build(), Instant.ofEpochMilli(start),
          Instant.ofEpochMilli(start + 1_000), days
        ).build()
      }
      _ = try health.insert(records)
      health.printAll()
      try health.printChanges(token)
      DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(10)) {
        print("deleted \((try? health.changes(token).getDeletedLogs().count) ?? -1)")
      }
    }
    let fixture = appFixture
    let world = try await withWorld { world in
      let (phone, app) = try installHealthApp(
        fixture,
        grant: [HealthPermissions.READ_STEPS, HealthPermissions.WRITE_STEPS] + permissions)
      await phone.open(app)
      try await world.pass(.seconds(1))
      for record in phone.healthConnect.records { phone.healthConnect.delete(record.id) }
      try await world.pass(.seconds(10))
      return world
    }
    let lines = world.log.texts.filter { $0.contains(/^(all|changes|deleted)/) }
    #expect(lines == ["all [45, 20, 5]", line, "deleted 3"])
  }

  /// AOSP compares with `>=` in reads and with `>` in changes.
  @Test(.world()) func `a record exactly at the limit is read, but is in no changes (AN28)`()
    async throws
  {
    var appFixture = AndroidAppFixture.healthWriter()
    appFixture.created = { activity in
      if let token = activity.savedToken {
        activity.health().printAll()
        try activity.health().printChanges(token)
      } else {
        activity.savedToken = try activity.health().token()
      }
    }
    let world = try World.current
    let (phone, app) = try installHealthApp(appFixture, grant: [HealthPermissions.READ_STEPS])
    await phone.open(app)
    phone.refuse(HealthPermissions.READ_STEPS, to: app)
    phone.grant(HealthPermissions.READ_STEPS, to: app)
    let limit = phone.date.addingTimeInterval(-30 * 86_400)
    for millis in -1...1 {
      let start = limit.addingTimeInterval(Double(millis) / 1000)
      phone.healthConnect.add(.steps(Int64(millis + 1), from: start, to: start))
    }
    await phone.open(app)
    #expect(
      world.log.texts.filter { $0.contains(/^(all|changes)/) } == ["all [1, 2]", "changes [2]"])
  }

  @Test(.world())
  func `reads of own records have no limit, and a new first permission begins a new one (AN28)`()
    async throws
  {
    var appFixture = AndroidAppFixture.healthWriter()
    appFixture.created = { $0.health().printAll() }
    let world = try World.current
    let (phone, app) = try installHealthApp(appFixture, grant: [HealthPermissions.READ_STEPS])
    func day(_ days: Double) -> Date { phone.date.addingTimeInterval(-days * 86_400) }
    phone.healthConnect.add(.steps(1, from: day(40), to: day(40)), from: "example.scripted")
    phone.healthConnect.add(.steps(2, from: day(20), to: day(20)))
    await phone.open(app)
    phone.setClock(by: .seconds(20 * 86_400))
    phone.refuse(HealthPermissions.READ_STEPS, to: app)
    phone.grant(HealthPermissions.READ_STEPS, to: app)
    await phone.open(app)
    #expect(world.log.texts.filter { $0.hasPrefix("all") } == ["all [1, 2]", "all [1]"])
  }

  @Test(.world())
  func `too many calls fail until they have come back, or the phone restarts (AN29)`()
    async throws
  {
    var appFixture = AndroidAppFixture.healthWriter()
    appFixture.created = { activity in
      for _ in 0..<4 { activity.health().printAll() }
    }
    let world = try World.current
    let (phone, app) = try installHealthApp(appFixture) { $0.health.foregroundReads = 3 }
    let lines = { world.log.texts.filter { $0.hasPrefix("all") || $0.hasPrefix("error") } }
    await phone.open(app)
    #expect(lines() == ["all []", "all []", "all []", "error 7"])
    #expect(world.findings.are([.androidHealthQuota.by(.an29)]))
    try await phone.reboot()
    await phone.open(app)
    #expect(lines().count { $0 == "all []" } == 6)
  }

  // MARK: Values

  @Test(.world()) func `an app reads back what it wrote, and a retry writes it once`() async throws
  {
    var appFixture = AndroidAppFixture.healthWriter()
    appFixture.permissions += [
      HealthPermissions.WRITE_HEART_RATE, HealthPermissions.WRITE_SLEEP,
    ]
    appFixture.created = { activity in
      let health = activity.health()
      let (start, end) = (
        Instant.ofEpochMilli(Instant.now().toEpochMilli() - 60_000), Instant.now()
      )
      let metadata = Metadata.Builder().setClientRecordId("night").build()
      let records: [Record] = [
        try StepsRecord.Builder(metadata, start, end, 12).build(),
        try HeartRateRecord.Builder(metadata, start, end, [.init(61, start), .init(62, end)])
          .build(),
        try SleepSessionRecord.Builder(metadata, start, end).build(),
      ]
      for _ in 0..<2 {
        let written = try health.insert(records)
        print("written \(written.map { $0.getMetadata().getId().count })")
      }
      let back = try health.steps(of: activity.getPackageName())[0]
      print("back \(back.getCount()) \(back.getEndTime().toEpochMilli() - start.toEpochMilli())")
      print("origin \(back.getMetadata().getDataOrigin().getPackageName() ?? "")")
      let tooLate = Instant.ofEpochMilli(end.toEpochMilli() + 60_000)
      for (what, build) in [
        ("count", { _ = try StepsRecord.Builder(metadata, start, end, -1).build() }),
        ("order", { _ = try StepsRecord.Builder(metadata, end, start, 1).build() }),
        ("future", { _ = try StepsRecord.Builder(metadata, tooLate, tooLate, 1).build() }),
        ("rate", { _ = try HeartRateRecord.HeartRateSample(301, end) }),
        (
          "sample",
          { _ = try HeartRateRecord.Builder(metadata, start, end, [.init(61, tooLate)]).build() }
        ),
        ("type", { _ = try ChangeLogTokenRequest.Builder().addRecordType(Record.self).build() }),
        ("page", { _ = try ChangeLogsRequest.Builder("1").setPageSize(5_001) }),
        ("times", { _ = try TimeInstantRangeFilter.Builder().build() }),
      ] as [(String, () throws -> Void)] {
        do { try build() } catch { print("\(what): \(type(of: error))") }
      }
    }
    let world = try World.current
    let (phone, app) = try installHealthApp(appFixture)
    await phone.open(app)
    #expect(phone.healthConnect.records.count == 3)
    #expect(world.log.texts.filter { $0.hasPrefix("written") }.count == 2)
    #expect(world.log.texts.contains("written [36, 36, 36]"))
    #expect(world.log.texts.contains("back 12 60000"))
    #expect(world.log.texts.contains("origin example.scripted"))
    let refused = ["count", "order", "future", "rate", "sample", "type", "page", "times"]
    #expect(
      world.log.texts.filter { $0.hasSuffix("IllegalArgumentException") }
        == refused.map { "\($0): IllegalArgumentException" })
  }
}
