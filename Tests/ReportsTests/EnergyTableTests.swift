import Testing
import YobanReports
import YobanSimulatedOS
import YobanVirtualTime

@Suite struct EnergyTableTests {
  @Test func `the table has what each device took from its battery, and the largest cause (EN5)`()
    async throws
  {
    let world = try World(seed: 1)
    #expect(ReportInput.Table.energy(of: world) == nil)
    try await world.run {
      _ = try world.addPhone("phone", .iPhone(iOS: 17, .iPhone12))
      try await Task.sleep(for: .seconds(3600))
    }
    // The screen takes 468 mW, the processor 137 mW and the device asleep 25 mW: 630 of 10,780 mWh.
    #expect(
      ReportInput.Table.energy(of: world)
        == .init(
          titles: ["device", "battery used (estimate)", "most of it"],
          rows: [.init(cells: ["phone", "5.84 %", "screen"])]))
  }
}
