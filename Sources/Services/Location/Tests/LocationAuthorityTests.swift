import Testing
import YobanSimulatedOS

@testable import YobanLocation

@Suite struct LocationAuthorityTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var iOS: SystemVersion
    var asks: LocationRequestLevel
    var answer: LocationAnswer
    var reads: LocationAuthorization
    var permission: LocationAuthority.Permission
    var testDescription: String { "iOS \(iOS): \(asks), \(answer)" }
  }

  static let rows: [Row] = [
    // Versions with one kind of permission.
    .init(iOS: 7, asks: .always, answer: .whileUsing, reads: .always, permission: .always),
    .init(iOS: 7, asks: .always, answer: .never, reads: .denied, permission: .none),
    // Versions with two kinds, and one request for each.
    .init(
      iOS: 10, asks: .whenInUse, answer: .whileUsing, reads: .whenInUse, permission: .whenInUse),
    .init(iOS: 10, asks: .always, answer: .always, reads: .always, permission: .always),
    .init(iOS: 10, asks: .always, answer: .whileUsing, reads: .always, permission: .always),
    .init(iOS: 10, asks: .whenInUse, answer: .allowOnce, reads: .whenInUse, permission: .whenInUse),
    .init(iOS: 12, asks: .always, answer: .whileUsing, reads: .whenInUse, permission: .whenInUse),
    .init(iOS: 12, asks: .always, answer: .always, reads: .always, permission: .always),
    // Versions with provisional Always.
    .init(iOS: 13, asks: .always, answer: .whileUsing, reads: .always, permission: .provisional),
    .init(iOS: 13, asks: .always, answer: .always, reads: .always, permission: .provisional),
    .init(iOS: 17, asks: .always, answer: .never, reads: .denied, permission: .none),
    .init(iOS: 17, asks: .always, answer: .allowOnce, reads: .whenInUse, permission: .whenInUse),
    .init(
      iOS: 17, asks: .whenInUse, answer: .whileUsing, reads: .whenInUse, permission: .whenInUse),
    .init(iOS: 17, asks: .whenInUse, answer: .always, reads: .whenInUse, permission: .whenInUse),
  ]

  @Test(arguments: rows)
  func `the meaning of an answer depends on the version of iOS (BC13)`(_ row: Row) {
    let policy = LocationPolicy(iOS: row.iOS)
    var authority = LocationAuthority()
    #expect(authority.status == .notDetermined && authority.permission == .none)
    #expect(authority.request(row.asks) == true)
    #expect(authority.status == .notDetermined)
    authority.answer(row.answer, policy: policy)
    #expect(authority.status == row.reads)
    #expect(authority.permission == row.permission)
    #expect(authority.dialog == nil)
  }

  private static func authority(
    _ asks: LocationRequestLevel, _ answer: LocationAnswer
  ) -> LocationAuthority {
    var authority = LocationAuthority()
    _ = authority.request(asks)
    authority.answer(answer, policy: LocationPolicy(iOS: 17))
    return authority
  }

  @Test(arguments: [LocationUpgradeAnswer.keepOnlyWhileUsing, .changeToAlways])
  func `for provisional Always the user is asked once, when it is needed (BC13)`(
    _ answer: LocationUpgradeAnswer
  ) {
    var authority = Self.authority(.always, .whileUsing)
    #expect(authority.alwaysIsNeeded() == true)
    #expect(authority.alwaysIsNeeded() == false, "while the question is there")
    #expect(authority.status == .always && authority.permission == .provisional)
    authority.answer(answer)
    #expect(authority.status == (answer == .changeToAlways ? .always : .whenInUse))
    #expect(authority.permission == (answer == .changeToAlways ? .always : .whenInUse))
    #expect(authority.alwaysIsNeeded() == false)
    #expect(authority.request(.always) == false, "the second prompt comes once")
  }

  @Test func `an app with While Using can request Always once (BC13)`() {
    var authority = Self.authority(.whenInUse, .whileUsing)
    #expect(authority.request(.whenInUse) == false)
    #expect(authority.alwaysIsNeeded() == false)
    #expect(authority.request(.always) == true)
    #expect(authority.dialog == .upgrade)
    authority.answer(.keepOnlyWhileUsing)
    #expect(authority.status == .whenInUse)
    #expect(authority.request(.always) == false)
  }

  @Test func `after Allow Once the authorization is not determined at the next launch (BC13)`() {
    var authority = Self.authority(.whenInUse, .allowOnce)
    #expect(authority.status == .whenInUse)
    #expect(authority.request(.always) == false)
    authority.launchEnded()
    #expect(authority.status == .notDetermined)
    #expect(authority.request(.whenInUse) == true)
    var other = Self.authority(.whenInUse, .whileUsing)
    other.launchEnded()
    #expect(other.status == .whenInUse)
  }

  @Test(arguments: [LocationAuthorization.denied, .restricted, .always])
  func `after a final answer the user is not asked again (BC13)`(_ status: LocationAuthorization) {
    var authority = LocationAuthority()
    authority.set(status)
    #expect(authority.request(.whenInUse) == false)
    #expect(authority.request(.always) == false)
    #expect(authority.alwaysIsNeeded() == false)
    authority.answer(.whileUsing, policy: LocationPolicy(iOS: 17))
    authority.answer(.keepOnlyWhileUsing)
    #expect(authority.status == status)
  }

  @Test func `a request ends with its process, or with a change in Settings`() {
    var authority = LocationAuthority()
    _ = authority.request(.always)
    #expect(authority.request(.always) == false, "one question at a time")
    authority.launchEnded()
    #expect(authority.dialog == nil)
    _ = authority.request(.always)
    authority.set(.denied)
    #expect(authority.dialog == nil)
  }
}
