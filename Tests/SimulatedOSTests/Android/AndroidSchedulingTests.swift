import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedDevices
import YobanSimulatedOS
@testable import YobanSimulatedAndroid

/// Alarms, jobs and buckets without the simulator (AN8, AN9, AN17).
@Suite struct AndroidSchedulingTests {
  private static let policy = AndroidPolicy(api: 34, .stock)

  // MARK: Alarms

  private func alarm(
    _ kind: AlarmQueue.Kind, at moment: Double, action: String = "a", wakes: Bool = true
  ) -> AlarmQueue.Alarm {
    AlarmQueue.Alarm(
      app: "example",
      target: .intent(
        PendingIntentDescription(
          .broadcast, requestCode: 1, AndroidIntentDescription(action: action))),
      kind: kind, trigger: at(moment), wakes: wakes)
  }

  @Test func `an alarm with the same pending intent replaces the first, another does not`() {
    var queue = AlarmQueue(Self.policy)
    queue.set(alarm(.inexact, at: 10))
    queue.set(alarm(.inexact, at: 20))
    #expect(queue.alarms.map(\.trigger) == [at(20)])
    queue.set(alarm(.inexact, at: 5, action: "b"))
    #expect(queue.next(at: at(0)) { _ in .init() }?.moment == at(5))
    queue.cancelAll(of: "other")
    #expect(queue.alarms.count == 2)
    queue.cancelAll(of: "example")
    #expect(queue.alarms.isEmpty)
  }

  /// The time of an alarm for 100 s after one that rang at 50 s in deep Doze. Nil: it does not ring.
  @Test(arguments: [
    (AlarmQueue.Kind.inexact, 34, nil as Double?), (.exact, 34, nil), (.whileIdle, 33, 590),
    (.whileIdle, 34, 100), (.exactWhileIdle, 30, 590), (.exactWhileIdle, 31, 100),
    (.clock, 34, 100),
  ])
  func `which alarms ring in deep Doze (AN8)`(
    kind: AlarmQueue.Kind, api: Int, moment: Double?
  ) {
    var queue = AlarmQueue(AndroidPolicy(api: SystemVersion(api), .stock))
    let first = alarm(kind, at: 50)
    queue.set(first)
    queue.rang(queue.alarms[0], isDeepIdle: true, at: at(50))
    #expect(queue.alarms.isEmpty)
    let next = alarm(kind, at: 100)
    #expect(
      queue.moment(of: next, .init(isDeepIdle: true), at: at(60)) == moment.map { at($0) })
    #expect(queue.moment(of: next, .init(), at: at(60)) == at(100), "awake")
  }

  @Test func `Doze allows 72 exact alarms an hour, otherwise the bucket decides (AN8, AN9)`() {
    var queue = AlarmQueue(Self.policy)
    for i in 0..<72 {
      queue.set(alarm(.exactWhileIdle, at: Double(i)))
      queue.rang(queue.alarms[0], isDeepIdle: true, at: at(Double(i)))
    }
    let next = alarm(.exactWhileIdle, at: 100)
    #expect(queue.moment(of: next, .init(isDeepIdle: true), at: at(90)) == at(3600))
    #expect(queue.moment(of: next, .init(perHour: 10), at: at(90)) == at(3662))
    #expect(queue.moment(of: next, .init(interval: .seconds(86_400)), at: at(90)) == at(86_471))
    #expect(
      queue.moment(
        of: alarm(.inexact, at: 100, wakes: false), .init(isProcessorAwake: false), at: at(90))
        == nil)
  }

  @Test func `a repeating alarm rings once for all the times it missed`() {
    var queue = AlarmQueue(Self.policy)
    var repeating = alarm(.inexact, at: 10)
    repeating.interval = .seconds(10)
    queue.set(repeating)
    queue.rang(queue.alarms[0], isDeepIdle: false, at: at(35))
    #expect(queue.alarms.map(\.trigger) == [at(40)])
  }

  // MARK: Buckets

  @Test func `the quotas of the buckets (AN9)`() {
    let hour = Duration.seconds(3600)
    let rows: [(StandbyBucket, Duration?, Int?, Duration?)] = [
      (.exempted, nil, nil, nil), (.active, nil, nil, nil), (.workingSet, hour * 2, 10, nil),
      (.frequent, hour * 8, 2, nil), (.rare, hour * 24, 1, nil),
      (.restricted, hour * 24, 1, hour * 24),
    ]
    #expect(rows.map(\.0) == StandbyBucket.allCases)
    for (bucket, window, alarms, interval) in rows {
      #expect(bucket.jobQuota(Self.policy)?.window == window)
      #expect(bucket.alarmsPerHour(Self.policy) == alarms)
      #expect(bucket.interval(Self.policy) == interval)
    }
    #expect(Self.policy.jobBudget == .seconds(600))
  }

  @Test func `from API 36 on the active and the exempted bucket have quotas too (AN9)`() {
    let policy = AndroidPolicy(api: 36, .stock)
    let minute = Duration.seconds(60)
    let rows: [(StandbyBucket, Duration, Duration)] = [
      (.exempted, minute * 20, minute * 40), (.active, minute * 20, minute * 60),
      (.workingSet, minute * 10, minute * 240), (.frequent, minute * 10, minute * 720),
      (.rare, minute * 10, minute * 1440), (.restricted, minute * 10, minute * 1440),
    ]
    #expect(rows.map(\.0) == StandbyBucket.allCases)
    for (bucket, budget, window) in rows {
      #expect(bucket.jobQuota(policy)?.budget == budget)
      #expect(bucket.jobQuota(policy)?.window == window)
    }
  }

  @Test func `an unused app changes its bucket, and use, exemption or force overrides it (AN9)`() {
    var machine = StandbyMachine(installedAt: at(0))
    func bucket(_ hours: Double, exempt: Bool = false, inUse: Bool = false, api: Int = 34)
      -> StandbyBucket
    {
      machine.bucket(
        isExempt: exempt, isInUse: inUse, AndroidPolicy(api: SystemVersion(api), .stock),
        at: at(hours * 3600))
    }
    #expect(
      [1, 12, 24, 48, 192].map { bucket($0) } == [
        .active, .workingSet, .frequent, .rare, .restricted,
      ])
    #expect(bucket(192, api: 30) == .rare)
    #expect(bucket(192, api: 27) == .active)
    #expect(bucket(192, exempt: true) == .exempted)
    #expect(bucket(192, inUse: true) == .active)
    machine.used(at: at(192 * 3600))
    #expect(bucket(193) == .active)
    machine.force(.rare)
    #expect(bucket(193) == .rare)
    #expect(machine.nextChange(Self.policy, after: at(193 * 3600)) == nil)
  }

  // MARK: Jobs

  private func job(_ change: (inout JobDescription) -> Void = { _ in }) -> JobDescription {
    var job = JobDescription(id: 7, service: "Jobs")
    change(&job)
    return job
  }

  @Test func `the eighth while-idle alarm of an hour waits from API 34 on (AN8)`() {
    var queue = AlarmQueue(Self.policy)
    for minute in 1...7 {
      queue.set(alarm(.whileIdle, at: Double(minute * 60)))
      queue.rang(queue.alarms[0], isDeepIdle: true, at: at(Double(minute * 60)))
    }
    let next = alarm(.whileIdle, at: 500)
    #expect(queue.moment(of: next, .init(isDeepIdle: true), at: at(480)) == at(3_660))
  }

  @Test func `a job runs only while all its constraints are satisfied (AN17)`() {
    let asking = job {
      $0.requiresCharging = true
      $0.network = .unmetered
    }
    var queue = JobQueue(Self.policy)
    _ = queue.schedule(asking, at: at(0))
    var around = JobQueue.Surroundings(isCharging: true, isUnmetered: false)
    #expect(queue.reconsider(around, at: at(1)) == [])
    around.isUnmetered = true
    #expect(queue.reconsider(around, at: at(2)) == [.start(asking)])
    #expect(queue.nextDeadline(around, at: at(2)) == at(1_802))
    around.isCharging = false
    #expect(queue.reconsider(around, at: at(10)) == [.stop(asking, reason: .constraint)])
    // The job is due again after 30 s, if the device is charging then.
    around.isCharging = true
    #expect(queue.nextDeadline(around, at: at(10)) == at(40))
  }

  @Test(arguments: [
    ("dozing", JobQueue.StopReason.deviceState), ("stopped", .user), ("late", .timeout),
  ])
  func `Doze, a user's stop and the timeout stop a job (AN8, AN17, AN18)`(
    what: String, reason: JobQueue.StopReason
  ) {
    var queue = JobQueue(Self.policy)
    _ = queue.schedule(job(), at: at(0))
    var around = JobQueue.Surroundings()
    #expect(queue.reconsider(around, at: at(0)) == [.start(job())])
    if what == "dozing" { around.isDozing = true }
    if what == "stopped" { around.isStopped = true }
    #expect(
      queue.reconsider(around, at: at(what == "late" ? 1_800 : 10)) == [
        .stop(job(), reason: reason)
      ])
    if what != "late" { #expect(queue.nextDeadline(around, at: at(20)) == nil, "waits") }
  }

  @Test func `a quota stops a job, and used time becomes available again after the window (AN9)`() {
    var queue = JobQueue(Self.policy)
    _ = queue.schedule(job(), at: at(0))
    var around = JobQueue.Surroundings(bucket: .frequent)
    _ = queue.reconsider(around, at: at(0))
    #expect(queue.nextDeadline(around, at: at(0)) == at(600))
    queue.finished(7, wantsReschedule: false, at: at(599))
    _ = queue.schedule(job(), at: at(700))
    #expect(queue.reconsider(around, at: at(700)) == [.start(job())])
    #expect(queue.nextDeadline(around, at: at(700)) == at(701))
    #expect(queue.reconsider(around, at: at(701)) == [.stop(job(), reason: .quota)])
    #expect(queue.nextDeadline(around, at: at(701)) == at(599 + 8 * 3600))
    around.isCharging = true
    #expect(queue.nextDeadline(around, at: at(701)) == at(731), "charging lifts it")
  }

  @Test func `a job uses quota only from when its app leaves the foreground (AN9)`() {
    var queue = JobQueue(AndroidPolicy(api: 36, .stock))
    _ = queue.schedule(job(), at: at(0))
    var around = JobQueue.Surroundings(isInFront: true, bucket: .workingSet)
    _ = queue.reconsider(around, at: at(0))
    around.isInFront = false
    #expect(queue.reconsider(around, at: at(500)) == [])
    #expect(queue.nextDeadline(around, at: at(500)) == at(1_100), "the quota counts from 500 s")
    queue.finished(7, wantsReschedule: false, at: at(590))
    _ = queue.schedule(job(), at: at(600))
    #expect(queue.reconsider(around, at: at(600)) == [.start(job())])
    // The first run used 90 s of the 600 s, not 590 s.
    #expect(queue.nextDeadline(around, at: at(600)) == at(600 + 510))
  }

  @Test func `charging does not lift the quota of the restricted bucket (AN9)`() {
    var queue = JobQueue(Self.policy)
    _ = queue.schedule(job(), at: at(0))
    let around = JobQueue.Surroundings(isCharging: true, bucket: .restricted)
    #expect(queue.reconsider(around, at: at(0)) == [.start(job())])
    queue.finished(7, wantsReschedule: false, at: at(10))
    _ = queue.schedule(job(), at: at(20))
    #expect(queue.reconsider(around, at: at(20)) == [])
    #expect(queue.nextDeadline(around, at: at(20)) == at(24 * 3600))
  }

  @Test func `a user-initiated job needs a notification, and uses no quota (AN9, AN21)`() {
    let transfer = job {
      $0.isUserInitiated = true
      $0.network = .any
    }
    var queue = JobQueue(Self.policy)
    _ = queue.schedule(transfer, at: at(0))
    let around = JobQueue.Surroundings(isDozing: true, bucket: .rare)
    #expect(queue.reconsider(around, at: at(0)) == [.start(transfer)])
    #expect(queue.nextDeadline(around, at: at(0)) == at(10))
    #expect(queue.reconsider(around, at: at(9)) == [])
    #expect(queue.reconsider(around, at: at(10)) == [.notResponding(transfer)])
    queue.notified(7)
    #expect(queue.reconsider(around, at: at(11)) == [])
    #expect(queue.nextDeadline(around, at: at(11)) == at(12 * 3600))
    queue.finished(7, wantsReschedule: false, at: at(3_600))
    // The whole quota of the bucket is left for an ordinary job.
    _ = queue.schedule(job { $0.id = 8 }, at: at(3_600))
    _ = queue.reconsider(.init(bucket: .rare), at: at(3_600))
    #expect(queue.nextDeadline(.init(bucket: .rare), at: at(3_600)) == at(4_200))
  }

  @Test func `Stop in the Task Manager makes waiting user-initiated jobs ordinary ones (AN22)`() {
    func transfer(_ id: Int32, charging: Bool) -> JobDescription {
      job {
        $0.id = id
        $0.isUserInitiated = true
        $0.network = .any
        $0.requiresCharging = charging
      }
    }
    var queue = JobQueue(Self.policy)
    _ = queue.schedule(transfer(7, charging: false), at: at(0))
    _ = queue.schedule(transfer(8, charging: true), at: at(0))
    _ = queue.reconsider(.init(), at: at(0))
    queue.stoppedInTaskManager(at: at(60))
    #expect(queue.running == [])
    #expect(queue.waiting.map(\.job.id) == [8])
    // Doze holds it now.
    let dozing = JobQueue.Surroundings(isDozing: true, isCharging: true)
    #expect(queue.reconsider(dozing, at: at(70)) == [])
    // When the app schedules it again, it is a user-initiated job again.
    _ = queue.schedule(transfer(8, charging: true), at: at(80))
    #expect(queue.reconsider(dozing, at: at(80)) == [.start(transfer(8, charging: true))])
  }

  @Test func `only persisted jobs survive a reboot (AN17)`() {
    var queue = JobQueue(Self.policy)
    _ = queue.schedule(job(), at: at(0))
    _ = queue.schedule(
      job {
        $0.id = 8
        $0.isPersisted = true
      }, at: at(0))
    queue.rebooted()
    #expect(queue.waiting.map(\.job.id) == [8])
  }
}
