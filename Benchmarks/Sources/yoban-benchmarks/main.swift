try await EngineBenchmark.run()
