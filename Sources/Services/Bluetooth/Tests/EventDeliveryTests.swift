import Foundation
import Testing
import YobanTesting

@testable import YobanBluetooth
@testable import YobanSimulatedRadio

@Suite struct EventDeliveryTests {
  struct Row: Sendable {
    var state: AppState
    /// With the background mode. Responses and events are treated alike.
    var withMode: EventDelivery
    var answerWithoutMode: EventDelivery
    var eventWithoutMode: EventDelivery
    var withoutManager: EventDelivery
  }

  @Test(arguments: [
    Row(
      state: .active, withMode: .now, answerWithoutMode: .now, eventWithoutMode: .now,
      withoutManager: .hold),
    Row(
      state: .inactive, withMode: .now, answerWithoutMode: .now, eventWithoutMode: .now,
      withoutManager: .hold),
    Row(
      state: .background, withMode: .wake, answerWithoutMode: .now, eventWithoutMode: .hold,
      withoutManager: .hold),
    Row(
      state: .suspended, withMode: .wake, answerWithoutMode: .now, eventWithoutMode: .hold,
      withoutManager: .hold),
    Row(
      state: .notRunning, withMode: .hold, answerWithoutMode: .hold, eventWithoutMode: .hold,
      withoutManager: .relaunch),
  ])
  func `the app's state decides how an event is delivered (BT8, BT9, BT25, L18)`(_ row: Row) {
    for urgency in [EventDelivery.Urgency.answer, .event] {
      for hasMode in [true, false] {
        func decide(hasManager: Bool, mayWake: Bool = true) -> EventDelivery {
          EventDelivery.decide(
            urgency, row.state, hasManager: hasManager, hasBackgroundMode: hasMode,
            mayWake: mayWake)
        }
        let withoutMode =
          urgency == .answer ? row.answerWithoutMode : row.eventWithoutMode
        #expect(decide(hasManager: true) == (hasMode ? row.withMode : withoutMode))
        #expect(decide(hasManager: false) == row.withoutManager)
        // If Background App Refresh counts and is off, the result is that without the mode, and no
        // launch.
        #expect(decide(hasManager: true, mayWake: false) == withoutMode)
        #expect(decide(hasManager: false, mayWake: false) == .hold)
      }
    }
  }
}
