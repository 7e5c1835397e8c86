import Testing

@testable import YobanNetwork

/// The conditions that a transfer waits for (FT7, L19).
@Suite struct TransferConditionsTests {
  private typealias Offer = TransferConditions.Offer
  private let policy = TransferPolicy(iOS: 17)
  private let usual = TransferConditions()
  private let patient = TransferConditions(isDiscretionary: true)
  private let wifiOnly = TransferConditions(allowsCellular: false)

  private func allowed(_ offer: TransferConditions.Offer) -> [Bool] {
    [usual, patient, wifiOnly].map { $0.allow(offer, policy) }
  }

  @Test
  func `a discretionary transfer waits for Wi-Fi, power, and the end of Low Power Mode (FT7, L19)`()
  {
    #expect(allowed(Offer()) == [true, true, true])
    #expect(allowed(Offer(path: .cellular, isCharging: true)) == [true, false, false])
    #expect(allowed(Offer(path: .offline, isCharging: true)) == [false, false, false])
    #expect(allowed(Offer(batteryLevel: 0.2)) == [true, true, true])
    #expect(allowed(Offer(batteryLevel: 0.19)) == [true, false, true])
    #expect(allowed(Offer(isCharging: true, batteryLevel: 0.01)) == [true, true, true])
    #expect(allowed(Offer(isCharging: true, isLowPowerMode: true)) == [true, false, true])
  }
}
