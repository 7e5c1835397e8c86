import Testing
import UIKit
import YobanTesting

/// What an app prints is in the trace, without anything that differs between runs or machines.
@Suite struct OutputTests {
  @Test(.world()) func `NSLog and standard error are lines of the app's trace (L7)`() async throws {
    let f = try await startApp(
      AppFixture { _ in
        print("printed")
        NSLog("%@", "logged")
        FileHandle.standardError.write(Data("error\nhalf ".utf8))
        FileHandle.standardError.write(Data("a line\n".utf8))
        FileHandle.standardOutput.write(Data("output\n".utf8))
      })
    #expect(f.app.log.texts == ["printed", "logged", "error", "half a line", "output"])
  }

  private static func play() async throws -> (
    lines: [String], end: TerminationReason?, digest: String
  ) {
    try await withWorld(seed: 3) { world in
      let f = try await startApp(AppFixture())
      await f.touch {
        NSLog("%@", "logged")
        print(URL.homeDirectory.path)
        print(NSObject(), "at", NSMutableArray.self)
        do { _ = try Data(contentsOf: .homeDirectory.appending(path: "no such file")) } catch {
          print((error as NSError).userInfo["NSFilePath"] ?? "?")
        }
      }
      await f.touch { fatalError("wrong: \(URL.homeDirectory) \(NSObject())") }
      return (f.app.log.texts, f.app.terminations.last, "\(world.trace.digest)")
    }
  }

  @Test func `paths and addresses that an app prints are the same in every run`() async throws {
    let (first, second) = (try await Self.play(), try await Self.play())
    #expect(first.digest == second.digest)
    let home = "/phone/example.vendor.scripted/Data"
    #expect(first.lines[1] == home)
    #expect(first.lines[2].hasPrefix("<") && !first.lines[2].contains("0x"))
    #expect(first.lines[3] == "\(home)/no such file")
    guard case .crash(let reason)? = first.end else {
      Issue.record("ended as \(String(describing: first.end))")
      return
    }
    #expect(reason.contains("file://\(home)") && !reason.contains("0x"))
  }
}
