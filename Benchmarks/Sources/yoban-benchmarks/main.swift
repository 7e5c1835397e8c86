try await EngineBenchmark.run()
try await BluetoothBenchmark.run()
try await RegionBenchmark.run()
try await NightBenchmark.run()
