import Network
import Testing
import TutorialsSwift5
import UIKit
import YobanTesting

/// Tests what an app sees of the network.
@Suite struct PathMonitorTests {
  private static func words(_ path: NWPath) -> String {
    let used = [("wifi", NWInterface.InterfaceType.wifi), ("cellular", .cellular)].filter {
      path.usesInterfaceType($0.1)
    }.map(\.0)
    return "\(path.status) \(used) \(path.isExpensive) \(path.isConstrained) \(path.supportsDNS)"
  }

  /// Keeps a monitor until the process ends.
  @MainActor private static func observe(_ monitor: NWPathMonitor, _ name: String = "") {
    monitor.pathUpdateHandler = { print(name + words($0)) }
    monitor.start(queue: .main)
    Kept.of("monitor\(name)", monitor)
  }

  @Test(.world()) func `a monitor reports the path after its start and after changes (NW2)`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { _ in
        let monitor = NWPathMonitor()
        print(monitor.currentPath.status, monitor.queue == nil)
        Self.observe(monitor)
      })
    let network = fixture.phone.network
    for path in [NetworkService.Path.cellular, .offline, .wifi] {
      try await fixture.world.pass(.seconds(1))
      network.path = path
    }
    network.isInLowDataMode = true
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "unsatisfied true", #"satisfied ["wifi"] false false true"#,
        #"satisfied ["cellular"] true false true"#, "unsatisfied [] false false false",
        // The two changes come before the app runs: it receives the newest path.
        #"satisfied ["wifi"] false true true"#,
      ])
  }

  @Test(.world()) func `a suspended app receives the newest path when it is resumed (NW2)`()
    async throws
  {
    let fixture = try await startApp(AppFixture { _ in Self.observe(NWPathMonitor()) })
    await fixture.phone.goHome()
    try await fixture.world.pass(.minutes(1))
    #expect(fixture.app.state == .suspended)
    fixture.phone.network.path = .offline
    try await fixture.world.pass(.minutes(1))
    fixture.phone.network.path = .cellular
    try await fixture.world.pass(.minutes(1))
    #expect(fixture.world.log.texts == [#"satisfied ["wifi"] false false true"#])
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        #"satisfied ["wifi"] false false true"#, #"satisfied ["cellular"] true false true"#,
      ])
  }

  @Test(.world()) func `a monitor for some interfaces sees no others (NW2)`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        Self.observe(NWPathMonitor(requiredInterfaceType: .cellular), "required ")
        Self.observe(NWPathMonitor(prohibitedInterfaceTypes: [.cellular]), "prohibited ")
      })
    try await fixture.world.pass(.seconds(1))
    fixture.phone.network.path = .cellular
    try await fixture.world.pass(.seconds(1))
    fixture.phone.network.path = .offline
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "required unsatisfied [] false false false",
        #"prohibited satisfied ["wifi"] false false true"#,
        #"required satisfied ["cellular"] true false true"#,
        "prohibited unsatisfied [] false false false",
        "required unsatisfied [] false false false",
      ])
  }

  @Test(.world()) func `a canceled or released monitor reports nothing more (NW2)`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        let monitor = NWPathMonitor()
        Self.observe(monitor, "a ")
        Self.observe(NWPathMonitor(), "b ")
        Task { @MainActor in
          try await Task.sleep(for: .seconds(1))
          monitor.cancel()
          Kept.release("monitorb ")
        }
      })
    try await fixture.world.pass(.seconds(2))
    fixture.phone.network.path = .offline
    try await fixture.world.pass(.seconds(2))
    #expect(
      fixture.world.log.texts == [
        #"a satisfied ["wifi"] false false true"#, #"b satisfied ["wifi"] false false true"#,
      ])
  }

  @Test(.world()) func `a monitor is an asynchronous sequence of paths (NW2)`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        Task { @MainActor in
          let monitor = NWPathMonitor()
          for await path in monitor {
            print(Self.words(path))
            if path.status == .unsatisfied { monitor.cancel() }
          }
          print("end")
        }
      })
    try await fixture.world.pass(.seconds(1))
    fixture.phone.network.path = .offline
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        #"satisfied ["wifi"] false false true"#, "unsatisfied [] false false false", "end",
      ])
  }

  @Test(.world()) func `the observer of a tutorial sees the network (NW2)`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        let monitor = NetworkMonitor()
        monitor.changed = { print($0.isConnected, $0.connectionType, $0.text) }
        monitor.startMonitoring()
        Kept.of("monitor", monitor)
      })
    for path in [NetworkService.Path.cellular, .offline] {
      try await fixture.world.pass(.seconds(1))
      fixture.phone.network.path = path
    }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "true wifi online", "true cellular online, expensive", "false unknown offline",
      ])
  }
}
