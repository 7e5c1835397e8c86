/// The kind of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }

  public static let video = Self(rawValue: "vide")
  public static let audio = Self(rawValue: "soun")
  public static let metadata = Self(rawValue: "meta")
  public static let metadataObject = Self(rawValue: "mobj")
}

@nonexhaustive public enum AVAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case restricted, denied, authorized
}

/// A camera or microphone. A simulated device has no camera, as Xcode's simulator has none.
open class AVCaptureDevice: NSObject {
  @nonexhaustive public enum Position: Int, Sendable {
    case unspecified = 0
    case back, front
  }
  @nonexhaustive public enum TorchMode: Int, Sendable {
    case off = 0
    case on, auto
  }
  @nonexhaustive public enum FlashMode: Int, Sendable {
    case off = 0
    case on, auto
  }
  @nonexhaustive public enum FocusMode: Int, Sendable {
    case locked = 0
    case autoFocus, continuousAutoFocus
  }
  @nonexhaustive public enum ExposureMode: Int, Sendable {
    case locked = 0
    case autoExpose, continuousAutoExposure, custom
  }
  public struct DeviceType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let builtInWideAngleCamera = Self(
      rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
    public static let builtInUltraWideCamera = Self(
      rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
    public static let builtInTelephotoCamera = Self(
      rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
    public static let builtInDualCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
    public static let builtInDualWideCamera = Self(
      rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
    public static let builtInTripleCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
    public static let builtInTrueDepthCamera = Self(
      rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
  }

  /// A search for devices, which finds none.
  open class DiscoverySession: NSObject {
    open var devices: [AVCaptureDevice] { [] }
    public init(
      deviceTypes: [AVCaptureDevice.DeviceType], mediaType: AVMediaType?,
      position: AVCaptureDevice.Position
    ) {}
  }

  override init() { super.init() }

  /// Nil: there is no device.
  open class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? { nil }
  /// Nil: there is no device.
  open class func `default`(
    _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
  ) -> AVCaptureDevice? { nil }
  open class func devices() -> [AVCaptureDevice] { [] }
  open class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] { [] }

  /// For audio the permission for the microphone; otherwise `denied`, because there is nothing to allow.
  open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    guard mediaType == .audio else { return .denied }
    switch AVAudioSession.sharedInstance().recordPermission {
    case .granted: return .authorized
    case .denied: return .denied
    default: return .notDetermined
    }
  }

  /// For audio asks the user for the microphone; otherwise calls the closure with false. It is called on an arbitrary
  /// queue.
  open class func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    guard mediaType == .audio else {
      DispatchQueue.global().async { handler(false) }
      return
    }
    AVAudioSession.sharedInstance().requestRecordPermission(handler)
  }

  /// The asynchronous form of `requestAccess(for:completionHandler:)`.
  open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
    await withCheckedContinuation { continuation in
      requestAccess(for: mediaType) { continuation.resume(returning: $0) }
    }
  }

  open var uniqueID: String { "" }
  open var localizedName: String { "" }
  open var position: Position { .unspecified }
  open var deviceType: DeviceType { .builtInWideAngleCamera }
  open var hasTorch: Bool { false }
  open var hasFlash: Bool { false }
  open var isTorchAvailable: Bool { false }
  open var isTorchActive: Bool { false }
  open var torchMode = TorchMode.off
  open var focusMode = FocusMode.locked
  open var exposureMode = ExposureMode.locked
  open var videoZoomFactor: CGFloat = 1
  open var focusPointOfInterest = CGPoint.zero
  open var exposurePointOfInterest = CGPoint.zero
  open var isFocusPointOfInterestSupported: Bool { false }
  open var isExposurePointOfInterestSupported: Bool { false }
  open func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { false }
  open func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool { false }
  open func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { false }
  open func setTorchModeOn(level torchLevel: Float) throws {}
  open func lockForConfiguration() throws {}
  open func unlockForConfiguration() {}
  open func hasMediaType(_ mediaType: AVMediaType) -> Bool { false }
}
