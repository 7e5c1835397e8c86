import Foundation
import YobanSimulatedOS

// Prints one line for each sweep: its name, the number of runs, the number of runs with a problem, how many
// of these lost an acknowledged transfer and nothing else, and the first problem. With an argument, only
// every n-th call is played.

let stride = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 1
let platforms: [(Platform, String)] = [
  (.iOS, "iphone"), (.watchOS, "watch"), (.android, "android"),
]
for (platform, name) in platforms {
  for journal in Bank.Journal.allCases {
    for synchronization in Bank.Synchronization.allCases {
      for fault in BankSweep.Fault.allCases {
        let sweep = BankSweep(
          journal: journal, synchronization: synchronization, platform: platform, fault: fault,
          stride: max(1, stride))
        let result = try await sweep.run()
        print(
          name, journal.rawValue, synchronization.rawValue, fault.rawValue, result.runs,
          result.problems.count, result.problems.count { $0.contains("acknowledged") },
          result.problems.first ?? "-")
      }
    }
  }
}
