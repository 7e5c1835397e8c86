try await EngineBenchmark.run()
try await NightBenchmark.run()
