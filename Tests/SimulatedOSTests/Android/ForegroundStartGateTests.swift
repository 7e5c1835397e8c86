import Testing

@testable import YobanPlatformProfiles
@testable import YobanSimulatedDevices
import YobanSimulatedOS
@testable import YobanSimulatedAndroid

/// The rules about starting a foreground service and its types, without the simulator (AN3 to AN6).
@Suite struct ForegroundStartGateTests {
  private typealias Gate = ForegroundStartGate

  private func gate(
    _ change: (inout Gate.Surroundings) -> Void
  ) -> Gate {
    var around = Gate.Surroundings()
    around.refusesBackgroundStarts = true
    around.demandsServicePermission = true
    around.demandsServiceType = true
    around.restrictsWhileInUse = true
    around.bootRefusesTypes = true
    around.declared = .health
    change(&around)
    return Gate(around: around, service: "example/.Work")
  }

  private func refusal(_ body: () throws -> Void) -> Gate.Refusal? {
    do {
      try body()
      return nil
    } catch { return error as? Gate.Refusal }
  }

  private func reason(_ body: () throws -> Void) -> Gate.Refusal.Reason? { refusal(body)?.reason }

  @Test(arguments: ForegroundStartGate.Exemption.allCases)
  func `each exemption allows a start from the background (AN4)`(
    exemption: ForegroundStartGate.Exemption
  ) {
    #expect(reason { try gate { _ in }.start() } == .background)
    #expect(reason { _ = try gate { _ in }.enter(nil) } == .background)
    let exempt = gate { $0.exemptions = [exemption] }
    #expect(reason { try exempt.start() } == nil)
    #expect(reason { _ = try exempt.enter(nil) } == nil)
  }

  @Test func `each refused start throws its exception (AN3, AN4, AN5, AN6)`() {
    let rows:
      [(
        Gate.Refusal.Reason, AndroidException.Name, ForegroundServiceType?,
        (inout Gate.Surroundings) -> Void
      )] = [
        (.background, .foregroundServiceStartNotAllowed, nil, { $0.isInFront = false }),
        (.permission, .security, nil, { $0.holds = { $0 != "FOREGROUND_SERVICE" } }),
        (.permission, .security, nil, { $0.holds = { $0 != "FOREGROUND_SERVICE_HEALTH" } }),
        (.permission, .security, nil, { $0.holds = { $0.hasPrefix("FOREGROUND_SERVICE") } }),
        (.noType, .missingForegroundServiceType, nil, { $0.declared = [] }),
        (.noType, .invalidForegroundServiceType, [], { _ in }),
        (.wrongType, .illegalArgument, .location, { _ in }),
        (
          .exhausted, .foregroundServiceStartNotAllowed, nil,
          {
            $0.declared = .dataSync
            $0.exhausted = .dataSync
          }
        ),
      ]
    for (expected, name, types, change) in rows {
      let gate = gate {
        $0.isInFront = true
        change(&$0)
      }
      let refusal = refusal { _ = try gate.enter(types) }
      #expect(refusal?.reason == expected)
      #expect(refusal?.exception.name == name)
    }
  }

  @Test(
    arguments: [
      (ForegroundServiceType.dataSync, false), (.mediaProcessing, true), (.camera, false),
      (.mediaPlayback, false), (.phoneCall, false), (.mediaProjection, false),
      (.microphone, false), (.health, true), (.connectedDevice, true),
      (.location, true), ([.health, .dataSync], false),
    ] as [(ForegroundServiceType, Bool)])
  func `the service types that a receiver of BOOT_COMPLETED may start (AN6)`(
    types: ForegroundServiceType, may: Bool
  ) {
    let gate = gate {
      $0.exemptions = [.bootCompleted]
      $0.isFromBoot = true
      $0.bootRefusesMicrophone = true
      $0.declared = types
      $0.restrictsWhileInUse = false
    }
    #expect(reason { _ = try gate.enter(nil) } == (may ? nil : .boot))
  }

  /// The permissions held, and whether a location service may start from the background.
  @Test(arguments: [
    ("ACCESS_FINE_LOCATION", false), ("ACCESS_FINE_LOCATION ACCESS_BACKGROUND_LOCATION", true),
    ("", false),
  ])
  func `a location service in background needs its permission or a visible app (AN3, AN4, AN5)`(
    names: String, may: Bool
  ) {
    let held = names.split(separator: " ").map(String.init)
    for isInUse in [false, true] {
      let gate = gate {
        $0.exemptions = [.batteryOptimizationOff]
        $0.wasInUse = isInUse
        $0.declared = .location
        $0.holds = { held.contains($0) || $0.hasPrefix("FOREGROUND_SERVICE") }
      }
      #expect((reason { _ = try gate.enter(nil) } == nil) == (may || isInUse && !held.isEmpty))
    }
  }

  @Test func `from API 34 on a BOOT_COMPLETED receiver cannot start a microphone service (AN6)`() {
    #expect(!AndroidPolicy(api: 33, .stock).bootRefusesMicrophone)
    #expect(AndroidPolicy(api: 34, .stock).bootRefusesMicrophone)
    #expect(!AndroidPolicy(api: 34, .stock).bootRefusesTypes)
    for type in [ForegroundServiceType.microphone, .dataSync] {
      let gate = gate {
        $0.exemptions = [.bootCompleted]
        $0.isFromBoot = true
        $0.bootRefusesTypes = false
        $0.bootRefusesMicrophone = true
        $0.declared = type
        $0.restrictsWhileInUse = false
      }
      #expect(reason { _ = try gate.enter(nil) } == (type == .microphone ? .boot : nil))
    }
  }

  /// Permissions for health data, by their full names in a manifest.
  @Test(arguments: ["READ_HEART_RATE", "READ_SKIN_TEMPERATURE", "READ_OXYGEN_SATURATION"])
  func `a permission for health data allows a health service (AN5)`(name: String) {
    let manifest = AndroidManifest(
      package: "example", targetSdkVersion: 36,
      permissions: ["android.permission.health.\(name)"], components: [])
    #expect(manifest.uses("android.permission.health.\(name)"))
    for isInFront in [true, false] {
      for holdsBackground in [true, false] {
        let gate = gate {
          $0.isInFront = isInFront
          $0.exemptions = [.batteryOptimizationOff]
          $0.holds = {
            $0.hasPrefix("FOREGROUND_SERVICE") || manifest.permissions.contains($0)
              || holdsBackground && $0 == "health.READ_HEALTH_DATA_IN_BACKGROUND"
          }
        }
        #expect(
          reason { _ = try gate.enter(nil) } == (isInFront || holdsBackground ? nil : .permission))
      }
    }
  }

  @Test func `some refused starts leave the deadline of five seconds running (AN1, AN5)`() {
    let rows: [(Bool, (inout Gate.Surroundings) -> Void, ForegroundServiceType?)] = [
      (true, { $0.holds = { $0 != "FOREGROUND_SERVICE" } }, nil), (true, { _ in }, .location),
      (false, { $0.holds = { $0 != "FOREGROUND_SERVICE_HEALTH" } }, nil),
      (false, { $0.declared = [] }, nil), (false, { $0.isInFront = false }, nil),
    ]
    for (keeps, change, types) in rows {
      let gate = gate {
        $0.isInFront = true
        change(&$0)
      }
      #expect(refusal { _ = try gate.enter(types) }?.keepsDeadline == keeps)
    }
  }

  @Test func `older systems require less (AN3, AN4, AN5)`() throws {
    let old = Gate(around: Gate.Surroundings(), service: "example/.Work")
    try old.start()
    #expect(try old.enter(nil) == [])
    var around = Gate.Surroundings()
    around.supportsTypes = false
    #expect(try Gate(around: around, service: "").enter(.location) == [])
  }
}
