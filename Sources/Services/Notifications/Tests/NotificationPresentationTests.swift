import Testing
import YobanSimulatedOS

@testable import YobanNotifications

/// The presentation of a notification (NT2, NT4, NT5, NT8, NT9).
@Suite struct NotificationPresentationTests {
  typealias Presentation = NotificationPresentation

  static let allowed: NotificationPermission = {
    var permission = NotificationPermission()
    permission.answered(true, [.alert, .badge, .sound])
    return permission
  }()
  static let provisional: NotificationPermission = {
    var permission = NotificationPermission()
    _ = permission.request([.alert, .badge, .sound, .provisional], NotificationPolicy(iOS: 17))
    return permission
  }()

  static func decide(
    _ permission: NotificationPermission = allowed, iOS version: SystemVersion = 17,
    _ change: (inout Presentation.Surroundings) -> Void = { _ in }
  ) -> Presentation {
    var around = Presentation.Surroundings(permission)
    change(&around)
    return Presentation.decide(around, NotificationPolicy(iOS: version))
  }

  @Test func `without permission nothing is shown (NT1)`() {
    let result = Self.decide(NotificationPermission())
    #expect(result == Presentation(reason: "the app has no permission"))
  }

  /// The level, whether the lock screen is shown, a Focus is on, and the app has the entitlement; and the
  /// place, and whether a sound is played.
  static let table:
    [(
      level: NotificationLevel, isLocked: Bool, isFocusOn: Bool, isEntitled: Bool,
      place: NotificationPlace, playsSound: Bool
    )] = [
      (.passive, false, false, false, .notificationCenter, false),
      (.passive, true, false, false, .lockScreen, false),
      (.active, false, false, false, .banner, true),
      (.active, true, false, false, .lockScreen, true),
      (.active, false, true, true, .notificationCenter, false),
      (.active, true, true, true, .notificationCenter, false),
      (.timeSensitive, false, true, true, .banner, true),
      (.timeSensitive, true, true, true, .lockScreen, true),
      (.timeSensitive, true, true, false, .notificationCenter, false),
      (.timeSensitive, true, false, false, .lockScreen, true),
    ]

  @Test(arguments: table.indices) func `the level decides what the user notices (NT8, NT9)`(
    _ index: Int
  ) {
    let row = Self.table[index]
    let result = Self.decide {
      ($0.level, $0.isLockScreenShown) = (row.level, row.isLocked)
      ($0.isFocusOn, $0.mayBeTimeSensitive) = (row.isFocusOn, row.isEntitled)
    }
    #expect(result.place == row.place && result.playsSound == row.playsSound)
    #expect(result.lightsScreen == (row.isLocked && row.playsSound))
    #expect(result.isListed && result.setsBadge)
  }

  @Test(
    arguments: [(14, .banner), (15, .notificationCenter)] as [(SystemVersion, NotificationPlace)])
  func `interruption levels exist from iOS 15 on (NT8)`(
    _ version: SystemVersion, _ place: NotificationPlace
  ) {
    #expect(Self.decide(iOS: version) { $0.level = .passive }.place == place)
  }

  @Test(arguments: [false, true])
  func `a provisional notification is only listed, without a badge (NT2)`(_ isLocked: Bool) {
    let result = Self.decide(Self.provisional) { $0.isLockScreenShown = isLocked }
    #expect(result.place == .notificationCenter && result.isListed)
    #expect(!result.setsBadge && !result.playsSound && !result.lightsScreen)
  }

  @Test func `an app that may only badge shows no alert (NT1)`() {
    var permission = NotificationPermission()
    permission.answered(true, [.badge])
    let result = Self.decide(permission)
    #expect(result.place == nil && !result.isListed && result.setsBadge)
  }

  /// The options of the delegate, and the place, whether it is listed, the sound and the badge.
  static let foreground:
    [(
      showing: NotificationShowing, place: NotificationPlace?, isListed: Bool, sound: Bool,
      badge: Bool
    )] = [
      ([], nil, false, false, false), ([.banner], .banner, false, false, false),
      ([.list], .notificationCenter, true, false, false),
      ([.banner, .list], .banner, true, false, false), ([.sound], nil, false, true, false),
      ([.badge], nil, false, false, true),
      ([.banner, .list, .sound, .badge], .banner, true, true, true),
    ]

  @Test(arguments: foreground.indices)
  func `in the foreground only what the app returns is shown (NT5)`(_ index: Int) {
    let row = Self.foreground[index]
    let result = Self.decide { $0.inForeground = row.showing }
    #expect(result.place == row.place && result.isListed == row.isListed)
    #expect(result.playsSound == row.sound && result.setsBadge == row.badge)
    #expect(!result.lightsScreen)
  }
}
