import Foundation
import YobanSimulatedOS

extension ReportInput.Table {
  /// A row for each device: how much of its battery the run took, and the cause that took most, estimated from public
  /// figures (EN1 to EN7). Nil without a device.
  public static func energy(of world: World) -> Self? {
    guard !world.devices.isEmpty else { return nil }
    return Self(
      titles: ["device", "battery used (estimate)", "most of it"],
      rows: world.devices.map { device in
        let energy = device.energy()
        return Row(
          cells: [
            device.name, String(format: "%.2f %%", energy.percentOfBattery),
            energy.causes.first?.name ?? "",
          ])
      })
  }
}
