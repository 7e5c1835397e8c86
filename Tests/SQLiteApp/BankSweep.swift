import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// Lets a process or a device end at each call of SQLite on a file, and checks the database in the next
/// launch.
struct BankSweep {
  let journal: Bank.Journal
  let synchronization: Bank.Synchronization
  let platform: Platform
  let fault: Fault
  /// Plays every n-th call only.
  var stride = 1

  enum Fault: String, CaseIterable { case kill, panic, power }

  private static let transfers = 6

  /// The progress that the app has reported.
  private final class Progress: @unchecked SimulationConfined {
    var begun = 0
    var stored = 0
    var error: String?
    var problem: String?
    var calls = 0
  }

  struct Result {
    var runs = 0
    var problems: [String] = []
  }

  func run() async throws -> Result {
    var result = Result()
    let count = try await play(nil, seed: 0).calls
    let seeds: [UInt64?] = fault == .kill ? [nil] : [nil, 1, 2, 3]
    for call in Swift.stride(from: 1, through: count, by: stride) {
      for seed in seeds {
        let answer: SystemCallAnswer =
          switch fault {
          case .kill: .kill(.jetsam, .before)
          case .panic: .panic(seed.map { .drawn(seed: $0) } ?? .keepsNothingPending, .before)
          case .power: .losePower(seed.map { .drawn(seed: $0) } ?? .keepsNothingPending, .before)
          }
        let progress = try await play((call, answer), seed: seed ?? 0)
        result.runs += 1
        if let problem = progress.problem {
          result.problems.append(
            "call \(call), \(seed.map { "seed \($0)" } ?? "all lost"): \(problem)")
        }
      }
    }
    return result
  }

  private func play(
    _ ending: (call: Int, answer: SystemCallAnswer)?, seed: UInt64
  ) async throws -> Progress {
    let world = try World(seed: 1)
    let progress = Progress()
    let (journal, synchronization) = (journal, synchronization)
    try await world.run {
      world.simulatesPowerLoss = true
      let device = try add(to: world)
      let app = try device.install(
        AppDefinition(bundleIdentifier: "example.bank", name: "Bank", infoPlist: InfoPlist()) {})
      world.onSystemCall = { call in
        guard call.concernsStorage else { return .proceed }
        progress.calls += 1
        return progress.calls == ending?.call ? ending!.answer : .proceed
      }
      await device.open(app)
      await device.touch(app, "transfers") {
        do {
          let bank = try Bank(journal, synchronization)
          for number in 1...Self.transfers {
            progress.begun = number
            try bank.transfer(number)
            progress.stored = number
          }
          bank.close()
        } catch { progress.error = "\(error)" }
      }
      if let error = progress.error { progress.problem = "before the fault: \(error)" }
      guard ending != nil else { return }
      world.onSystemCall = nil
      try await Task.sleep(for: device.profile.bootDuration + .seconds(1))
      await device.open(app)
      await device.touch(app, "check") {
        do {
          let bank = try Bank(journal, synchronization)
          progress.problem = try bank.problem(stored: progress.stored, begun: progress.begun)
          bank.close()
        } catch { progress.problem = "\(error)" }
      }
      if app.process == nil { progress.problem = "the app ended" }
    }
    return progress
  }

  private func add(to world: World) throws -> Device {
    switch platform {
    case .iOS: try world.addPhone("phone", .iPhone(iOS: 17))
    case .watchOS: try world.addWatch("watch", .watch(watchOS: 10))
    case .android: try world.addAndroidPhone("android", .android(api: 36))
    }
  }
}
