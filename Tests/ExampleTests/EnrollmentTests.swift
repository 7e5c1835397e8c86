import Foundation
import Testing
import YobanNight
import YobanTesting

/// NightApp is launched for the first time, gets its collector from a code, and records.
@Suite(
  .world(),
  .enabled(
    if: (try? CollectorProcess.locate()) != nil,
    "yoban-collector is not built: run `swift build` in Collector/"))
struct EnrollmentTests {
  /// Brings requests to the server, and notes those with a code.
  private final class CountingGateway: HTTPGateway, @unchecked SimulationConfined {
    private let inner: any HTTPGateway
    /// The bodies of the requests with a code, and the statuses of their answers.
    private(set) var exchanges: [(body: [UInt8], status: Int)] = []

    init(_ server: TemporaryCollector) { inner = server.collector.gateway }

    func exchange(
      _ request: HTTPExchangeRequest
    ) throws(HTTPExchangeError) -> HTTPExchangeResponse {
      let response = try inner.exchange(request)
      if request.url.hasSuffix("/v1/enrollments") {
        exchanges.append((request.body, response.status))
      }
      return response
    }
  }

  private static let rate = 10

  /// The server has stored the use of the code, but its answers do not arrive: the first three in one launch, which the
  /// system ends, and one more in the next launch.
  @Test func `a code whose answers are lost gives one access, and a night with it is stored once`()
    async throws
  {
    let world = try World.current
    let server = try TemporaryCollector(devices: [])
    defer { server.stop() }
    let code = try server.process.makeCode(device: "pulse-01")
    let gateway = CountingGateway(server)
    let phone = try world.addPhone()
    let app = try SampleApps.night(on: phone, collector: nil, ["RateHz": Self.rate])
    world.gateway = gateway
    phone.network.exchangeFaults = Array(repeating: .answerLost, count: 4)
    await phone.open(app)
    #expect(try await app.shows("Paste the code of your study."))
    try await phone.type(" \(code)\n", into: "Code")
    try await phone.tap("Use this code")
    while gateway.exchanges.count < 3 { try await world.pass(.milliseconds(500)) }
    phone.jetsam(app)
    try await world.pass(.minutes(5))
    await phone.open(app)
    try await world.pass(.minutes(1))
    #expect(app.log.contains("enrolled as pulse-01"))
    #expect(gateway.exchanges.map(\.status) == [201, 200, 200, 200, 200])
    #expect(Set(gateway.exchanges.map(\.body)).count == 1)

    try await phone.tap("Start")
    let start = world.now
    try await world.pass(.seconds(10))
    await phone.lock()
    try await world.pass(.hours(8))
    await phone.open(app)
    try await phone.tap("Stop")
    let seconds = (world.now - start).seconds
    try await world.pass(.minutes(2))
    let reader = ServerCollector(
      url: server.process.url,
      tokens: ["pulse-01": try server.process.makeToken(device: "pulse-01")])
    let streams = try reader.streams(of: "pulse-01")
    #expect(streams.map(\.stream) == ["accelerometer", "gyroscope"])
    for stream in streams {
      #expect(stream.duplicates == 0 && stream.conflicts == 0)
      #expect(abs(Double(stream.samples) / Double(Self.rate) - seconds) < 1.5)
      #expect(try reader.gaps(of: stream.stream, of: "pulse-01").isEmpty)
    }
    // A second launch needs neither the code nor a request for it.
    phone.jetsam(app)
    await phone.open(app)
    try await world.pass(.seconds(5))
    #expect(try await app.shows("Not recording"))
    #expect(gateway.exchanges.count == 5)
  }

  @Test func `a code that gives nothing is explained, and another one can be used`() async throws {
    let world = try World.current
    let server = try TemporaryCollector(devices: [])
    defer { server.stop() }
    let (used, other) = (
      try server.process.makeCode(device: "first"), try server.process.makeCode(device: "second")
    )
    world.gateway = CountingGateway(server)
    // One installation uses the code, and another one tries it, too.
    for isFirst in [true, false] {
      let phone = try world.addPhone(isFirst ? "one" : "two")
      let app = try SampleApps.night(on: phone, collector: nil)
      await phone.open(app)
      try await phone.type("https://collector.example", into: "Code")
      try await phone.tap("Use this code")
      try await world.pass(.seconds(2))
      #expect(try await app.texts.contains { $0.hasPrefix("This is not a code of a collector.") })
      try await phone.type(used, into: "Code")
      try await phone.tap("Use this code")
      try await world.pass(.seconds(5))
      guard !isFirst else {
        #expect(app.log.contains("enrolled as first"))
        continue
      }
      #expect(try await app.texts.contains { $0.hasPrefix("The code was used.") })
      try await phone.type(other, into: "Code")
      try await phone.tap("Use this code")
      try await world.pass(.seconds(5))
      #expect(app.log.contains("enrolled as second"))
    }
  }

  @Test func `without a network the user learns it after a minute, and the code is kept`()
    async throws
  {
    let world = try World.current
    let server = try TemporaryCollector(devices: [])
    defer { server.stop() }
    let code = try server.process.makeCode(device: "a")
    let gateway = CountingGateway(server)
    world.gateway = gateway
    let phone = try world.addPhone()
    let app = try SampleApps.night(on: phone, collector: nil)
    phone.network.path = .offline
    await phone.open(app)
    try await phone.type(code, into: "Code")
    try await phone.tap("Use this code")
    try await world.pass(.minutes(2))
    #expect(try await app.texts.contains { $0.hasPrefix("The collector cannot be reached") })
    #expect(gateway.exchanges.isEmpty)
    phone.network.path = .wifi
    try await phone.tap("Use this code")
    try await world.pass(.seconds(5))
    #expect(app.log.contains("enrolled as a"))
  }
}
