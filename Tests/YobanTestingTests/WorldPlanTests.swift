import Testing
import UIKit
import WatchKit

@testable import YobanTesting

private final class PhoneDelegate: UIResponder, UIApplicationDelegate {}
private final class WatchDelegate: NSObject, WKApplicationDelegate {}

/// A world begins with what the trait plans, and a test asks for it.
@Suite struct WorldPlanTests {
  @Test(
    .world(seed: 3) {
      $0.phone(iOS: 15, app: .delegate(PhoneDelegate.self), infoPlist: InfoPlist(["Key": "Value"]))
      $0.watch(app: .delegate(WatchDelegate.self))
    })
  func `a trait adds the phone, its watch and their apps`() async throws {
    let world = try World.current
    let (phone, watch) = (try world.phone, try world.watch)
    #expect(world.simulation.seed == 3)
    #expect(phone.profile.version == 15)
    #expect(try phone.app.definition.infoPlist.text("Key") == "Value")
    #expect(phone.counterpart === watch)
    await phone.open(try phone.app)
    await watch.open(try watch.app)
    #expect(try phone.app.state == .active)
    #expect(try watch.app.state == .active)
  }

  @Test(
    .world {
      $0.phone("left"); $0.phone("right")
    })
  func `devices of one kind are asked for by their names`() async throws {
    let world = try World.current
    let right = try world.phone("right")
    #expect(right.name == "right")
    let several = #expect(throws: LookupError.self) { try world.phone }
    #expect(
      several?.description
        == "The world has several of the kind Phone: ask for one by its name, such as world.phone(\"left\")."
    )
    let none = #expect(throws: LookupError.self) { try world.watch }
    #expect(none?.description == "The world has no Watch. It has left (Phone), right (Phone).")
    let misspelled = #expect(throws: LookupError.self) { try world.phone("wrong") }
    #expect(
      misspelled?.description
        == "The world has no Phone named wrong. It has left (Phone), right (Phone).")
    let noApp = #expect(throws: LookupError.self) { try right.app }
    #expect(noApp?.description == "right has no app: install one.")
  }

  @Test func `a plan that cannot be carried out throws before the test`() async throws {
    var plans: [WorldPlan] = []
    var taken = WorldPlan()
    taken.phone()
    taken.phone()
    plans.append(taken)
    var unpaired = WorldPlan()
    unpaired.watch(pairedWith: "phone")
    plans.append(unpaired)
    var unreadable = WorldPlan()
    unreadable.phone(app: .delegate(PhoneDelegate.self), infoPlist: try .file("Missing.plist"))
    plans.append(unreadable)
    for plan in plans {
      try await withWorld { world in
        #expect(throws: (any Error).self) { for step in plan.steps { try step(world) } }
      }
    }
  }

  @Test(.world { $0.phone(app: .delegate(PhoneDelegate.self)) })
  func `a touch needs an app in front`() async throws {
    let phone = try World.current.phone
    let closed = await #expect(throws: TouchError.self) { try await phone.tap("Start") }
    #expect(
      closed?.description
        == "YobanTestingTests cannot be touched, because it is not running. Open it with `await phone.open(app)`."
    )
    await phone.open(try phone.app)
    let missing = await #expect(throws: TouchError.self) { try await phone.tap("Start") }
    #expect(missing?.description.contains("\"Start\"") == true)
    await phone.goHome()
    await #expect(throws: TouchError.self) { try await phone.tap("Start") }
  }

  @Test(.world()) func `a touch on a phone without an app says so`() async throws {
    let phone = try World.current.addPhone()
    let error = await #expect(throws: TouchError.self) { try await phone.pullToRefresh() }
    #expect(error?.description == "No app is installed on phone.")
  }

  @Test func `a finding matches its kind, with or without a rule`() {
    #expect(Finding.Kind.bgtaskLeaked.description == "bgtask.leaked")
    #expect(Finding.Kind.plistMissingKey.by(.bt3).description == "plist.missing-key BT3")
    #expect(Set(Finding.Kind.allCases.map(\.name)).count == Finding.Kind.allCases.count)
  }
}
