import Foundation
import Testing
import YobanVirtualTime

@Suite struct FoundationTests {
  @Test func `a process has its own folders, in the layout of a device`() async throws {
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.setFolders(home: "/home/of/app", temporary: "/home/of/app/tmp")
      process.onMain {
        let files = FileManager.default
        log(NSHomeDirectory())
        log(files.homeDirectoryForCurrentUser.path)
        log(files.urls(for: .documentDirectory, in: .userDomainMask)[0].path)
        log(files.urls(for: .cachesDirectory, in: .userDomainMask)[0].path)
        log(
          (try? files.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil,
            create: false
          ).path) ?? "error")
        log(files.temporaryDirectory.path)
        log(NSTemporaryDirectory())
        log(NSString(string: "~/x").expandingTildeInPath)
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(
      lines.map { String($0.dropFirst(4)) } == [
        "/home/of/app", "/home/of/app", "/home/of/app/Documents", "/home/of/app/Library/Caches",
        "/home/of/app/Library/Application Support", "/home/of/app/tmp", "/home/of/app/tmp/",
        "/home/of/app/x",
      ])
    #expect(
      FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].path
        != "/home/of/app/Documents")
  }

  @Test func `each process has its own notification center and main operation queue`()
    async throws
  {
    let host = (NotificationCenter.default, OperationQueue.main)
    let lines = try await simulate { log in
      let (a, b) = (
        Simulation.current!.makeProcess(named: "a"), Simulation.current!.makeProcess(named: "b")
      )
      let name = Notification.Name("test")
      a.onMain {
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
          log("a observed")
        }
        log("\(NotificationCenter.default === NotificationCenter.default)")
      }
      b.onMain {
        NotificationCenter.default.post(name: name, object: nil)
        log("b posted")
      }
      a.onMain { NotificationCenter.default.post(name: name, object: nil) }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(
      lines == ["0.0 true", "0.0 b posted", "0.0 a observed"]
        || lines == ["0.0 true", "0.0 a observed", "0.0 b posted"])
    #expect(NotificationCenter.default === host.0)
    #expect(OperationQueue.main === host.1)
  }

  @Test
  func
    `an observer on the main queue runs at once for a post there, and other threads wait for it`()
    async throws
  {
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.onMain {
        let name = Notification.Name("test")
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
          note in
          log("received \(note.object as? String ?? "nothing") on main \(Thread.isMainThread)")
        }
        NotificationCenter.default.post(name: name, object: "from main")
        log("posted")
        DispatchQueue.global().async {
          NotificationCenter.default.post(name: name, object: "from global")
          log("posted, on main \(Thread.isMainThread)")
        }
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(
      lines == [
        "0.0 received from main on main true", "0.0 posted",
        "0.0 received from global on main true",
        "0.0 posted, on main false",
      ])
  }

  @Test func `the output of a process is passed to its output handler`() async throws {
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.onOutput = { bytes, _ in log(String(decoding: bytes, as: UTF8.self)) }
      process.onMain { print("good night", terminator: "") }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines.filter { $0.count > 4 } == ["0.0 good night"])
  }
}
