import Foundation
import Testing
import UIKit
import YobanTesting

/// The energy that transfers cost (EN4).
@Suite(.world()) struct TransferEnergyTests {
  /// An app that sends 120,000 bytes within an hour, in so many requests.
  private static func send(
    _ count: Int, over path: NetworkService.Path
  ) async throws -> (EnergyEstimate, EnergyPolicy) {
    let (fixture, server) = try await ServerApp.start {
      $0.respond(to: "POST", "/a") { _ in .text("", status: 201) }
    } _: {
      Task {
        for _ in 0..<count {
          var request = URLRequest(url: ServerApp.url("/a"))
          request.httpMethod = "POST"
          request.httpBody = Data(count: 120_000 / count)
          _ = try? await URLSession.shared.data(for: request)
          try? await Task.sleep(for: .seconds(3600 / count))
        }
      }
    }
    fixture.phone.network.path = path
    try await fixture.world.pass(.hours(2))
    #expect(server.requests.count == count)
    return (fixture.phone.energy(of: fixture.app), fixture.phone.profile.energy)
  }

  @Test(arguments: [1, 12])
  func `small transfers over a mobile network wake the radio each time (EN4)`(
    count: Int
  ) async throws {
    let (energy, policy) = try await Self.send(count, over: .cellular)
    let each = policy.cellularWake + policy.cellularTail.seconds * policy.cellularTailPower
    let beside = energy.milliwattHours(of: "before and after transfers") * 3600
    #expect(abs(beside - Double(count) * each) < 1e-6)
    let bytes = energy.milliwattHours(of: "mobile network: bytes") * 3600
    #expect(abs(bytes - 0.12 * policy.cellularSent) < 1e-6)
    #expect(energy.advice.map(\.kind) == (count == 12 ? [.energySmallTransfers] : []))
  }

  @Test func `over Wi-Fi the time of the bytes counts, and a short time after each transfer (EN4)`()
    async throws
  {
    let (energy, policy) = try await Self.send(12, over: .wifi)
    let rate = Double(try World.current.phone.network.uplinkBytesPerSecond)
    let bytes = energy.milliwattHours(of: "Wi-Fi: bytes") * 3600
    #expect(abs(bytes - 120_000 / rate * policy.wifiSending) < 1e-3)
    let beside = energy.milliwattHours(of: "before and after transfers") * 3600
    #expect(abs(beside - 12 * policy.wifiTail.seconds * policy.wifiListening) < 1e-6)
    #expect(energy.advice == [])
  }
}
