import Foundation
import Testing
import UIKit
import YobanFoundation
import YobanTesting

/// Tests what stands in the place of code that YobanPort has left out.
@Suite struct LeftOutTests {
  private struct Store {}

  private final class Recorder {
    @YobanLateValue("Recorder.swift:3", "no Store") var store: Store
  }

  /// Plays a touch and returns the findings and the app's end.
  private func findings(_ touch: @escaping @MainActor @Sendable () -> Void) async throws -> (
    findings: [Finding.Kind], end: TerminationReason?
  ) {
    let fixture = try await startApp(AppFixture())
    await fixture.phone.open(fixture.app)
    await fixture.touch(touch)
    let findings = fixture.world.trace.events.compactMap { event -> Finding.Kind? in
      if let finding = event.kind.finding { finding.kind } else { nil }
    }
    return (findings, fixture.app.terminations.last)
  }

  @Test(.world()) func `code that the app needs ends the app with a finding`() async throws {
    let result = try await findings {
      let _: Int = yobanLeftOut("Model.swift:12", "no database")
    }
    #expect(result.findings == [.portLeftOut])
    #expect(result.end == .crash("left out on Linux: Model.swift:12: no database"))
  }

  @Test(.world()) func `code that only draws is skipped, and said once`() async throws {
    let result = try await findings {
      for _ in 0..<3 { yobanSkip("Page.swift:7", "no layer") }
      let color: UIColor = yobanEmpty("Page.swift:7", "no layer")
      let image: UIImage? = yobanEmpty("Page.swift:7", "no layer")
      #expect(color == .clear && image == nil)
    }
    #expect(result.findings == [.portSkipped])
    #expect(result.end == nil)
  }

  @Test(.world()) func `a drawn value that cannot be empty ends the app`() async throws {
    let result = try await findings { let _: Store = yobanEmpty("Page.swift:7", "no layer") }
    #expect(result.findings == [.portLeftOut])
    #expect(result.end != nil)
  }

  static let computed: [@MainActor @Sendable () -> Void] = [
    { let _: Int = yobanEmpty("Page.swift:7", "no layer") },
    { let _: String? = yobanEmpty("Page.swift:7", "no layer") },
    { let _: [Data] = yobanEmpty("Page.swift:7", "no layer") },
  ]

  @Test(.world(), arguments: computed.indices)
  func `a value with which the app computes ends the app`(_ row: Int) async throws {
    let result = try await findings(Self.computed[row])
    #expect(result.findings == [.portLeftOut])
    #expect(result.end != nil)
  }

  @Test(.world())
  func `an object of a type that does not exist is a finding once, and does not end the app`()
    async throws
  {
    let result = try await findings {
      for _ in 0..<3 { yobanPlaceholder("Realm", draws: false) }
      yobanPlaceholder("ChartView", draws: true)
    }
    #expect(result.findings == [.portLeftOut, .portSkipped])
    #expect(result.end == nil)
  }

  @Test(.world())
  func `a property whose value is left out can be set, and ends the app if it is read before`()
    async throws
  {
    let set = try await findings {
      let recorder = Recorder()
      recorder.store = Store()
      _ = recorder.store
    }
    #expect(set.findings == [] && set.end == nil)
  }

  @Test(.world()) func `a property whose value is left out ends the app if nobody has set it`()
    async throws
  {
    let read = try await findings { _ = Recorder().store }
    #expect(read.end == .crash("left out on Linux: Recorder.swift:3: no Store"))
  }

  @Test(.world()) func `a skipped place without an empty value throws, if its function can`()
    async throws
  {
    let result = try await findings {
      #expect(throws: YobanLeftOutError.self) {
        let _: Store = try yobanLeftOutOrThrow("Skipped.swift:1", "no database")
      }
    }
    #expect(result.findings == [.portSkipped])
    #expect(result.end == nil)
  }

  @Test(.world()) func `port.json skips a place of its module`() async throws {
    let result = try await findings {
      let count: Int = yobanLeftOut("Skipped.swift:1", "no database")
      let names: [String] = yobanLeftOut("Skipped.swift:1", "no database")
      #expect(count == 0 && names == [])
    }
    #expect(result.findings == [.portSkipped])
    #expect(result.end == nil)
  }
}
