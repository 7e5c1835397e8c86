import Testing
import YobanNotifications
import YobanSimulatedOS

@Suite struct NotificationProfileTests {
  @Test func `a profile has the policy of its version, until a scenario changes it`() {
    var profile = DeviceProfile.iPhone(iOS: 15)
    #expect(!profile.notifications.setsBadgeCount, "setBadgeCount exists from iOS 16 on")
    #expect(DeviceProfile.iPhone(iOS: 16).notifications.setsBadgeCount)
    #expect(DeviceProfile.watch(watchOS: 9).notifications.setsBadgeCount, "the autumn of iOS 16")
    profile.notifications.pendingLimit = 3
    #expect(profile.notifications.pendingLimit == 3)
    #expect(profile.notifications.screenLit == .seconds(10), "the rest stays as it was")
    #expect(DeviceProfile.iPhone(iOS: 15).notifications.pendingLimit == 64)
  }

  @Test func `profiles with other policies are different`() {
    var (a, b) = (DeviceProfile.iPhone(iOS: 17), DeviceProfile.iPhone(iOS: 17))
    #expect(a == b)
    a.notifications.pendingLimit = 3
    #expect(a != b)
    b.notifications.pendingLimit = 4
    #expect(a != b)
    b.notifications.pendingLimit = 3
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    a.notifications.pendingLimit = 64
    #expect(a == .iPhone(iOS: 17), "it has the value of its version again")
  }

  @Test func `an update of the system brings the policy of the new version`() async throws {
    let world = try World()
    try await world.run {
      var profile = DeviceProfile.iPhone(iOS: 15)
      profile.notifications.pendingLimit = 3
      let phone = try world.addPhone("phone", profile)
      #expect(phone.profile.notifications.pendingLimit == 3)
      try await phone.update(toIOS: 17)
      #expect(phone.profile.notifications.pendingLimit == 64)
      #expect(phone.profile.notifications.setsBadgeCount)
    }
  }
}
