import CoreLocation
import Foundation
import SimulatedOS
import Testing
import UIKit

/// What apps do wrong with Core Location, and what comes of it.
@Suite struct CoreLocationMisuseTests {
  @Test func `background updates without the background mode end the app (LOC1)`() async throws {
    let stage = try await play(AppScript()) { stage in
      await stage.touch {
        CLLocationManager().allowsBackgroundLocationUpdates = true
        print("must not run")
      }
    }
    #expect(
      stage.terminations.map(\.description).allSatisfy {
        $0.contains("allowsBackgroundLocationUpdates")
      })
    #expect(stage.lines.isEmpty && stage.world.trace.findings.isEmpty)
    #expect(stage.terminations.count == 1)
  }

  @Test func `one position for nobody ends the app`() async throws {
    let stage = try await play(AppScript()) { stage in
      await stage.touch {
        CLLocationManager().requestLocation()
        print("must not run")
      }
    }
    #expect(stage.lines.isEmpty && stage.terminations.count == 1)
    #expect(stage.terminations.allSatisfy { $0.description.contains("Delegate must respond") })
  }

  static let texts: [(missing: String, always: Bool)] = [
    ("NSLocationWhenInUseUsageDescription", false),
    ("NSLocationAlwaysAndWhenInUseUsageDescription", true),
  ]

  @Test(arguments: texts.indices)
  func `without its text the question is not asked (LOC1)`(_ row: Int) async throws {
    let (key, isAlways) = Self.texts[row]
    var script = AppScript { _ in
      let listener = LocationListener()
      Kept.of("listener", listener)
      if isAlways {
        listener.manager.requestAlwaysAuthorization()
      } else {
        listener.manager.requestWhenInUseAuthorization()
      }
    }
    script.plist = InfoPlist()
    let stage = try await play(script) { try await $0.wait(.seconds(60)) }
    #expect(stage.lines == ["authorization 0"])
    #expect(stage.world.trace.findings.map(\.name) == ["plist.missing-key"])
    #expect(stage.world.trace.findings[0].what.contains(key))
  }

  @Test func `a manager of a life that has ended does nothing, and is a finding`() async throws {
    // As a static would keep it; here the test does.
    nonisolated(unsafe) var old: CLLocationManager?
    let stage = try await playLocation(locationScript { old = $0.manager }) { stage, beacon in
      stage.phone.jetsam(stage.app)
      nonisolated(unsafe) let manager = old!
      manager.startMonitoring(for: doorRegion())
      manager.startRangingBeacons(satisfying: .init(uuid: beaconUUID))
      beacon.switchOn()
      try await stage.wait(.seconds(60))
      #expect(stage.app.state == .notRunning)
    }
    #expect(stage.eventLines.isEmpty)
    #expect(stage.world.trace.findings.count == 2)
    #expect(stage.world.trace.findings.allSatisfy { $0.name == "process.dead-object" })
    old = nil
  }

  @Test func `the same region registered again at each launch is a finding (BC10)`() async throws {
    let stage = try await playLocation(
      locationScript { $0.manager.startMonitoring(for: doorRegion()) }
    ) { stage, beacon in
      beacon.switchOn()
      try await stage.wait(.seconds(60))
      stage.phone.jetsam(stage.app)
      await stage.phone.open(stage.app)
      try await stage.wait(.seconds(60))
    }
    #expect(stage.world.trace.findings.map(\.name) == ["region.reregistered"])
    // Removed and added: its state comes once more, and no entry.
    #expect(stage.eventLines.filter { $0.hasPrefix("enter") }.count <= 1)
    #expect(stage.eventLines.last == "inside door active")
  }

  @Test func `a manager that nobody keeps says nothing, and its regions stay (BC9)`() async throws {
    var script = AppScript { _ in
      let listener = LocationListener()
      listener.manager.startMonitoring(for: doorRegion())
    }
    script.plist = locationPlist
    let stage = try await playLocation(script) { stage, beacon in
      beacon.switchOn()
      try await stage.wait(.seconds(60))
      await stage.touch { print(CLLocationManager().monitoredRegions.count) }
    }
    #expect(stage.lines == ["1"])
  }
}
