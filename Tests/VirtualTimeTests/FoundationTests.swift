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

  @Test func `observers are called in the order of their registration`() async throws {
    let lines = try await simulate { log in
      Simulation.current!.makeProcess(named: "app").onMain {
        let (center, name) = (NotificationCenter.default, Notification.Name("test"))
        let sender = NSObject()
        for i in 0..<12 {
          _ = center.addObserver(
            forName: i % 3 == 0 ? nil : name, object: i % 4 == 0 ? sender : nil, queue: nil
          ) { _ in log("\(i)") }
        }
        center.post(name: name, object: sender)
        center.post(name: Notification.Name("other"), object: sender)
        center.post(name: name, object: nil)
      }
      try await Task.sleep(for: .seconds(1))
    }
    let all = (0..<12).map { "0.0 \($0)" }
    let ofAnyName = stride(from: 0, to: 12, by: 3).map { "0.0 \($0)" }
    let ofAnySender = (0..<12).filter { $0 % 4 != 0 }.map { "0.0 \($0)" }
    #expect(lines == all + ofAnyName + ofAnySender)
  }

  @Test
  func `an observer that is removed gets no more notifications, not even the one being posted`()
    async throws
  {
    let lines = try await simulate { log in
      Simulation.current!.makeProcess(named: "app").onMain {
        let (center, name) = (NotificationCenter(), Notification.Name("test"))
        let second = Second()
        _ = center.addObserver(forName: name, object: nil, queue: nil) { _ in
          log("first")
          center.removeObserver(second.observer!)
        }
        second.observer = center.addObserver(forName: name, object: nil, queue: nil) { _ in
          log("second")
        }
        let third = center.addObserver(forName: name, object: nil, queue: nil) { _ in log("third") }
        center.removeObserver(third, name: Notification.Name("other"), object: nil)
        center.post(name: name, object: nil)
        center.removeObserver(third, name: name, object: nil)
        center.post(name: name, object: nil)
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines == ["0.0 first", "0.0 third", "0.0 first"])
  }

  @Test func `a center that is released leaves its observers to no other center`() async throws {
    let lines = try await simulate { log in
      Simulation.current!.makeProcess(named: "app").onMain {
        for i in 0..<50 {
          let center = NotificationCenter()
          _ = center.addObserver(forName: nil, object: nil, queue: nil) { _ in log("\(i)") }
          center.post(name: Notification.Name("test"), object: nil)
        }
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines == (0..<50).map { "0.0 \($0)" })
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

/// An observer that another observer removes.
///
/// Sendable: one thread uses it at a time.
private final class Second: @unchecked Sendable {
  var observer: (any NSObjectProtocol)?
}
