import Testing
import YobanSimulatedOS

@testable import YobanNotifications

/// The permission for notifications: every status with every input (NT1, NT2).
@Suite struct NotificationPermissionTests {
  typealias Permission = NotificationPermission
  typealias Status = Permission.Status

  enum Input: String, CaseIterable {
    case request, requestProvisional, allow, refuse, switchOn, switchOff, keep, keepQuietly, turnOff

    func apply(to permission: inout Permission) -> Permission.Action? {
      let policy = NotificationPolicy(iOS: 17)
      switch self {
      case .request: return permission.request([.alert, .badge, .sound], policy)
      case .requestProvisional:
        return permission.request([.alert, .badge, .sound, .provisional], policy)
      case .allow: permission.answered(true, [.alert, .badge, .sound])
      case .refuse: permission.answered(false, [.alert, .badge, .sound])
      case .switchOn: permission.switched(true)
      case .switchOff: permission.switched(false)
      case .keep: permission.keep(quietly: false)
      case .keepQuietly: permission.keep(quietly: true)
      case .turnOff: permission.turnOff()
      }
      return nil
    }
  }

  static func permission(_ status: Status) -> Permission {
    var permission = Permission()
    switch status {
    case .notDetermined: break
    case .denied: _ = Input.refuse.apply(to: &permission)
    case .authorized: _ = Input.allow.apply(to: &permission)
    case .provisional: _ = Input.requestProvisional.apply(to: &permission)
    }
    #expect(permission.status == status)
    return permission
  }

  /// The action, the new status, and whether notifications are quiet then.
  struct Row: Sendable {
    let status: Status
    let input: Input
    var action: Permission.Action?
    let result: Status
    var isQuiet = false
  }

  static let table: [Row] = [
    Row(status: .notDetermined, input: .request, action: .ask, result: .notDetermined),
    Row(
      status: .notDetermined, input: .requestProvisional, action: .answer(true),
      result: .provisional, isQuiet: true),
    Row(status: .notDetermined, input: .allow, result: .authorized),
    Row(status: .notDetermined, input: .refuse, result: .denied),
    Row(status: .notDetermined, input: .switchOn, result: .authorized),
    Row(status: .notDetermined, input: .switchOff, result: .denied),
    Row(status: .notDetermined, input: .keep, result: .notDetermined),
    Row(status: .notDetermined, input: .keepQuietly, result: .notDetermined),
    Row(status: .notDetermined, input: .turnOff, result: .notDetermined),
    Row(status: .denied, input: .request, action: .answer(false), result: .denied),
    Row(status: .denied, input: .requestProvisional, action: .answer(false), result: .denied),
    Row(status: .denied, input: .allow, result: .authorized),
    Row(status: .denied, input: .refuse, result: .denied),
    Row(status: .denied, input: .switchOn, result: .authorized),
    Row(status: .denied, input: .switchOff, result: .denied),
    Row(status: .denied, input: .keep, result: .denied),
    Row(status: .denied, input: .keepQuietly, result: .denied),
    Row(status: .denied, input: .turnOff, result: .denied),
    Row(status: .authorized, input: .request, action: .answer(true), result: .authorized),
    Row(
      status: .authorized, input: .requestProvisional, action: .answer(true), result: .authorized),
    Row(status: .authorized, input: .allow, result: .authorized),
    Row(status: .authorized, input: .refuse, result: .denied),
    Row(status: .authorized, input: .switchOn, result: .authorized),
    Row(status: .authorized, input: .switchOff, result: .denied),
    Row(status: .authorized, input: .keep, result: .authorized),
    Row(status: .authorized, input: .keepQuietly, result: .authorized),
    Row(status: .authorized, input: .turnOff, result: .authorized),
    Row(status: .provisional, input: .request, action: .ask, result: .provisional, isQuiet: true),
    Row(
      status: .provisional, input: .requestProvisional, action: .answer(true),
      result: .provisional, isQuiet: true),
    Row(status: .provisional, input: .allow, result: .authorized),
    Row(status: .provisional, input: .refuse, result: .denied),
    Row(status: .provisional, input: .switchOn, result: .authorized),
    Row(status: .provisional, input: .switchOff, result: .denied),
    Row(status: .provisional, input: .keep, result: .authorized),
    Row(status: .provisional, input: .keepQuietly, result: .authorized, isQuiet: true),
    Row(status: .provisional, input: .turnOff, result: .denied),
  ]

  @Test func `each status has a defined result for each input (NT1, NT2)`() {
    #expect(Self.table.count == 4 * Input.allCases.count)
    for row in Self.table {
      var permission = Self.permission(row.status)
      let action = row.input.apply(to: &permission)
      #expect(action == row.action, "\(row)")
      #expect(permission.status == row.result, "\(row)")
      #expect(permission.isQuiet == row.isQuiet, "\(row)")
      let isAllowed = row.result == .authorized || row.result == .provisional
      #expect(permission.allowsNotifications == isAllowed, "\(row)")
      #expect(permission.allows(.alert) == isAllowed, "\(row)")
      #expect(permission.allows(.badge) == (isAllowed && !row.isQuiet), "\(row)")
    }
  }

  @Test(arguments: [(11, false), (12, true)])
  func `a provisional permission exists from iOS 12 on (NT2)`(
    _ version: SystemVersion, _ exists: Bool
  ) {
    var permission = Permission()
    let action = permission.request([.alert, .provisional], NotificationPolicy(iOS: version))
    #expect(action == (exists ? .answer(true) : .ask))
  }

  @Test func `there is no permission before iOS 10 (NT1)`() {
    var permission = Permission()
    let action = permission.request([.alert], NotificationPolicy(iOS: 9))
    #expect(action == .answer(false))
  }

  @Test func `only the kinds that were asked for and not switched off are allowed (NT1)`() {
    var permission = Permission()
    permission.answered(true, [.alert, .badge])
    #expect(permission.allows(.alert) && permission.allows(.badge) && !permission.allows(.sound))
    permission.switched(.badge, false)
    #expect(permission.allows(.alert) && !permission.allows(.badge))
    permission.switched(.badge, true)
    #expect(permission.allows(.badge))
  }
}
