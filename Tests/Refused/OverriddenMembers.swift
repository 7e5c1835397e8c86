// accepted
// Members that Apple declares open can be overridden.
import CoreBluetooth
import CoreMotion
import OSLog
import UIKit
import UserNotifications

final class Sample: CMAccelerometerData {
  override var timestamp: TimeInterval { 0 }
  override var acceleration: CMAcceleration { CMAcceleration(x: 0, y: 0, z: 1) }
}

final class Request: CBATTRequest {
  override var offset: Int { 0 }
}

final class Trigger: UNTimeIntervalNotificationTrigger {
  override var timeInterval: TimeInterval { 60 }
  override var repeats: Bool { true }
}

final class Panel: UIView {
  override var safeAreaLayoutGuide: UILayoutGuide { layoutMarginsGuide }
  override var leadingAnchor: NSLayoutXAxisAnchor { leftAnchor }
}

final class Palette: UIColor, @unchecked Sendable {
  override class var systemRed: UIColor { red }
}

final class Entry: OSLogEntryLog {
  override var composedMessage: String { "hidden" }
}
