import Foundation
import Testing
import UIKit
import YobanTesting

/// An operation that the simulation cannot perform as a device would is a finding.
@Suite struct EscapeFindingTests {
  private func findings(_ body: @escaping @MainActor @Sendable () -> Void) async throws -> [String]
  {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(.making { BodyApp(body) })
    await phone.open(app)
    try await world.pass(.minutes(1))
    return world.findings.map { "\($0.code): \($0.what)" }
  }

  @Test(.world()) func `a dispatch source for events of the host is a finding`() async throws {
    let found = try await findings {
      let source = DispatchSource.makeUserDataAddSource(queue: .main)
      source.resume()
      source.cancel()
    }
    #expect(
      found == [
        "dispatch.host-source: A dispatch source was created that waits for an event of the host."
      ])
  }

  @Test(.world()) func `a timer on a thread without a run loop is a finding`() async throws {
    let found = try await findings {
      DispatchQueue.global().async {
        _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in }
      }
    }
    #expect(
      found == [
        "timer.no-run-loop: A Timer was added to the run loop of a thread that never runs its run loop."
      ])
  }

  @Test(.world()) func `a main thread that waits without end is a finding while the test runs`()
    async throws
  {
    let found = try await findings { DispatchSemaphore(value: 0).wait() }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("main-thread.blocked: The main thread waits in") == true)
  }

  @Test(.world()) func `a main thread that waits for 9 seconds is no finding`() async throws {
    let found = try await findings {
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue.global().asyncAfter(deadline: .now() + 9) { semaphore.signal() }
      semaphore.wait()
    }
    #expect(found == [])
  }
}

private final class BodyApp: UIResponder, UIApplicationDelegate {
  private let body: @MainActor @Sendable () -> Void
  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    DispatchQueue.main.async { [body] in body() }
    return true
  }
}
