import CYobanMemory

// As in the command line.
yoban_keep_released_memory()

/// The benchmarks by name. The command runs those that its arguments name, or all.
let benchmarks: [(name: String, run: () async throws -> Void)] = [
  ("engine", EngineBenchmark.run), ("bluetooth", BluetoothBenchmark.run),
  ("region", RegionBenchmark.run), ("exploration", ExplorationBenchmark.strap),
  ("short-nights", ExplorationBenchmark.nights), ("endurance", ExplorationBenchmark.endurance),
  ("launches", LaunchBenchmark.run), ("night", NightBenchmark.run),
]
let names = CommandLine.arguments.dropFirst()
if let unknown = names.first(where: { name in !benchmarks.contains { $0.name == name } }) {
  print(
    "there is no benchmark \(unknown); the benchmarks are "
      + benchmarks.map(\.name).joined(separator: ", "))
} else {
  for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
    try await benchmark.run()
  }
}
