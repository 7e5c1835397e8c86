import Foundation
import Testing
import YobanSimulatedOS

/// A trace does not contain anything that differs between runs or machines.
@Suite struct PortableTraceTests {
  private static func world() async throws -> World {
    let world = try World(seed: 3)
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 17))
      let app = try phone.install(TestApp().definition)
      await phone.open(app)
      await phone.touch(app, "print") {
        print(URL.homeDirectory.path)
        print(NSObject(), "at", NSMutableArray.self)
        do { _ = try Data(contentsOf: .homeDirectory.appending(path: "no such file")) } catch {
          print((error as NSError).userInfo["NSFilePath"] ?? "?")
        }
      }
      await phone.touch(app, "crash") {
        AppProcess.raise("NSInvalidArgumentException: \(URL.homeDirectory) \(NSObject())")
      }
    }
    return world
  }

  @Test func `paths and addresses that an app prints are the same in every run`() async throws {
    let (first, second) = (try await Self.world(), try await Self.world())
    #expect("\(first.trace.digest)" == "\(second.trace.digest)")
    let home = "/phone/example.App/Data"
    #expect(first.output[0] == home)
    #expect(first.output[1].hasPrefix("<") && !first.output[1].contains("0x"))
    #expect(first.output[2] == "\(home)/no such file")
    let ends = first.trace.events.compactMap {
      if case .terminated(.crash(let reason)) = $0.kind.app { reason } else { nil }
    }
    #expect(ends.count == 1)
    #expect(ends.first?.contains("file://\(home)") == true)
    #expect(ends.first?.contains("0x") == false)
  }
}
