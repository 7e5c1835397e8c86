// accepted
// Members that Apple declares open can be overridden.
import CoreBluetooth
import CoreMotion
import HealthKit
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

// Calls that the tests of apps replace by their own.

final class AnsweringSession: URLSession, @unchecked Sendable {
  override func dataTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    completionHandler(Data(), nil, nil)
    return dataTask(with: request)
  }

  override func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    completionHandler(bodyData, nil, nil)
    return uploadTask(with: request, from: Data())
  }

  override func downloadTask(
    with url: URL, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    completionHandler(url, nil, nil)
    return downloadTask(with: url)
  }
}

final class EmptyStore: HKHealthStore, @unchecked Sendable {
  override func execute(_ query: HKQuery) {}
  override func save(
    _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { completion(true, nil) }
}

final class Headline: UILabel {
  override var attributedText: NSAttributedString? {
    didSet { isHidden = attributedText == nil }
  }
}
