import CoreLocation
import OSLog
import Testing
import UIKit
import UserNotifications
import YobanTesting

@testable import HealthKit

/// Archives of the classes that conform to `NSSecureCoding` at Apple; those of Core Location are in
/// `CoreLocationValueTests`.
@Suite struct ArchiveTests {
  // MARK: Notifications

  private static var content: UNMutableNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = "Strap"
    content.subtitle = "Left wrist"
    content.body = "Charge it"
    content.badge = 3
    content.sound = UNNotificationSound(named: UNNotificationSoundName("chime.caf"))
    content.userInfo = ["screen": "charging", "level": 12]
    content.categoryIdentifier = "battery"
    content.threadIdentifier = "straps"
    content.interruptionLevel = .timeSensitive
    content.relevanceScore = 0.75
    return content
  }

  @Test func `the content of a notification can be archived and read back`() throws {
    let back = try archived(Self.content)
    #expect(back == Self.content)
    #expect(back.title == "Strap" && back.subtitle == "Left wrist" && back.body == "Charge it")
    #expect(back.badge == 3 && back.sound?.isEqual(Self.content.sound) == true)
    #expect(
      back.userInfo["screen"] as? String == "charging" && back.userInfo["level"] as? Int == 12)
    #expect(back.categoryIdentifier == "battery" && back.threadIdentifier == "straps")
    #expect(back.interruptionLevel == .timeSensitive && back.relevanceScore == 0.75)
    let empty = try archived(UNMutableNotificationContent())
    #expect(empty == UNMutableNotificationContent() && empty.badge == nil && empty.sound == nil)
  }

  static let triggers = 0..<5

  @Test(arguments: triggers)
  func `a request can be archived with each kind of trigger`(_ row: Int) throws {
    let region = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 35.6586, longitude: 139.7454), radius: 200,
      identifier: "tower")
    let triggers: [UNNotificationTrigger?] = [
      nil, UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: true),
      UNCalendarNotificationTrigger(
        dateMatching: DateComponents(
          timeZone: TimeZone(identifier: "Asia/Tokyo"), hour: 7, minute: 30), repeats: true),
      UNLocationNotificationTrigger(region: region, repeats: false),
      UNCalendarNotificationTrigger(dateMatching: DateComponents(weekday: 2), repeats: false),
    ]
    let request = UNNotificationRequest(
      identifier: "reminder", content: Self.content, trigger: triggers[row])
    let back = try archived(request)
    #expect(back == request && back.trigger?.repeats == triggers[row]?.repeats)
    #expect(
      (back.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval == (row == 1 ? 90 : nil))
    let components = (back.trigger as? UNCalendarNotificationTrigger)?.dateComponents
    #expect(components?.hour == (row == 2 ? 7 : nil) && components?.weekday == (row == 4 ? 2 : nil))
    #expect(components?.timeZone?.identifier == (row == 2 ? "Asia/Tokyo" : nil))
    let circle = (back.trigger as? UNLocationNotificationTrigger)?.region as? CLCircularRegion
    #expect(circle?.radius == (row == 3 ? 200 : nil))
  }

  @Test func `a category can be archived with its actions`() throws {
    let category = UNNotificationCategory(
      identifier: "battery",
      actions: [
        UNNotificationAction(
          identifier: "later", title: "Later", options: [.destructive],
          icon: UNNotificationActionIcon(systemImageName: "clock")),
        UNTextInputNotificationAction(
          identifier: "note", title: "Note", options: [.authenticationRequired],
          textInputButtonTitle: "Save", textInputPlaceholder: "Why?"),
      ], intentIdentifiers: ["INStartWorkoutIntent"], hiddenPreviewsBodyPlaceholder: "A strap",
      categorySummaryFormat: "%u more", options: [.customDismissAction])
    let back = try archived(category)
    #expect(back == category && back.intentIdentifiers == ["INStartWorkoutIntent"])
    #expect(back.actions.first?.icon == UNNotificationActionIcon(systemImageName: "clock"))
    #expect(back.actions.first?.icon != UNNotificationActionIcon(templateImageName: "clock"))
    let note = back.actions.last as? UNTextInputNotificationAction
    #expect(note?.textInputButtonTitle == "Save" && note?.textInputPlaceholder == "Why?")
    #expect(back.hiddenPreviewsBodyPlaceholder == "A strap" && back.options == .customDismissAction)
  }

  private final class Chime: UNNotificationSound {}

  @Test func `a factory of a sound returns the class that is called`() throws {
    let chime: Chime = Chime.criticalSoundNamed(UNNotificationSoundName("chime.caf"))
    #expect(type(of: chime) == Chime.self)
    #expect(chime.isEqual(UNNotificationSound(named: UNNotificationSoundName("chime.caf"))))
    #expect(try archived(UNNotificationSound.default).isEqual(UNNotificationSound.default))
  }

  // MARK: Health

  @Test func `types, quantities and workouts can be archived and read back`() throws {
    #expect(try archived(HKQuantityType(.heartRate)) == HKQuantityType(.heartRate))
    #expect(try archived(HKObjectType.workoutType()) == HKObjectType.workoutType())
    let mile = try archived(HKUnit.mile())
    #expect(mile == HKUnit.mile())
    #expect(
      try archived(HKQuantity(unit: mile, doubleValue: 2)).doubleValue(for: .meter()) == 3218.68)
    let strap = HKDevice(
      name: "Strap", manufacturer: "Example", model: nil, hardwareVersion: "2",
      firmwareVersion: nil, softwareVersion: nil, localIdentifier: "7", udiDeviceIdentifier: nil)
    #expect(try archived(strap) == strap)
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let event = HKWorkoutEvent(
      type: .lap, dateInterval: DateInterval(start: start, duration: 60), metadata: ["lap": 4])
    #expect(try archived(event) == event)
    let workout = try archived(
      HKWorkout(
        .rowing, from: start, to: start.addingTimeInterval(600), duration: 540, [event], [:]))
    #expect(workout.workoutActivityType == .rowing && workout.startDate == start)
    #expect(workout.duration == 540 && workout.workoutEvents == [event])
    #expect(workout.endDate == start.addingTimeInterval(600))
    let pulse = HKQuantitySample(
      type: HKQuantityType(.heartRate),
      quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 72), start: start,
      end: start, device: strap, metadata: [HKMetadataKeyWasUserEntered: true])
    let back = try archived(pulse)
    #expect(back == pulse && back.quantity == pulse.quantity && back.device == strap)
    #expect(back.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
    let sleep = HKCategorySample(
      type: HKCategoryType(.sleepAnalysis), value: HKCategoryValueSleepAnalysis.asleepREM.rawValue,
      start: start, end: start.addingTimeInterval(60))
    #expect(try archived(sleep).value == 5 && archived(sleep).categoryType == sleep.categoryType)
    #expect(try archived(HKQueryAnchor(fromValue: 9)) == HKQueryAnchor(fromValue: 9))
  }

  private final class Pace: HKUnit, @unchecked Sendable {}

  @Test func `a factory of a unit returns the class that is called`() {
    let unit = Pace.foot()
    #expect(type(of: unit) == Pace.self && unit == HKUnit.foot() && unit.unitString == "ft")
  }

  // MARK: Appearance

  @Test func `colors, fonts and images can be archived and read back`() throws {
    #expect(try archived(UIColor.systemTeal) == UIColor.systemTeal)
    #expect(try archived(UIColor.clear) != UIColor.black)
    #expect(try archived(UIFont.boldSystemFont(ofSize: 13)) == UIFont.boldSystemFont(ofSize: 13))
    #expect(try archived(UIFont.systemFont(ofSize: 13)) != UIFont.systemFont(ofSize: 14))
    _ = try archived(#require(UIImage(systemName: "clock")))
  }

  // MARK: Damage

  @Test func `an incomplete archive gives nil`() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode("later" as NSString, forKey: "identifier")
    archiver.encode(30.0, forKey: "timeInterval")
    archiver.encode(true, forKey: "repeats")
    archiver.finishEncoding()
    let decoder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(
      UNNotificationContent(coder: decoder) == nil && UNNotificationRequest(coder: decoder) == nil)
    #expect(
      UNNotificationAction(coder: decoder) == nil && UNNotificationCategory(coder: decoder) == nil)
    #expect(
      UNNotificationSound(coder: decoder) == nil && UNNotificationSettings(coder: decoder) == nil)
    // Repeats too often: as a trigger that an app makes, it is not possible.
    #expect(UNTimeIntervalNotificationTrigger(coder: decoder) == nil)
    #expect(UNCalendarNotificationTrigger(coder: decoder) == nil)
    #expect(UNLocationNotificationTrigger(coder: decoder) == nil)
    #expect(HKQuantity(coder: decoder) == nil)
    #expect(HKUnit(coder: decoder) == nil && HKWorkout(coder: decoder) == nil)
    #expect(UIColor(coder: decoder) == nil && UIFont(coder: decoder) == nil)
    #expect(OSLogEntryLog(coder: decoder) == nil)
  }
}
