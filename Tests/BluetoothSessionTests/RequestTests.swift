import Foundation
import Testing
import Yoban
import YobanTesting

@Suite(.world(findings: [])) struct RequestTests {
  private func appFixture() -> SessionAppFixture {
    var appFixture = SessionAppFixture()
    appFixture.profile = AccessoryProfile(
      name: "strap", advertises: ["180D"],
      services: [.heartRate, .battery, ServiceProfile(Strap.scratch)])
    return appFixture
  }

  /// E2: reads the battery level and the scratch characteristic, and writes two bytes to the
  /// latter.
  @Test func `values are read and written, and the accessory confirms the writes (E2)`()
    async throws
  {
    let fixture = try await startSessionApp(appFixture())
    try await fixture.world.pass(.seconds(5))
    try await fixture.run { session in
      print("level", try await session.read(.batteryLevel).percent)
      print("scratch", Array(try await session.read(Strap.scratch)))
      try await session.write(Data([1, 2]), to: Strap.scratch)
      print("written", Array(try await session.read(Strap.scratch)))
      print("reads \(session.counts.reads), writes \(session.counts.writes)")
    }
    #expect(fixture.strap.value(of: "FFE1") == Data([1, 2]))
    let after = fixture.app.log.texts.dropFirst(toReady.count)
    #expect(after.filter { $0.contains(" = ") } == ["FFE1 = [0]", "FFE1 = [1, 2]"])
    #expect(
      after.filter { !$0.contains(" = ") && !$0.hasPrefix("battery") } == [
        // The session itself made the first of the four reads before it was ready.
        "level 100", "scratch [0]", "written [1, 2]", "reads 4, writes 1",
      ])
  }

  @Test func `a stream gives the values of its characteristic until the session is stopped`()
    async throws
  {
    let fixture = try await startSessionApp(appFixture())
    try await fixture.world.pass(.seconds(5))
    await fixture.use { session in
      let values = session.values(of: .heartRateMeasurement)
      Task {
        for await value in values { print("value \(value.beatsPerMinute)") }
        print("values ended")
      }
    }
    for rate in 60...62 as ClosedRange<UInt8> {
      fixture.strap.notify("2A37", Data([0, rate]))
      fixture.strap.notify("2A19", Data([50]))
      try await fixture.world.pass(.seconds(1))
    }
    await fixture.use { $0.stop() }
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.app.log.texts.filter { $0.hasPrefix("value") }
        == ["value 60", "value 61", "value 62", "values ended"])
  }

  @Test func `a response that is too late is an error, and is not taken for the next response`()
    async throws
  {
    let fixture = try await startSessionApp(appFixture())
    fixture.strap.onRead("FFE1") { _ in .after(.seconds(12), .value(Data([7]))) }
    try await fixture.world.pass(.seconds(5))
    try await fixture.run(for: .seconds(40)) { session in
      let before = ContinuousClock.now
      do {
        _ = try await session.read(Strap.scratch)
      } catch {
        print("\(error) after \((ContinuousClock.now - before).components.seconds) s")
      }
      // The late response to the first read is not taken for that to the second.
      print("second", (try? await session.read(Strap.scratch)) == nil ? "late, too" : "early")
      print("timeouts", session.counts.timeouts)
    }
    #expect(fixture.strap.isConnected)
    let after = fixture.app.log.texts.dropFirst(toReady.count)
    #expect(after.contains("\(BluetoothRequestError.timedOut) after 10 s"))
    #expect(after.contains("second late, too"))
    #expect(after.contains("timeouts 2"))
  }

  /// The timer of a frozen process fires late, and before the callback that woke the process
  /// (BT10).
  @Test func `a response that wakes the app does not count as too late`() async throws {
    var appFixture = appFixture()
    appFixture.configuration.requestTimeout = .seconds(15)
    let fixture = try await startSessionApp(appFixture)
    fixture.strap.onRead("FFE1") { _ in .after(.seconds(25), .value(Data([7]))) }
    try await fixture.world.pass(.seconds(5))
    await fixture.use { session in
      Task {
        do {
          print("scratch \(Array(try await session.read(Strap.scratch)))")
        } catch {
          print("threw \(error)")
        }
      }
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(20))
    #expect(fixture.app.process?.isRunning == false)
    try await fixture.world.pass(.seconds(20))
    #expect(fixture.app.log.texts.contains("scratch [7]"))
    #expect(!fixture.app.log.texts.contains { $0.hasPrefix("threw") })
  }

  @Test func `a refused request fails with the accessory's error`() async throws {
    let fixture = try await startSessionApp(appFixture())
    fixture.strap.onRead("FFE1") { _ in .error(.readNotPermitted) }
    try await fixture.world.pass(.seconds(5))
    try await fixture.run { _ = try await $0.read(Strap.scratch) }
    let refused = BluetoothRequestError.refused(BluetoothFailure(.attribute, code: 2))
    #expect(fixture.app.log.texts.last == "threw \(refused)")
  }

  @Test func `a lost connection ends all waiting requests`() async throws {
    let fixture = try await startSessionApp(appFixture())
    fixture.strap.onRead("FFE1") { _ in .noAnswer }
    try await fixture.world.pass(.seconds(5))
    await fixture.use { session in
      for _ in 0..<2 {
        Task {
          do { _ = try await session.read(Strap.scratch) } catch { print("threw \(error)") }
        }
      }
    }
    try await fixture.world.pass(.seconds(1))
    fixture.strap.switchOff()
    try await fixture.world.pass(.seconds(5))
    try await fixture.run { _ = try await $0.read(Strap.scratch) }
    let threw = fixture.app.log.texts.filter { $0.hasPrefix("threw") }
    #expect(
      threw == [BluetoothRequestError.linkLost, .linkLost, .notReady].map { "threw \($0)" })
  }

  @Test func `a canceled task stops waiting`() async throws {
    let fixture = try await startSessionApp(appFixture())
    fixture.strap.onRead("FFE1") { _ in .after(.seconds(5), .value(Data([7]))) }
    try await fixture.world.pass(.seconds(5))
    try await fixture.run(for: .seconds(10)) { session in
      let task = Task { try await session.read(Strap.scratch) }
      try await Task.sleep(for: .seconds(1))
      task.cancel()
      print("result \(await task.result)")
    }
    let result = Result<Data, any Error>.failure(BluetoothRequestError.cancelled)
    #expect(fixture.app.log.texts.contains("result \(result)"))
  }

  @Test func `writes without response follow the speed of the connection and lose nothing (BT22)`()
    async throws
  {
    let fixture = try await startSessionApp(appFixture())
    let received = Received()
    fixture.strap.onWrite("FFE1") { _, bytes in
      received.bytes += Array(bytes)
      return .done
    }
    try await fixture.world.pass(.seconds(5))
    try await fixture.run(for: .seconds(60)) { session in
      for number in 0..<200 as Range<UInt8> {
        try await session.writeWithoutResponse(Data([number]), to: Strap.scratch)
      }
      print("writes \(session.counts.writes)")
    }
    #expect(received.bytes == Array(0..<200))
    #expect(fixture.app.log.texts.last == "writes 200")
  }

  @Test func `writes of many tasks are sent in their order, and all of them are sent (BT22)`()
    async throws
  {
    let fixture = try await startSessionApp(appFixture())
    let received = Received()
    fixture.strap.onWrite("FFE1") { _, bytes in
      received.bytes += Array(bytes)
      return .done
    }
    try await fixture.world.pass(.seconds(5))
    await fixture.use { session in
      for number in 0..<60 as Range<UInt8> {
        Task {
          do {
            try await session.writeWithoutResponse(Data([number]), to: Strap.scratch)
          } catch {
            print("threw \(error)")
          }
        }
      }
    }
    try await fixture.world.pass(.seconds(5))
    #expect(received.bytes == Array(0..<60))
    #expect(!fixture.app.log.texts.contains { $0.hasPrefix("threw") })
  }

  @Test func `a value that exceeds the maximum length of a write is not sent (BT21)`() async throws
  {
    let fixture = try await startSessionApp(appFixture())
    fixture.strap.onWrite("FFE1") { _, _ in
      Issue.record("something was sent")
      return .done
    }
    try await fixture.world.pass(.seconds(5))
    try await fixture.run { session in
      print("at most \(session.maximumWriteLength(withResponse: false) ?? 0)")
      try await session.writeWithoutResponse(Data(count: 183), to: Strap.scratch)
    }
    try await fixture.run { try await $0.write(Data(count: 513), to: Strap.scratch) }
    let errors = [(183, 182), (513, 512)].map {
      "threw \(BluetoothRequestError.tooLong(byteCount: $0.0, maximum: $0.1))"
    }
    #expect(fixture.app.log.texts.contains("at most 182"))
    #expect(fixture.app.log.texts.filter { $0.hasPrefix("threw") } == errors)
  }

  /// The bytes that the accessory received.
  private final class Received: @unchecked SimulationConfined { var bytes: [UInt8] = [] }
}
