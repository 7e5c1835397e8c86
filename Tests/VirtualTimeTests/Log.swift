import Foundation
import VirtualTime

/// Lines with the virtual second at which they were written.
///
/// Sendable: written only by code of one simulation, which runs one thing at a time.
final class Log: @unchecked Sendable {
  private(set) var lines: [String] = []

  func callAsFunction(_ text: String) {
    let now = Simulation.current!.now.nanoseconds
    let tenths = (now + 50_000_000) / 100_000_000
    lines.append("\(tenths / 10).\(tenths % 10) \(text)")
  }
}

/// Runs a scenario in a simulation of its own and returns what it logged.
func simulate(
  seed: UInt64 = 1, _ body: @escaping @Sendable (Log) async throws -> Void
) async throws -> [String] {
  let log = Log()
  try await Simulation(seed: seed).run { try await body(log) }
  return log.lines
}
