import Foundation

/// A free TCP port of the loopback interface, reserved for a server while this object exists.
///
/// The port is bound without a listener: the server can bind it as well, and connections are
/// refused while the server is down. No other process gets the port in this time.
final class ReservedPort {
  let number: UInt16
  private let socket: Int32

  init() throws {
    let socket = Foundation.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    // Both sockets that bind the port must allow its reuse.
    var isReused: Int32 = 1
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        setsockopt(
          socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size)) == 0
          && bind(socket, address, size) == 0 && getsockname(socket, address, &size) == 0
      }
    }
    guard isBound else {
      let reason = String(cString: strerror(errno))
      close(socket)
      throw CollectorError.cannotSpawn("the loopback interface has no free port: \(reason)")
    }
    self.socket = socket
    number = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(socket) }
}
