import Testing
import YobanSimulatedOS

@testable import YobanLocation

@Suite struct LocationDeliveryTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var rule: String
    var state: AppState
    var permission: LocationAuthority.Permission
    var isInUse = false
    var mayRefresh = true
    var becomes: LocationDelivery
    var testDescription: String { "\(rule): \(state), \(permission), refresh \(mayRefresh)" }
  }

  static let rows: [Row] = [
    .init(rule: "BC3", state: .active, permission: .always, becomes: .now),
    .init(rule: "BC3", state: .inactive, permission: .always, becomes: .now),
    .init(rule: "BC8", state: .background, permission: .always, becomes: .wake),
    .init(rule: "BC8", state: .suspended, permission: .always, becomes: .wake),
    .init(rule: "BC9", state: .notRunning, permission: .always, becomes: .launch),
    .init(rule: "BC12", state: .active, permission: .whenInUse, becomes: .now),
    .init(rule: "BC12", state: .background, permission: .whenInUse, becomes: .hold),
    .init(rule: "BC12", state: .suspended, permission: .whenInUse, becomes: .hold),
    .init(rule: "BC12", state: .notRunning, permission: .whenInUse, becomes: .hold),
    .init(rule: "LOC2", state: .background, permission: .whenInUse, isInUse: true, becomes: .now),
    .init(rule: "BC13", state: .active, permission: .provisional, becomes: .now),
    .init(rule: "BC13", state: .background, permission: .provisional, becomes: .ask),
    .init(rule: "BC13", state: .suspended, permission: .provisional, becomes: .ask),
    .init(rule: "BC13", state: .notRunning, permission: .provisional, becomes: .ask),
    .init(
      rule: "LOC2", state: .background, permission: .provisional, isInUse: true, becomes: .now),
    .init(rule: "L18", state: .active, permission: .always, mayRefresh: false, becomes: .now),
    .init(rule: "L18", state: .background, permission: .always, mayRefresh: false, becomes: .now),
    .init(rule: "L18", state: .suspended, permission: .always, mayRefresh: false, becomes: .hold),
    .init(rule: "L18", state: .notRunning, permission: .always, mayRefresh: false, becomes: .hold),
  ]

  @Test(arguments: rows)
  func `delivery depends on state, permission and settings (BC3, BC8, BC9, BC12, BC13, L18)`(
    _ row: Row
  ) {
    #expect(
      LocationDelivery.decide(
        .init(
          state: row.state, permission: row.permission, isInUse: row.isInUse,
          mayRefresh: row.mayRefresh)) == row.becomes)
  }

  @Test(arguments: AppState.allCases)
  func `without permission an event is dropped (BC12)`(_ state: AppState) {
    #expect(LocationDelivery.decide(.init(state: state, permission: .none)) == .drop)
    #expect(
      LocationDelivery.decide(.init(state: state, permission: .none, isInUse: true)) == .drop)
  }
}
