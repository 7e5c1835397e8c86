import Foundation
import StaticsSample
import Testing

@testable import YobanVirtualTime

/// Every process of an app has static variables of its own, with their initial values.
@Suite struct StaticVariableTests {
  private static let statics = StaticVariables.ofModules(["StaticsSample"])
  private static let fresh = "0 [] 8 false 62 3 1 sample"

  private static func process(_ name: String) -> SimulatedProcess {
    let process = Simulation.current!.makeProcess(named: name)
    process.useOwnStatics(of: statics)
    return process
  }

  @Test func `two processes and a second launch each have their own variables`() async throws {
    let lines = try await simulate { log in
      let (a, b) = (Self.process("a"), Self.process("b"))
      for process in [a, b, a, b] {
        process.onMain { log("\(process.name): \(use(process.name))") }
        try await Task.sleep(for: .seconds(1))
      }
      a.kill()
      let again = Self.process("a#2")
      again.onMain { log("a#2: \(use("a#2"))") }
      b.onMain { log("b: \(use("b"))") }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(
      lines.filter { !$0.contains("table made") } == [
        "0.0 a: \(Self.fresh)", "1.0 b: \(Self.fresh)",
        "2.0 a: 1 [\"a\"] 9 true 63 4 1 changed", "3.0 b: 1 [\"b\"] 9 true 63 4 1 changed",
        "4.0 a#2: \(Self.fresh)", "4.0 b: 2 [\"b\", \"b\"] 10 true 64 5 1 changed",
      ])
  }

  @Test func `a lazy variable is computed once in each process`() async throws {
    let made = LockedCount()
    _ = try await simulate { _ in
      for name in ["a", "b"] {
        let process = Self.process(name)
        process.onOutput = { bytes, _ in
          if String(decoding: bytes, as: UTF8.self).contains("table made") { made.add() }
        }
        for _ in 0..<3 { process.onMain { _ = Recorder.table } }
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(made.count == 2)
  }

  @Test func `a process that blocks finds its own variables when it continues`() async throws {
    let lines = try await simulate { log in
      for (name, pause) in [("a", 3.0), ("b", 1.0)] {
        Self.process(name).onMain {
          Recorder.shared.count = name == "a" ? 100 : 200
          Thread.sleep(forTimeInterval: pause)
          log("\(name) \(Recorder.shared.count)")
        }
      }
      try await Task.sleep(for: .seconds(5))
    }
    #expect(lines == ["1.0 b 200", "3.0 a 100"])
  }

  @Test func `an actor of a static variable keeps its state over suspensions`() async throws {
    let lines = try await simulate { log in
      for name in ["a", "b"] {
        Self.process(name).onMain {
          Task {
            for _ in 0..<3 {
              log("\(name) \(await Store.shared.add())")
              try await Task.sleep(for: .seconds(1))
            }
          }
        }
      }
      try await Task.sleep(for: .seconds(5))
    }
    #expect(
      lines.sorted() == [
        "0.0 a 1", "0.0 b 1", "1.0 a 2", "1.0 b 2", "2.0 a 3", "2.0 b 3",
      ])
  }

  @Test func `simulations that run at once take turns and keep their own variables`() async throws {
    try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<8 {
        group.addTask {
          try await simulate(seed: UInt64(number)) { log in
            let processes = (0..<3).map { Self.process("\($0)") }
            for process in processes {
              process.onMain {
                Recorder.shared.count = number * 1000
                Task {
                  for _ in 0..<200 {
                    Recorder.shared.count += 1
                    Recorder.sessions.append("\(number)")
                    try await Task.sleep(for: .seconds(1))
                  }
                  let own = Set(Recorder.sessions) == ["\(number)"]
                  log("\(Recorder.shared.count - number * 1000) \(Recorder.sessions.count) \(own)")
                }
              }
            }
            try await Task.sleep(for: .seconds(1000))
          }
        }
      }
      for try await lines in group {
        #expect(lines == Array(repeating: "200.0 200 200 true", count: 3))
      }
    }
  }

  @Test func `code outside of all simulations has its own variables`() async throws {
    let modules = Self.statics.modules
    for module in modules { while !module.tryToEnterAsHost() { await Task.yield() } }
    Recorder.shared.count = 5
    for module in modules { module.leaveAsHost() }
    let lines = try await simulate { log in
      Self.process("a").onMain {
        log("\(Recorder.shared.count)")
        Recorder.shared.count = 9
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines == ["0.0 0"])
    for module in modules { while !module.tryToEnterAsHost() { await Task.yield() } }
    #expect(Recorder.shared.count == 5)
    for module in modules { module.leaveAsHost() }
  }

  @Test func `a module without variables in the executable is named`() {
    #expect(
      StaticVariables.ofModules(["StaticsSample", "NoSuchModule"]).unknownModules
        == ["NoSuchModule"])
    #expect(StaticVariables.shared.modules.isEmpty)
  }

  private final class Private {}

  @Test func `only types of modules in the executable have variables of their own in each launch`()
  {
    final class Local {}
    for type in [Recorder.self, Private.self, Local.self] as [Any.Type] {
      #expect(StaticVariables.ofLinkedModules.covers(type), "\(type)")
    }
    // A module in a dynamic library has no types in the executable, either.
    #expect(!StaticVariables.ofLinkedModules.covers(module: "NoSuchModule"))
    #expect(StaticVariables.shared.covers(module: "NoSuchModule"))
  }

  @Test(arguments: [
    ("$s13StaticsSample8RecorderC6sharedACvpZ", true), ("$s13StaticsSample4flagSbvp", true),
    ("$s13StaticsSample4flag_Wz", true), ("$s13StaticsSample4flagSbvp.0", true),
    ("$s13StaticsSample8RecorderC6shared_WZTv_r", true),
    ("$s13StaticsSample8RecorderCMn", false), ("$s13StaticsSample4flagSbvpMV", false),
  ])
  func `storage and initialization tokens are variables, metadata is not`(
    symbol: String, isVariable: Bool
  ) {
    #expect(SwiftSymbol.isVariable(symbol) == isVariable)
  }

  @Test(arguments: [
    ("$s13StaticsSample4flagSbvp", "StaticsSample"), ("$s13StaticsSample4flag_Wz", "StaticsSample"),
    ("$s13StaticsSample8RecorderC6shared_Wz", "StaticsSample"),
    ("$s13StaticsSample8RecorderC6shared_WZTv_r", "StaticsSample"),
    ("$s13StaticsSample8RecorderCMn", "StaticsSample"), ("$s3App3FooV1xSivpZ.0", "App"),
    ("$sSo18NSNotificationNamea13StaticsSampleE6sampleABvpZ", "StaticsSample"),
    ("$s10Foundation14NSNotificationC4NameV13StaticsSampleE6sampleAEvpZ", "StaticsSample"),
    ("$sSS13StaticsSampleE1xSivpZ", "StaticsSample"),
    ("$s14StaticsSampleX4flagSbvp", "StaticsSampleX"),
    ("$s4Main15XStaticsSampleEV1aSivpZ", "Main"),
    // A word that is repeated in a name is shortened.
    ("$s024SimpleBackgroundTransferB5Tests4flagSbvp", "SimpleBackgroundTransferBackgroundTests"),
    ("$s024SimpleBackgroundTransferB5Tests4flag_Wz", "SimpleBackgroundTransferBackgroundTests"),
    ("$s24SimpleBackgroundTransfer4flagSbvp", "SimpleBackgroundTransfer"),
    // Private, and in a function.
    ("$s3App3FooV1x33_ABCDEF0123456789ABCDEF0123456789LLSivpZ", "App"),
    ("$s3App3FooV1x33_ABCDEF0123456789ABCDEF0123456789LL_Wz", "App"),
    ("$s13StaticsSample1fyyF1xL_Sivp", "StaticsSample"), ("counter", nil), ("$sBoVWV", nil),
  ])
  func `a variable belongs to the module that declares it`(symbol: String, module: String?) {
    #expect(SwiftSymbol.module(of: symbol) == module)
  }

  @Test(arguments: [
    ("sqlite3Config", "sqlite3.c", true), ("counter", nil, true), ("counter.1", "library.c", true),
    ("vt_thread_context", nil, false), ("read.host", "files.c", false),
    ("initial_data", "statics.c", false), ("stdout@GLIBC_2.2.5", nil, false),
    ("$s13StaticsSample4flagSbvp", nil, false), ("block_descriptor.4", nil, false),
    ("CCryptoBoringSSL_one", nil, false),
  ])
  func `variables of C libraries are found, and those of the simulator are not among them`(
    name: String, file: String?, isForeign: Bool
  ) {
    #expect(
      ForeignVariables.contains(.init(name: name, address: 8, size: 8, file: file)) == isForeign)
  }

  @Test func `no module of this package and no C variable is taken for a part of an app`() {
    #expect(StaticVariables.linkedModules.filter { !$0.hasSuffix("Tests") } == [])
    #expect(ExecutableVariables().all.filter(ForeignVariables.contains).map(\.name) == [])
  }
}

private final class LockedCount: @unchecked Sendable {
  // Sendable: `lock` protects the number.
  private let lock = NSLock()
  private var number = 0
  func add() { lock.withLock { number += 1 } }
  var count: Int { lock.withLock { number } }
}
