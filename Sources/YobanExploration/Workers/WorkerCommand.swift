import Foundation

/// The command that starts a worker: a process of the same program that plays schedules of one scenario
/// and does nothing else.
public struct WorkerCommand: Sendable, Hashable {
  /// The path of the program.
  public var program: String
  /// The arguments without the name of the program.
  public var arguments: [String]
  /// The name of the scenario, with which the worker finds it; unique in the program.
  public var key: String

  /// - Parameter program: default: the program that runs now.
  public init(
    program: String = "/proc/self/exe", arguments: [String], key: String
  ) {
    (self.program, self.arguments, self.key) = (program, arguments, key)
  }

  /// The environment variable that holds the key in a worker.
  static let variable = "YOBAN_EXPLORATION_WORKER"
  /// The descriptor of the socket on which a worker reads requests and writes results, one line of JSON
  /// each. It is far above those that a program opens by itself.
  static let socket = Int32(198)
}

/// An error: a worker could not be started, or it ended before it reached the scenario.
public struct WorkerError: Error, CustomStringConvertible {
  public let description: String
}
