import CollectorContract
import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// Gives the answers of a real collector the times of the simulation: its own clock runs while virtual time stands
/// still.
final class SimulatedStamps: HTTPGateway {
  private let gateway: any HTTPGateway

  init(replacingThoseOf gateway: any HTTPGateway) { self.gateway = gateway }

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    var response = try gateway.exchange(request)
    let names = Set(Self.now.map { $0.name.lowercased() })
    let count = response.headers.count
    response.headers.removeAll { names.contains($0.name.lowercased()) }
    if response.headers.count < count { response.headers += Self.now }
    return response
  }

  /// The fields with the stamps of a collector that answers at once.
  static var now: [HTTPField] {
    let time =
      Simulation.current.map { $0.wallClockAtStart + $0.now.nanoseconds }
      ?? Int64(Date().timeIntervalSince1970 * 1e9)
    return [CollectorField.arrived, CollectorField.answered].map { HTTPField($0, "\(time)") }
  }
}
