import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanMotion

@Suite struct AtmosphereTests {
  /// Meters and pascals, from the published table of the standard atmosphere.
  static let table: [(altitude: Double, pressure: Double)] = [
    (-500, 107_478), (0, 101_325), (500, 95_461), (1000, 89_874), (3000, 70_109), (8848, 31_436),
  ]

  @Test(arguments: table.indices)
  func `pressure and altitude follow the standard atmosphere (MO3)`(_ row: Int) {
    let (altitude, pressure) = Self.table[row]
    #expect(abs(StandardAtmosphere.pressure(at: altitude) / pressure - 1) < 0.001)
    #expect(abs(StandardAtmosphere.altitude(at: pressure) - altitude) < 5)
    let there = StandardAtmosphere.pressure(at: altitude)
    #expect(abs(StandardAtmosphere.altitude(at: there) - altitude) < 1e-6)
  }

  @Test func `altitudes outside the atmosphere give numbers`() {
    #expect(StandardAtmosphere.pressure(at: 1e9) == 0)
    #expect(StandardAtmosphere.altitude(at: -1).isFinite)
  }

  @Test(arguments: [1, 42, UInt64.max])
  func `weather changes slowly, noise and errors are bounded (MO3)`(_ seed: UInt64) {
    let weather = GeneratedWeather(seed: seed, interval: .seconds(60))
    let values = (0..<20_000).map { weather.value(at: $0) }
    #expect(values.allSatisfy { abs($0.x) <= 350 && abs($0.y) <= 0.6 && abs($0.z) <= 1 })
    for (hour, later) in zip(values, values.dropFirst(60)) { #expect(abs(later.x - hour.x) < 60) }
    for (minute, next) in zip(values, values.dropFirst()) { #expect(abs(next.z - minute.z) <= 0.2) }
    #expect(values.map(\.x).max()! - values.map(\.x).min()! > 400)
    #expect(values.map(\.z).max()! > 0.5 && values.map(\.z).min()! < -0.5)
  }

  @Test func `the same seed gives the same weather at any index, another seed a different one`() {
    let (one, same) = (
      GeneratedWeather(seed: 1, interval: .seconds(1)),
      GeneratedWeather(seed: 1, interval: .seconds(1))
    )
    let other = GeneratedWeather(seed: 2, interval: .seconds(1))
    for index in [0, 1, 59, 3600, 1_000_000] {
      #expect(one.value(at: index) == same.value(at: index))
      #expect(one.value(at: index) != other.value(at: index))
      #expect(one.firstIndex(notBefore: one.time(of: index)) == index)
    }
    let ahead = ReadAheadSeries(one)
    for index in 0..<200 { #expect(ahead.value(at: index) == one.value(at: index)) }
  }

  static let available: [(DeviceProfile, relative: Bool, absolute: Bool)] = [
    (.iPhone(iOS: 9, .iPhone4S), false, false), (.iPhone(iOS: 12, .iPhone5S), false, false),
    (.iPhone(iOS: 15, .iPhone7), true, false), (.iPhone(iOS: 14.1, .iPhone12), true, false),
    (.iPhone(iOS: 15, .iPhone12), true, true), (.iPhone(iOS: 26, .iPhone16), true, true),
    (.watch(watchOS: 8, .series3), true, false), (.watch(watchOS: 8, .series4), true, false),
    (.watch(watchOS: 7, .series6), true, false), (.watch(watchOS: 8, .series6), true, true),
    (.watch(watchOS: 10, .ultra), true, true), (.android(api: 34), false, false),
  ]

  @Test(arguments: available.indices)
  func `models and versions have the documented altimeters (MO3)`(_ row: Int) throws {
    let (profile, relative, absolute) = Self.available[row]
    let world = try World(seed: 1)
    let motion = try world.addDevice("device", profile).motion
    #expect(motion.canMeasure(.relative) == relative)
    #expect(motion.canMeasure(.absolute) == absolute)
  }

  @Test func `a device climbs at its speed to the altitude`() async throws {
    let world = try World(seed: 1)
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 17))
      #expect(phone.altitude == 20)
      async let climb: Void = phone.climb(to: 26, at: 0.5)
      try await Task.sleep(for: .milliseconds(6050))
      #expect(abs(phone.altitude - 23) < 0.06)
      try await climb
      #expect(world.now == .start + .seconds(12) && phone.altitude == 26)
      phone.altitude = 5
      try await phone.climb(to: 4.5, at: 10)
      #expect(phone.altitude == 4.5)
      try await phone.climb(to: 4.5, at: 10)
    }
    let climbs = world.trace.events.filter {
      if let action = $0.kind.user { action.contains("above sea level") } else { false }
    }
    #expect(climbs.count == 3)
  }
}
