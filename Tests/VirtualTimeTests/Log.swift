import Foundation
import YobanVirtualTime

/// Log lines, each with the virtual second at which it was written.
final class Log: @unchecked SimulationConfined {
  private(set) var lines: [String] = []

  func callAsFunction(_ text: String) {
    let now = Simulation.current!.now.nanoseconds
    let tenths = (now + 50_000_000) / 100_000_000
    lines.append("\(tenths / 10).\(tenths % 10) \(text)")
  }
}

/// Runs a scenario in its own simulation and returns the log.
func simulate(
  seed: UInt64 = 1, _ body: @escaping @Sendable (Log) async throws -> Void
) async throws -> [String] {
  let log = Log()
  try await Simulation(seed: seed).run { try await body(log) }
  return log.lines
}
