import Foundation

// The faults of the disk of a device.
extension FaultKind {
  public static let ioError = FaultKind(
    "io-error", "has its next change of a file fail with EIO", for: .seconds(120), need: .running,
    moments: .calls, traits: [.optional],
    // An error of a call is over with it.
    .app(
      inCall: { _ in .init(.fail(EIO)) },
      lasting: { app in
        app.nextStorageFailure = EIO
        return { app.nextStorageFailure = nil }
      }))

  public static let powerLoss = FaultKind(
    "power-loss", "loses its power and reboots", moments: .both,
    traits: [.optional, .needsUserOnApple, .endsProcess, .losesWrites],
    weaker: weakerThanReboot + [.reboot, .kernelPanic], rules: ["DK1", "L17", "AN20"],
    .device(inCall: { _ in .init(.losePower(.drawn, .before)) }) { try? await $0.losePower() })

  public static let kernelPanic = FaultKind(
    "kernel-panic", "has a panic of its kernel and reboots",
    traits: [.optional, .needsUserOnApple, .endsProcess, .losesWrites],
    weaker: weakerThanReboot + [.reboot],
    rules: ["DK1", "L17", "AN20"],
    .device(inCall: { _ in .init(.panic(.drawn, .before)) }) { try? await $0.panic() })

  public static let diskFull = FaultKind(
    "disk-full", "has no free space on its disk for 10 minutes", for: .seconds(600),
    moments: .calls, rules: ["DK8"],
    .device(
      inCall: { .init(.proceed, end: $0.storage.fill()) }, lasting: { $0.storage.fill() }))
}

extension DeviceStorage {
  /// Takes all free space. The function that is returned frees it again.
  fileprivate func fill() -> FaultEffect.End {
    let space = free
    free = 0
    // Files that were deleted meanwhile have freed space.
    return { self.free += space }
  }
}
