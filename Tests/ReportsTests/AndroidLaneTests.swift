import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanReports

@Suite struct AndroidLaneTests {
  private static func android(
    _ milliseconds: Int64, _ process: String?, _ what: TraceEvent.AndroidEvent
  ) -> TraceEvent {
    event(milliseconds, process, .android(what))
  }

  @Test func `the CPU is awake until it falls asleep, and alarms wake it for a moment (AN7)`() {
    let lane = lane(
      "CPU",
      [
        Self.android(20, nil, .cpu(isAwake: false)), Self.android(50, nil, .cpu(isAwake: true)),
        Self.android(51, nil, .cpu(isAwake: false)), Self.android(70, nil, .cpu(isAwake: false)),
      ])
    #expect(times(lane) == [[0, 20], [20, 50], [50, 51], [51, 100]])
    #expect(lane?.spans.map(\.style) == [.cpuAwake, .cpuAsleep, .cpuAwake, .cpuAsleep])
    #expect(lane?.marks == [Mark(event: 3, style: .note)])
    #expect(lane?.app == nil)
  }

  @Test(
    arguments: [
      ("inactive", LaneStyle.dozeInactive), ("light idle", .dozeLight),
      ("light maintenance", .dozeMaintenance), ("deep idle", .dozeDeep),
      ("deep maintenance", .dozeMaintenance), ("something new", .known),
    ])
  func `each state of Doze has its own style (AN8)`(state: String, style: LaneStyle) {
    let lane = lane(
      "Doze", [Self.android(20, nil, .doze(state)), Self.android(70, nil, .doze("active"))])
    #expect(times(lane) == [[0, 20], [20, 70], [70, 100]])
    #expect(lane?.spans.map(\.style) == [.dozeOff, style, .dozeOff])
    #expect(lane?.app == nil)
  }

  @Test(
    arguments: [
      ("exempted", LaneStyle.bucketActive), ("active", .bucketActive),
      ("working set", .bucketWorkingSet), ("frequent", .bucketFrequent), ("rare", .bucketRare),
      ("restricted", .bucketRestricted), ("never", .known),
    ])
  func `each standby bucket has its own style (AN9)`(bucket: String, style: LaneStyle) {
    let lane = lane("Standby bucket", [Self.android(20, "A", .standbyBucket(bucket))])
    #expect(times(lane) == [[20, 100]])
    #expect(lane?.spans.map(\.style) == [style])
    #expect(lane?.app == "A")
  }

  @Test func `a bucket belongs to the app that the event names, whether it runs or not (AN9)`() {
    let input = ReportInput(
      title: "", duration: .milliseconds(100),
      events: [
        Self.android(0, nil, .standbyBucket("Night App working set")),
        Self.android(10, nil, .standbyBucket("Other rare")),
        Self.android(40, nil, .standbyBucket("Night App rare")),
      ])
    let lanes = Timeline(input).lanes
    #expect(lanes.map(\.app) == ["Night App", "Other"])
    #expect(lanes.map(\.label) == ["Standby bucket", "Standby bucket"])
    #expect(times(lanes.first) == [[0, 40], [40, 100]])
    #expect(lanes.first?.spans.map(\.style) == [.bucketWorkingSet, .bucketRare])
  }

  @Test
  func `a bucket event without a change is a mark, and the bucket outlasts the process (AN9)`() {
    let lane = lane(
      "Standby bucket",
      [
        Self.android(0, "A#1", .standbyBucket("active")), event(10, "A#1", .terminated(.jetsam)),
        Self.android(20, "A", .standbyBucket("active")),
        Self.android(60, "A", .standbyBucket("rare")),
      ])
    #expect(times(lane) == [[0, 60], [60, 100]])
    #expect(lane?.marks == [Mark(event: 2, style: .note)])
  }

  @Test
  func `a service in foreground has another style, and each service has its own row (AN1, AN5)`() {
    let lane = lane(
      "Services",
      [
        Self.android(0, "A#1", .service("Recorder", isRunning: true)),
        Self.android(5, "A#1", .foreground("Recorder", types: "health")),
        Self.android(20, "A#1", .service("Upload", isRunning: true)),
        Self.android(30, "A#1", .service("Upload", isRunning: false)),
        Self.android(40, "A#1", .foreground("Recorder", types: nil)),
        Self.android(70, "A#1", .service("Recorder", isRunning: false)),
      ])
    #expect(times(lane) == [[0, 5], [5, 40], [20, 30], [40, 70]])
    #expect(lane?.spans.map(\.style) == [.service, .serviceForeground, .service, .service])
    #expect(lane?.spans.map(\.value) == [0, 0, 1, 0])
    #expect(lane?.marks == [])
  }

  @Test func `a service that is killed is shown as failed, and a sticky one begins again (AN1)`() {
    let lane = lane(
      "Services",
      [
        Self.android(0, "A#1", .foreground("Recorder", types: "health")),
        event(50, "A#1", .terminated(.jetsam)),
        Self.android(60, "A#2", .service("Recorder", isRunning: true)),
      ])
    #expect(times(lane) == [[0, 50], [60, 100]])
    #expect(lane?.spans.map(\.style) == [.serviceForeground, .service])
    #expect(lane?.marks == [Mark(event: 1, style: .serviceFailed)])
  }

  @Test
  func `a process that ends without a service, or by the user, shows no failed service (AN18)`() {
    let events = [
      Self.android(0, "A#1", .service("Recorder", isRunning: true)),
      event(50, "A#1", .terminated(.forceQuit)), event(60, "A#2", .terminated(.jetsam)),
    ]
    #expect(times(lane("Services", events)) == [[0, 50]])
    #expect(lane("Services", events)?.marks == [])
  }

  @Test
  func `a refusal has a prominent mark, and a timeout changes the style of the bar (AN4, AN6)`() {
    let lane = lane(
      "Services",
      [
        Self.android(0, "A#1", .foreground("Sync", types: "dataSync")),
        Self.android(60, "A#1", .timeout("Sync")),
        Self.android(65, "A#1", .service("Sync", isRunning: false)),
        Self.android(
          80, "A#1",
          .refused("startForeground", exception: "ForegroundServiceStartNotAllowedException")),
      ])
    #expect(times(lane) == [[0, 60], [60, 65]])
    #expect(lane?.spans.map(\.style) == [.serviceForeground, .serviceExpired])
    #expect(
      lane?.marks == [
        Mark(event: 1, style: .serviceExpired), Mark(event: 3, style: .serviceFailed),
      ])
  }

  @Test func `wake locks are held until they are released or the process dies (AN7)`() {
    let lane = lane(
      "Wake locks",
      [
        Self.android(0, "A#1", .wakeLock("recording", isHeld: true)),
        Self.android(10, "A#1", .wakeLock("upload", isHeld: true)),
        Self.android(20, "A#1", .wakeLock("upload", isHeld: false)),
        event(50, "A#1", .terminated(.jetsam)),
        Self.android(60, "A#2", .wakeLock("recording", isHeld: true)),
      ])
    #expect(times(lane) == [[0, 50], [10, 20], [60, 100]])
    #expect(lane?.spans.map(\.value) == [0, 1, 0])
    #expect(lane?.spans.allSatisfy { $0.style == .wakeLock } == true)
  }

  @Test func `each reason for which the system starts the app is a mark with its text (AN8, AN17)`()
  {
    let lane = lane(
      "Started for",
      [
        Self.android(0, "A#1", .broadcast("BOOT_COMPLETED")),
        Self.android(1, "A#1", .alarm("fired")),
        Self.android(2, "A#1", .job("started")), Self.android(3, "A#1", .permission("granted")),
      ])
    #expect(lane?.form == .marks)
    #expect(lane?.marks.map(\.event) == [0, 1, 2])
  }

  @Test func `audio that is refused has a prominent mark (AN25)`() {
    let lane = lane(
      "Audio",
      [
        Self.android(0, "A#1", .audio("playback is heard", isRefused: false)),
        Self.android(1, "A#1", .audio("playback is muted", isRefused: true)),
      ])
    #expect(
      lane?.marks == [Mark(event: 0, style: .note), Mark(event: 1, style: .serviceFailed)])
  }

  @Test func `a scan bar goes from the first start to the last stop (AN11)`() {
    let lane = lane(
      "Bluetooth",
      [
        Self.android(0, "A#1", .scan("started, lowPower, 0 filters")),
        Self.android(10, "A#1", .scan("started, lowLatency, 2 filters")),
        Self.android(20, "A#1", .scan("stopped")), Self.android(50, "A#1", .scan("stopped")),
        Self.android(60, "A#1", .scan("started, lowPower, 0 filters")),
        event(80, "A#1", .terminated(.jetsam)),
      ])
    #expect(times(lane) == [[0, 50], [60, 80]])
    #expect(lane?.spans.map(\.style) == [.scan, .scan])
    #expect(lane?.marks.map(\.event) == [1, 2, 3])
  }

  @Test
  func `a throttled or suspended scan has a prominent mark, and its bar continues (AN11, AN12)`() {
    let lane = lane(
      "Bluetooth",
      [
        Self.android(0, "A#1", .scan("started, lowPower, 0 filters")),
        Self.android(30, "A#1", .scan("suspended: no filter, and screen or location is off")),
        Self.android(40, "A#1", .scan("App 'A' is scanning too frequently")),
      ])
    #expect(times(lane) == [[0, 100]])
    #expect(
      lane?.marks == [
        Mark(event: 1, style: .connectionFailed), Mark(event: 2, style: .connectionFailed),
      ])
  }

  @Test func `an event that is logged after the end of its process is a mark without a bar (AN7)`()
  {
    let events = [
      Self.android(0, "A#1", .service("Recorder", isRunning: true)),
      Self.android(0, "A#1", .wakeLock("recording", isHeld: true)),
      event(50, "A#1", .terminated(.jetsam)),
      Self.android(50, "A#1", .wakeLock("recording", isHeld: false)),
      Self.android(50, "A#1", .service("Recorder", isRunning: false)),
    ]
    #expect(times(lane("Services", events)) == [[0, 50]])
    #expect(
      lane("Services", events)?.marks == [
        Mark(event: 2, style: .serviceFailed), Mark(event: 4, style: .note),
      ])
    #expect(times(lane("Wake locks", events)) == [[0, 50]])
    #expect(lane("Wake locks", events)?.marks == [Mark(event: 3, style: .note)])
  }

  @Test func `the state lane uses the same words for every platform`() {
    let lane = lane(
      "State",
      [
        event(0, "A#1", .appState(.active)), event(20, "A#1", .appState(.background)),
        event(40, "A#1", .appState(.suspended)),
      ])
    #expect(lane?.spans.map(\.style) == [.active, .background, .suspended])
  }

  @Test func `an Android event without an app is on the system's lane`() {
    let input = ReportInput(
      title: "", duration: .milliseconds(100),
      events: [Self.android(5, nil, .broadcast("BOOT_COMPLETED"))])
    #expect(Timeline(input).lanes.map(\.label) == ["System"])
  }
}
