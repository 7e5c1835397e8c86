import Foundation

/// Reads lines from a socket and waits for them.
final class LineReader {
  private let descriptor: Int32
  private var bytes = Data()

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The reason why there is no further line.
  enum Problem: Error { case ended, givenUp }

  /// Returns the next line without its line break; nil at the end.
  func next() -> Data? { try? next(while: nil).get() }

  /// Returns the next line without its line break.
  ///
  /// - Parameter goesOn: called each second in which nothing arrives; false: no longer wait. nil: wait for any
  ///   time.
  func next(while goesOn: (() -> Bool)?) -> Result<Data, Problem> {
    var searched = bytes.startIndex
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        let line = Data(bytes[..<end])
        bytes = Data(bytes[(end + 1)...])
        return .success(line)
      }
      searched = bytes.endIndex
      if let goesOn {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&poller, 1, 1_000) <= 0 {
          guard goesOn() else { return .failure(.givenUp) }
          continue
        }
      }
      var part = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .failure(.ended) }
      bytes.append(contentsOf: part[..<count])
    }
  }
}

enum LineWriter {
  /// Writes a line to a socket.
  ///
  /// - Returns: false if nobody reads any more.
  @discardableResult static func write(_ line: Data, to descriptor: Int32) -> Bool {
    var rest = line + [0x0A]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
