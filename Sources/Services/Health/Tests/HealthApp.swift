import Foundation
import HealthKit
import YobanTesting

/// The parts of an app that reads steps and saves masses.
enum Health {
  static let steps = "HKQuantityTypeIdentifierStepCount"
  static let mass = "HKQuantityTypeIdentifierBodyMass"

  static func fixture(
    entitlements: Entitlements = [
      "com.apple.developer.healthkit", "com.apple.developer.healthkit.background-delivery",
    ], _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var fixture = AppFixture { _ in launched() }
    fixture.plist = InfoPlist([
      "NSHealthShareUsageDescription": "Shows your steps.",
      "NSHealthUpdateUsageDescription": "Saves your weight.",
    ])
    fixture.entitlements = entitlements
    return fixture
  }

  /// Asks for the permission to read steps and to save masses.
  @MainActor static func ask() {
    let store = HKHealthStore()
    Kept.of("store", store)
    store.requestAuthorization(
      toShare: [HKQuantityType(.bodyMass)],
      read: [HKQuantityType(.stepCount), HKQuantityType(.bodyMass)]
    ) { success, _ in print("asked \(success)") }
  }

  @MainActor static var store: HKHealthStore { Kept.get("store")! }

  @MainActor static func printSteps(
    _ predicate: NSPredicate? = nil, limit: Int = HKObjectQueryNoLimit
  ) {
    store.execute(
      HKSampleQuery(
        sampleType: HKQuantityType(.stepCount), predicate: predicate, limit: limit,
        sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]
      ) { _, samples, error in
        let counts = samples?.compactMap {
          ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .count())
        }
        print("\(counts ?? []) \((error as? HKError)?.code.rawValue ?? 0) \(Thread.isMainThread)")
      })
  }
}
