import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanJobs

private typealias Kind = ScheduledTaskRequest.Kind
private let processing = Kind.processing(requiresNetwork: false, requiresPower: false)
private let charging = Kind.processing(requiresNetwork: false, requiresPower: true)
private let online = Kind.processing(requiresNetwork: true, requiresPower: false)
private func exporting(waits: Bool = true, needsGPU: Bool = false) -> Kind {
  .continued(.init(title: "Exporting", subtitle: "0 of 3", waits: waits, needsGPU: needsGPU))
}
private let hour = Duration.seconds(3600)
private let day = Duration.seconds(24 * 3600)

/// The requests that are accepted, and the time at which each may run.
@Suite struct SchedulerQueueTests {
  private let policy = JobPolicy(iOS: 26)
  private let all = SchedulerQueue.Applicant(
    bundleIdentifier: "example.App", modes: ["fetch", "processing"])

  private func error(
    _ kind: ScheduledTaskRequest.Kind, of applicant: SchedulerQueue.Applicant,
    iOS version: SystemVersion = 26, _ identifier: String = "example.App.a"
  ) -> ScheduledTaskError? {
    do {
      try SchedulerQueue(policy: JobPolicy(iOS: version)).check(
        ScheduledTaskRequest(identifier, kind), of: applicant)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Errors

  @Test func `the codes of BGTaskScheduler are 1, 2, 3 and 4 (FT2, FT5)`() {
    #expect(ScheduledTaskError.unavailable.rawValue == 1)
    #expect(ScheduledTaskError.tooManyPendingTaskRequests.rawValue == 2)
    #expect(ScheduledTaskError.notPermitted.rawValue == 3)
    #expect(ScheduledTaskError.immediateRunIneligible.rawValue == 4)
  }

  @Test func `a request is refused with the error for each missing requirement (FT2, FT5, L18)`() {
    #expect(error(.refresh, of: all) == nil)
    #expect(error(processing, of: all) == nil)
    var lacking = all
    lacking.modes = []
    #expect(error(exporting(), of: lacking) == nil, "needs no background mode")
    lacking = all
    lacking.mayRefresh = false
    for kind in [.refresh, processing, exporting()] {
      #expect(error(kind, of: lacking) == .unavailable)
    }
    lacking = all
    lacking.isPermitted = false
    for kind in [.refresh, processing, exporting()] {
      #expect(error(kind, of: lacking) == .notPermitted)
    }
    lacking = all
    lacking.modes = ["processing"]
    #expect(error(.refresh, of: lacking) == .notPermitted)
    lacking.modes = ["fetch"]
    #expect(error(processing, of: lacking) == .notPermitted)
    lacking = all
    lacking.isInFront = false
    #expect(error(exporting(), of: lacking) == .notPermitted, "in foreground only")
    #expect(error(.refresh, of: lacking) == nil)
    let gpu = exporting(needsGPU: true)
    #expect(error(gpu, of: all) == .notPermitted, "without the entitlement")
    var entitled = all
    entitled.hasGPUEntitlement = true
    #expect(error(gpu, of: entitled) == nil)
  }

  @Test(arguments: [
    ("example.App.export", true), ("example.App.export.1", true), ("example.App", false),
    ("example.Application", false), ("example.Other.export", false), ("export", false),
  ])
  func `the identifier of a continued processing task begins with the bundle identifier (FT5)`(
    _ identifier: String, _ isPermitted: Bool
  ) {
    #expect(
      error(exporting(), of: all, identifier) == (isPermitted ? nil : .notPermitted))
    #expect(error(.refresh, of: all, identifier) == nil, "of no other")
  }

  @Test(arguments: [
    (12.0 as SystemVersion, false, false), (13, true, false), (18, true, false), (26, true, true),
  ])
  func `tasks exist from iOS 13 on, continued processing tasks from 26 on (FT2, FT5)`(
    _ version: SystemVersion, _ tasks: Bool, _ continued: Bool
  ) {
    #expect(error(.refresh, of: all, iOS: version) == (tasks ? nil : .unavailable))
    #expect(error(processing, of: all, iOS: version) == (tasks ? nil : .unavailable))
    #expect(
      error(exporting(), of: all, iOS: version) == (continued ? nil : .unavailable))
  }

  @Test func `at most one refresh and ten processing requests can be pending (FT2)`() throws {
    var queue = SchedulerQueue(policy: policy)
    func submit(_ identifier: String, _ kind: Kind) throws(ScheduledTaskError) {
      let request = ScheduledTaskRequest(identifier, kind)
      try queue.check(request, of: all)
      queue.submit(request, notBeforeIn: .zero, delay: .zero, at: .start)
    }
    try submit("r1", .refresh)
    #expect(throws: ScheduledTaskError.tooManyPendingTaskRequests) { try submit("r2", .refresh) }
    for i in 1...10 { try submit("p\(i)", processing) }
    #expect(throws: ScheduledTaskError.tooManyPendingTaskRequests) { try submit("p11", processing) }
    #expect(queue.pending.count == 11)
    // A request with the same identifier replaces the one before it.
    try submit("p3", charging)
    try submit("r1", .refresh)
    #expect(queue.pending.count == 11)
    #expect(queue.pending.first { $0.request.identifier == "p3" }?.request.kind == charging)
    let removals = [queue.remove("p1"), queue.remove("p1")]
    #expect(removals == [true, false])
    try submit("p11", processing)
    #expect(queue.pending.map(\.request.identifier).suffix(3) == ["p3", "r1", "p11"])
  }

  @Test(arguments: [
    ("a.b.export.1", "a.b.export.*", true), ("a.b.export.", "a.b.export.*", false),
    ("a.b.export", "a.b.export.*", false), ("a.b.import.1", "a.b.export.*", false),
    ("a.b", "a.b", true), ("a.b.c", "a.b", false), ("a.b.export.*", "a.b.export.*", true),
    ("a.bexport", "a.b*", false),
  ])
  func `an entry of Info.plist that ends with a wildcard permits every such prefix (FT5)`(
    _ identifier: String, _ entry: String, _ isPermitted: Bool
  ) {
    let list = InfoPlist(["BGTaskSchedulerPermittedIdentifiers": ["other", entry]])
    #expect(list.permitsTask(identifier) == isPermitted)
    #expect(!InfoPlist().permitsTask(identifier))
  }

  // MARK: Times

  private func verdict(
    _ kind: ScheduledTaskRequest.Kind, wait: Duration = .zero, delay: Duration = .seconds(600),
    at now: VirtualInstant, _ change: (inout JobSurroundings) -> Void = { _ in }
  ) -> JobVerdict {
    var queue = SchedulerQueue(policy: policy)
    queue.submit(ScheduledTaskRequest("a", kind), notBeforeIn: wait, delay: delay, at: .start)
    var around = JobSurroundings(darkSince: .start, isCharging: true, lastOpened: .start)
    change(&around)
    return queue.verdict(queue.pending[0], around, at: now)
  }

  @Test func `a request runs after its earliest date, and a refresh after a delay (FT2, FT3)`() {
    #expect(verdict(.refresh, at: at(0)) == .wait(at(600)))
    #expect(verdict(.refresh, at: at(600)) == .run)
    #expect(verdict(.refresh, wait: hour, at: at(600)) == .wait(at(4200)))
    #expect(verdict(.refresh, wait: .seconds(-50), at: at(0)) == .wait(at(600)))
    #expect(verdict(processing, wait: hour, at: at(4199)) == .wait(at(4200)))
    #expect(verdict(processing, wait: hour, at: at(4200)) == .run)
  }

  @Test func `an app is refreshed less often if it was not opened recently (FT1, FT3)`() {
    let late = at(2 * 24 * 3600)
    #expect(verdict(.refresh, wait: .seconds(47 * 3600), at: late) == .run, "four times 600 s")
    #expect(
      verdict(.refresh, wait: .seconds(48 * 3600), at: late) == .wait(late + .seconds(2400)),
      "not opened for a day")
    #expect(
      verdict(.refresh, wait: .seconds(48 * 3600), at: late) { $0.lastOpened = late - hour }
        == .wait(late + .seconds(600)))
    #expect(verdict(.refresh, at: at(7 * 24 * 3600)) == .wait(nil), "forgotten")
    #expect(verdict(.refresh, at: at(600)) { $0.lastOpened = nil } == .wait(nil))
  }

  @Test func `conditions that prevent a refresh (L16, L18, L19)`() {
    let changes: [(inout JobSurroundings) -> Void] = [
      { $0.isReady = false }, { $0.mayRefresh = false }, { $0.isLowPowerMode = true },
      { $0.isForceQuit = true }, { $0.isInFront = true },
    ]
    for change in changes { #expect(verdict(.refresh, at: at(600), change) == .wait(nil)) }
    let harmless: [(inout JobSurroundings) -> Void] = [
      { $0.isOnline = false }, { $0.isCharging = false }, { $0.darkSince = nil },
    ]
    for change in harmless { #expect(verdict(.refresh, at: at(600), change) == .run) }
  }

  @Test func `processing waits until the device is idle (FT4)`() {
    #expect(verdict(processing, at: at(600)) { $0.darkSince = nil } == .wait(nil))
    #expect(verdict(processing, at: at(600)) { $0.darkSince = at(500) } == .wait(at(800)))
    #expect(verdict(processing, at: at(800)) { $0.darkSince = at(500) } == .run)
  }

  @Test func `processing waits for its requirements (FT4)`() {
    #expect(verdict(charging, at: at(600)) == .run)
    #expect(verdict(charging, at: at(100_000)) { $0.isCharging = false } == .wait(nil))
    #expect(verdict(online, at: at(600)) == .run)
    #expect(verdict(online, at: at(600)) { $0.isOnline = false } == .wait(nil))
    #expect(verdict(processing, at: at(600)) { $0.isOnline = false } == .run)
  }

  @Test func `on battery processing waits a day, and runs within two days (FT4)`() {
    #expect(
      verdict(processing, at: at(600)) { $0.isCharging = false } == .wait(.start + day))
    #expect(verdict(processing, at: .start + day) { $0.isCharging = false } == .run)
    // Dark in the second night only, which is still within two days.
    #expect(
      verdict(processing, at: at(1.9 * 24 * 3600)) {
        $0.isCharging = false
        $0.darkSince = at(1.8 * 24 * 3600)
      } == .run)
  }

  @Test func `processing needs an app that was used within the last week (FT4)`() {
    let week = VirtualInstant.start + .seconds(7 * 24 * 3600)
    #expect(verdict(processing, at: week - .seconds(1)) == .run)
    #expect(verdict(processing, at: week) == .wait(nil))
  }

  @Test func `conditions that prevent processing (L18, L19)`() {
    let changes: [(inout JobSurroundings) -> Void] = [
      { $0.isReady = false }, { $0.mayRefresh = false }, { $0.isLowPowerMode = true },
      { $0.isInFront = true },
    ]
    for change in changes { #expect(verdict(processing, at: at(600), change) == .wait(nil)) }
  }

  @Test func `after a force-quit processing runs only on a charger (L16)`() {
    #expect(verdict(processing, at: at(600)) { $0.isForceQuit = true } == .run)
    #expect(
      verdict(processing, at: .start + day) {
        $0.isForceQuit = true
        $0.isCharging = false
      } == .wait(nil))
    var strict = SchedulerQueue(policy: policy)
    strict.policy.processingAfterForceQuit = false
    strict.submit(
      ScheduledTaskRequest("a", processing), notBeforeIn: .zero, delay: .zero, at: .start)
    let around = JobSurroundings(
      darkSince: .start, isCharging: true, isForceQuit: true, lastOpened: .start)
    #expect(strict.verdict(strict.pending[0], around, at: at(600)) == .wait(nil))
  }
}
