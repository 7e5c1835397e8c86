import Foundation
import YobanNight
import Testing

@Suite(.enabled(if: TemporaryCollector.isBuilt, TemporaryCollector.isBuiltComment))
struct CollectorProcessTests {
  @Test
  func
    `a killed server restarts at its address, and no other process can take the address meanwhile`()
    throws
  {
    let own = try TemporaryCollector()
    defer { own.stop() }
    let url = own.process.url
    let port = try #require(URL(string: url)?.port)
    #expect(try own.collector.streams(of: "iphone").isEmpty)
    own.process.kill()
    #expect(throws: CollectorError.unreachable(url)) {
      _ = try own.collector.streams(of: "iphone")
    }
    #expect(Self.canBind(port) == false)
    try own.process.start()
    #expect(own.process.url == url)
    #expect(try own.collector.streams(of: "iphone").isEmpty)
  }

  /// Whether another socket can bind this port of the loopback interface.
  private static func canBind(_ port: Int) -> Bool {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    address.sin_port = UInt16(port).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
