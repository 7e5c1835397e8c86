import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanReports

@Suite struct DeviceLaneTests {
  private static let events = [
    event(10, nil, .screen(isOn: false)), event(20, nil, .power("charging")),
    event(30, nil, .power("Low Power Mode on")), event(40, nil, .screen(isOn: true)),
    event(50, nil, .power("Low Power Mode off")), event(55, nil, .power("memory warning")),
    event(60, nil, .power("on battery")), event(70, nil, .power("installing iOS 17")),
    event(80, nil, .power("rebooting")), event(80, nil, .screen(isOn: false)),
    event(90, nil, .power("booted")),
  ]

  @Test func `the screen lane starts with screen on, then follows the trace`() {
    let lane = lane("Screen", Self.events)
    #expect(times(lane) == [[0, 10], [10, 40], [40, 80], [80, 100]])
    #expect(lane?.spans.map(\.style) == [.screenOn, .screenOff, .screenOn, .screenOff])
    #expect(lane?.spans.map(\.firstEvent) == [nil, 0, 3, 9])
  }

  @Test func `Low Power Mode does not hide the charger (L19)`() {
    let power = lane("Power", Self.events)
    #expect(times(power) == [[20, 60], [60, 100]])
    #expect(power?.spans.map(\.style) == [.charging, .known])
    let lowPower = lane("Low Power", Self.events)
    #expect(times(lowPower) == [[30, 50]])
    #expect(lowPower?.spans.map(\.style) == [.lowPower])
  }

  @Test func `an update, a reboot and a memory warning are on the system's lane (L8, L17)`() {
    let lane = lane("System", Self.events)
    #expect(times(lane) == [[70, 80], [80, 90]])
    #expect(lane?.spans.map(\.style) == [.updating, .down])
    #expect(lane?.marks == [Mark(event: 5, style: .note), Mark(event: 10, style: .launch)])
  }

  @Test func `a device logs when its screen turns on and off, once each (BC6, L17)`()
    async throws
  {
    let world = try World(seed: 1)
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 17))
      phone.wakeScreen()  // It is on already.
      try await Task.sleep(for: .seconds(10))
      await phone.lock()
      await phone.lock()
      try await Task.sleep(for: .seconds(10))
      phone.wakeScreen()
      try await Task.sleep(for: .seconds(10))
      try await phone.reboot()  // It takes 30 s, then the lock screen is dark.
    }
    let lanes = Timeline(ReportInput(of: world, title: "")).lanes
    let screen = lanes.first { $0.label == "Screen" }
    #expect(
      times(screen) == [[0, 10_000], [10_000, 20_000], [20_000, 30_000], [30_000, 60_000]])
    #expect(screen?.spans.map(\.style) == [.screenOn, .screenOff, .screenOn, .screenOff])
    let system = lanes.first { $0.label == "System" }
    #expect(times(system) == [[30_000, 60_000]])
  }

  @Test func `a device with an empty battery is down until it boots (WK11)`() {
    let events = [
      event(0, "A#1", .watch(.workout("running"))),
      event(20, nil, .power("battery empty: the device shuts down")),
      event(70, nil, .power("booted")),
    ]
    #expect(times(lane("System", events)) == [[20, 70]])
    #expect(lane("System", events)?.spans.map(\.style) == [.down])
    #expect(times(lane("Workout", events)) == [[0, 20]])
  }

  @Test func `a watch logs its wrist state (WK1)`() async throws {
    let world = try World(seed: 1)
    try await world.run {
      let watch = try world.addWatch("watch", .watch(watchOS: 10))
      try await Task.sleep(for: .seconds(10))
      await watch.lowerWrist()
      await watch.lowerWrist()
      try await Task.sleep(for: .seconds(10))
      await watch.raiseWrist()
      try await Task.sleep(for: .seconds(10))
    }
    let wrist = Timeline(ReportInput(of: world, title: "")).lanes.first { $0.label == "Wrist" }
    #expect(times(wrist) == [[0, 10_000], [10_000, 20_000], [20_000, 30_000]])
    #expect(wrist?.spans.map(\.style) == [.wristUp, .wristDown, .wristUp])
  }

  @Test func `an Android phone logs the sleep of its CPU and the depth of Doze (AN7, AN8)`()
    async throws
  {
    let world = try World(seed: 1)
    try await world.run {
      let phone = try world.addAndroidPhone("pixel", .android(api: 34))
      try await Task.sleep(for: .seconds(10))
      await phone.lock()
      try await Task.sleep(for: .seconds(8 * 3600))
    }
    let lanes = Timeline(ReportInput(of: world, title: "")).lanes
    let cpu = try #require(lanes.first { $0.label == "CPU" })
    #expect(cpu.spans.first?.style == .cpuAwake)
    #expect(cpu.spans.last?.style == .cpuAsleep)
    #expect(zip(cpu.spans, cpu.spans.dropFirst()).allSatisfy { $0.style != $1.style })
    let doze = Set(lanes.first { $0.label == "Doze" }?.spans.map(\.style) ?? [])
    #expect(doze == [.dozeOff, .dozeInactive, .dozeLight, .dozeDeep, .dozeMaintenance])
  }

  @Test func `a device without such events has no such lanes`() {
    let labels = Timeline(
      ReportInput(title: "", duration: .seconds(1), events: [event(0, nil, .network("offline"))])
    ).lanes.map(\.label)
    #expect(labels == ["Network"])
  }

  @Test
  func `a process that was started ahead is shown as prewarmed until its launch continues (L15)`() {
    let lane = lane(
      "State",
      [
        event(0, "A#1", .launched(.prewarming)), event(40, "A#1", .appState(.inactive)),
        event(50, "A#1", .appState(.active)), event(60, "A#1", .terminated(.jetsam)),
        event(70, "A#2", .launched(.prewarming)), event(90, "A#2", .terminated(.jetsam)),
      ])
    #expect(times(lane) == [[0, 40], [40, 50], [50, 60], [70, 90]])
    #expect(lane?.spans.map(\.style) == [.prewarmed, .inactive, .active, .prewarmed])
    #expect(lane?.marks.map(\.style) == [.launch, .kill, .launch, .kill])
  }

  @Test func `a prewarmed process has no budget that counts down`() {
    let lane = lane(
      "Time left", [event(0, "A#1", .launched(.prewarming)), event(40, nil, .user("sleeps"))])
    #expect(lane == nil)
  }
}
