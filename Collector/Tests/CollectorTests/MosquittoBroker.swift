import Foundation
import TestPrograms
import Testing

extension Trait where Self == ConditionTrait {
  static var needsMosquitto: Self {
    .enabled(
      if: MosquittoBroker.programs != nil,
      "Skipped: the packages mosquitto and mosquitto-clients are not installed.")
  }
}

/// A broker of Debian's mosquitto, which keeps its sessions and messages in a temporary folder.
final class MosquittoBroker {
  let port: Int
  let folder: String
  private let settings: [String]
  private var program: RunningProgram?

  /// The paths of the broker and of the program that publishes; nil if one of them is missing.
  static let programs: (broker: String, publish: String)? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    func find(_ name: String) -> String? {
      (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/bin"]).map {
        "\($0)/\(name)"
      }.first(where: FileManager.default.isExecutableFile)
    }
    guard let broker = find("mosquitto"), let publish = find("mosquitto_pub") else { return nil }
    return (broker, publish)
  }()

  /// Starts a broker.
  ///
  /// - Parameter settings: further lines of its configuration, such as those of TLS.
  init(in folder: String, _ settings: [String] = ["allow_anonymous true"]) async throws {
    self.folder = folder
    self.settings = settings
    port = try RawConnection.freePort()
    try await start()
  }

  var address: String { "mqtt://127.0.0.1:\(port)" }

  /// Starts the broker, also again after it was killed, with what it had kept.
  func start() async throws {
    let lines =
      [
        "listener \(port) 127.0.0.1", "persistence true", "persistence_location \(folder)/",
        // Each change is written to the file at once, instead of every half hour.
        "autosave_on_changes true", "autosave_interval 1",
      ] + (getuid() == 0 ? ["user root"] : []) + settings
    let file = folder + "/mosquitto.conf"
    try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let programs = try #require(Self.programs)
    let program = try await RunningProgram([programs.broker, "-c", file])
    self.program = program
    while (try? RawConnection(port: port)) == nil {
      try #require(!program.hasEnded, "mosquitto does not start: \(program.errors)")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Kills the broker without notice, as in a power loss.
  func kill() async {
    await program?.kill()
    program = nil
  }

  /// Publishes a message, and returns when the broker has it.
  func publish(_ payload: String, to topic: String, _ options: [String] = ["-q", "1"]) async throws
  {
    let programs = try #require(Self.programs)
    let result = try await runProgram(
      [programs.publish, "-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-m", payload] + options)
    try #require(result.status == 0, "mosquitto_pub: \(result.output)")
  }

  /// Returns when a text is in the file in which the broker keeps its messages.
  func waitUntilKept(_ text: String) async throws {
    let file = URL(filePath: folder + "/mosquitto.db")
    while (try? Data(contentsOf: file))?.range(of: Data(text.utf8)) == nil {
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}

extension RawConnection {
  /// Returns a port that nobody used a moment ago.
  static func freePort() throws -> Int {
    let descriptor = takePort(0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    try #require(status == 0, "getsockname: error \(errno)")
    return Int(in_port_t(bigEndian: address.sin_port))
  }
}
