import HealthKit
import Testing
import UIKit
import YobanTesting

/// An app that sends each new weight of its user to a coach.
///
/// The system wakes it for new samples, and expects that the observer's completion handler is called.
/// The faulty app never calls it: after the third time the system wakes it no more.
private final class CoachApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant
  private let store = HKHealthStore()
  private let type = HKQuantityType(.bodyMass)
  private var anchor: HKQueryAnchor?

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    store.requestAuthorization(toShare: [], read: [type]) { _, _ in
      DispatchQueue.main.async { self.observe() }
    }
    return true
  }

  private func observe() {
    store.execute(
      HKObserverQuery(sampleType: type, predicate: nil) { _, completion, _ in
        // Sendable: the handler may be called on any thread.
        nonisolated(unsafe) let completion = completion
        DispatchQueue.main.async {
          self.fetch {
            // Wrong in the faulty form: the system waits for this call.
            if self.variant == .mended { completion() }
          }
        }
      })
    store.enableBackgroundDelivery(for: type, frequency: .immediate) { _, _ in }
  }

  private func fetch(_ done: @escaping @MainActor @Sendable () -> Void) {
    store.execute(
      HKAnchoredObjectQuery(
        type: type, predicate: nil, anchor: anchor, limit: HKObjectQueryNoLimit
      ) { _, samples, _, anchor, _ in
        let count = samples?.count ?? 0
        nonisolated(unsafe) let anchor = anchor
        DispatchQueue.main.async {
          self.anchor = anchor
          for _ in 0..<count { print("sent") }
          done()
        }
      })
  }
}

extension KnownBug {
  private static let mass = "HKQuantityTypeIdentifierBodyMass"

  static let observerNotCompleted = KnownBug(
    name: "ObserverNotCompleted", thread: "https://github.com/tryVital/vital-ios/pull/42",
    clue: "healthkit.update-not-completed",
    property: .eventually(within: .hours(2), "the coach has each weight") { stage in
      let weights = stage.phone.health.samples(of: mass).count
      return stage.app.state == .notRunning || stage.app.log.count >= weights
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { CoachApp(variant) },
        infoPlist: InfoPlist([
          "CFBundleName": "ObserverNotCompleted",
          "NSHealthShareUsageDescription": "Your coach sees your weight.",
        ]),
        entitlements: [
          "com.apple.developer.healthkit", "com.apple.developer.healthkit.background-delivery",
        ])
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(5))
      await stage.phone.goHome()
      for day in 1...3 {
        try await stage.world.pass(.hours(3))
        stage.phone.health.add(mass, 70_000 + Double(day))
      }
      try await stage.world.pass(.hours(3))
    })
}

@Suite struct ObserverNotCompletedTests {
  @Test func `an app that completes no update is woken no more after the third one`() async throws {
    let finding = Finding.Kind.healthkitUpdateNotCompleted.by(.hk2)
    try await expectShown(
      .observerNotCompleted, findings: [finding], by: KnownBug.observerNotCompleted.scenario)
  }
}
