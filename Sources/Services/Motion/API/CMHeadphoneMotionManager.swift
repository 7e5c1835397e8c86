import Foundation
internal import YobanSimulatedApple

/// The motion of headphones. A simulated device has none: no sample arrives, as on a device whose headphones are
/// not connected.
///
/// Not Sendable: used on one queue.
open class CMHeadphoneMotionManager: NSObject {
  public typealias DeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void

  open weak var delegate: (any CMHeadphoneMotionManagerDelegate)?
  open private(set) var isDeviceMotionActive = false
  open private(set) var isConnectionStatusActive = false

  public override init() {
    SystemAPI.headphoneMotion.reportIfTooNew()
    super.init()
  }

  /// Returns whether the user allows motion for the app; `notDetermined` before the first use.
  open class func authorizationStatus() -> CMAuthorizationStatus {
    CMAuthorizationStatus.ofCallingApp
  }

  /// Whether the device supports headphones with motion sensors, connected or not.
  open var isDeviceMotionAvailable: Bool { true }
  /// Always nil.
  open var deviceMotion: CMDeviceMotion? { nil }

  open func startDeviceMotionUpdates() { isDeviceMotionActive = true }
  /// The handler is never called.
  open func startDeviceMotionUpdates(
    to queue: OperationQueue, withHandler handler: @escaping DeviceMotionHandler
  ) { isDeviceMotionActive = true }
  open func stopDeviceMotionUpdates() { isDeviceMotionActive = false }
  open func startConnectionStatusUpdates() { isConnectionStatusActive = true }
  open func stopConnectionStatusUpdates() { isConnectionStatusActive = false }
}

/// Learns when headphones are connected, which never happens here.
public protocol CMHeadphoneMotionManagerDelegate: NSObjectProtocol {
  func headphoneMotionManagerDidConnect(_ manager: CMHeadphoneMotionManager)
  func headphoneMotionManagerDidDisconnect(_ manager: CMHeadphoneMotionManager)
}

extension CMHeadphoneMotionManagerDelegate {
  public func headphoneMotionManagerDidConnect(_ manager: CMHeadphoneMotionManager) {}
  public func headphoneMotionManagerDidDisconnect(_ manager: CMHeadphoneMotionManager) {}
}
